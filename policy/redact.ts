// Finds the texts that no message may contain, whichever rule wrote it. A policy cannot detect values that only the program
// marks as secret.

import { argumentName, isSecretName, secretsIn } from "../contract/index.ts";
import { forEveryKind, type Kind, type Read } from "./subject.ts";

/** Returns the query parameters of a URL with names of credentials. */
export function credentialsIn(url: URL): (readonly [name: string, value: string])[] {
  return [...url.searchParams].filter(([name]) => isSecretName(name));
}

/** Returns the secret texts of these resources that no message may contain, in every spelling that URLs have for them. */
export function secretsOf(resources: Iterable<{ readonly kind: Kind; readonly read: Read }>): ReadonlySet<string> {
  const secrets = [...resources].flatMap(({ kind, read }) =>
    properties[kind].flatMap(({ name, isSecret }) => spellingsOf(read(name), isSecret)),
  );
  return new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((each) => each !== ""));
}

export function redact(message: string, secrets: ReadonlySet<string>): string {
  const found = [...secrets].filter((each) => message.includes(each));
  // The longest first, because a shorter one may be a part of it.
  found.sort((a, b) => b.length - a.length);
  return found.reduce((text, secret) => text.replaceAll(occurrencesOf(secret), "[secret]"), message);
}

/** Matches a secret in text. Secrets of one or two letters appear in most words and reveal nothing, so they are not masked. */
function occurrencesOf(secret: string): RegExp {
  const text = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(secret.length < 4 ? `(?<![a-zA-Z\\d])${text}(?![a-zA-Z\\d])` : text, "g");
}

/** Returns the secrets in a value, as written and decoded. In an address, also the user and the password separately. */
function spellingsOf(value: unknown, isSecret: boolean): string[] {
  const secrets = isSecret && typeof value === "string" ? [value] : secretsIn(value);
  return secrets
    .flatMap((secret) => [secret, ...(isSecret ? [] : secret.split(":"))])
    .flatMap((each) => [each, ...decoded(each)]);
}

function decoded(text: string): string[] {
  try {
    return [decodeURIComponent(text)];
  } catch {
    return [];
  }
}

/** Every property of a class → true for one that is always secret. */
const properties = forEveryKind((resource) => {
  const fields = Object.entries(resource.fields).map(([name, field]) => [argumentName(resource, name), field] as const);
  const { settings, computed, extra } = resource;
  const named = [...fields, ...Object.entries({ ...settings, ...computed, ...(extra && { extra }) })];
  return named.map(([name, { secret }]) => ({ name, isSecret: secret === true }));
});
