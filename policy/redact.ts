// What no message may repeat, whoever wrote the rule. A value that is secret to the program alone looks like any other to a policy.

import { argumentName, isSecretName, secretsIn } from "../contract/index.ts";
import { forEveryKind, type Kind, type Read } from "./subject.ts";

/** The query parameters of a URL that are credentials by their names. */
export function credentialsIn(url: URL): (readonly [name: string, value: string])[] {
  return [...url.searchParams].filter(([name]) => isSecretName(name));
}

/** The texts that no message may repeat about these resources, in every spelling that a URL has for them. */
export function secretsOf(resources: Iterable<{ readonly kind: Kind; readonly read: Read }>): ReadonlySet<string> {
  const secrets = [...resources].flatMap(({ kind, read }) =>
    properties[kind].flatMap(({ name, isSecret }) => spellingsOf(read(name), isSecret)),
  );
  return new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((each) => each !== ""));
}

export function redact(message: string, secrets: ReadonlySet<string>): string {
  const found = [...secrets].filter((each) => message.includes(each));
  // The longest first: another may be a part of it.
  found.sort((a, b) => b.length - a.length);
  return found.reduce((text, secret) => text.replaceAll(occurrencesOf(secret), "[secret]"), message);
}

/** A secret of a letter or two stands in every other word, where it tells nobody anything. */
function occurrencesOf(secret: string): RegExp {
  const text = secret.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(secret.length < 4 ? `(?<![a-zA-Z\\d])${text}(?![a-zA-Z\\d])` : text, "g");
}

/** The secrets of a value, as they are written and decoded. Of a user and a password in an address, each by itself too. */
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

/** Every property of a class, and whether it is secret by its nature. */
const properties = forEveryKind((resource) => {
  const fields = Object.entries(resource.fields).map(([name, field]) => [argumentName(resource, name), field] as const);
  const { settings, computed, extra } = resource;
  const named = [...fields, ...Object.entries({ ...settings, ...computed, ...(extra && { extra }) })];
  return named.map(([name, { secret }]) => ({ name, isSecret: secret === true }));
});
