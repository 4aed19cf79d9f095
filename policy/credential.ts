// Decides what in an address or a document is a credential that an alarm is worth. Reports mask more than this: a masked word
// costs nothing, an alarm stops an update. The list of secret names is the contract's.

import { inLatin, isSecretName, secretsIn } from "../contract/index.ts";

/** Placeholders that a script fills in when it runs. */
const PLACEHOLDER = /[%$]\{[^{}]*\}|\{\{[^{}]*\}\}/g;
/** A word in place of a placeholder, so that an address can be parsed. */
export const FILLED_IN = "filled-in";

export function withoutPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, FILLED_IN);
}

/** True for a literal value that is a credential by its name. Words and short numbers under a common name are none: `key=front-desk`. */
export function isCredential(given: string, value: string): boolean {
  const name = inLatin(given);
  const literal = withoutPlaceholders(value).replaceAll(FILLED_IN, "");
  if (literal.trim() === "" || !isSecretName(name) || DIGIT_NAME.test(name)) return false;
  if (/pin\d*$/i.test(name)) return /\d{4}/.test(literal);
  return (
    !COMMON_NAME.test(name) || KEY_NAME.test(name) || !(WORDS.test(literal) || /^(?:\d{1,5}|.{1,3})$/.test(literal))
  );
}

const COMMON_NAME = /(?:key|code|session|auth|authorization|hash|nonce)\d*$/i;
/** Keys of a telephone. */
const DIGIT_NAME = /^finish[-_]?on[-_]?key$/i;
const KEY_NAME = /(?:api|access|secret|private|signing|auth|shared|subscription)[-_ ]?key\d*$/i;
/** Words in the usual capitals, with a number of up to three digits at the end. */
const WORD = "(?:\\p{Ll}+(?:\\p{Lu}\\p{Ll}+)*|(?:\\p{Lu}\\p{Ll}+)+|\\p{Lu}+|\\p{Lo}+)";
const WORDS = new RegExp(`^(?=.{1,32}$)${WORD}(?:[-_. ]${WORD})*(?:[-_. ]?\\d{1,3})?$`, "u");

export function credentialIn(url: URL, isSip: boolean): string | undefined {
  if ((url.username !== "" && !isSip) || url.password !== "") return "holds a user name or a password";
  const parameters = parametersOf(url);
  const named = parameters.find(([name, value]) => isCredential(name, value));
  if (named) return `has the parameter ${named[0]}, which is a credential by its name`;
  if (NESTED.test(fullyDecoded(url.href.slice(url.origin.length)))) return "holds an encoded address with credentials";
  return secretsIn(withoutHarmless(url, parameters)).length > 0 ? "holds what looks like a token" : undefined;
}

function parametersOf({ searchParams, hash }: URL): (readonly [name: string, value: string])[] {
  const all = [...searchParams, ...new URLSearchParams(hash.slice(1))];
  // Some addresses separate parameters by semicolons.
  return all.flatMap(([name, value]) => {
    const [first = "", ...others] = value.split(";");
    return [[name, first] as const, ...others.map((each) => pair(each))];
  });
}

function pair(text: string): readonly [name: string, value: string] {
  const [name = "", ...value] = text.split("=");
  return [name, value.join("=")];
}

/** Removes the parameters that no alarm is worth, so that only the form of the rest counts. */
function withoutHarmless(url: URL, parameters: readonly (readonly [string, string])[]): string {
  const rest = new URL(url);
  rest.username = "";
  const harmless = parameters.filter(([name, value]) => isSecretName(name) && !isCredential(name, value));
  for (const [name] of harmless) rest.searchParams.delete(name);
  if (harmless.length > 0) rest.hash = "";
  return rest.href;
}

const NESTED = /[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+@/i;

/** Decodes an address up to three times, because it may be the parameter of another one. */
function fullyDecoded(text: string): string {
  let decoded = text;
  for (let round = 0; round < 3; round += 1)
    decoded = decoded.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    });
  return decoded;
}
