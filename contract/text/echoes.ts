// Masks known secrets in text that a service wrote, in each form in which it may repeat them: as they are, escaped for a URL, JSON
// or HTML, cut off, or a part alone.

import { masked, SECRET } from "./secrets.ts";

/**
 * Returns the text without these secrets, and without others that their place or form reveals. Where escapes hide one, the
 * smallest part with the whole of it is masked.
 */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  const parts = [...secrets].flatMap(partsOf).flatMap((secret) => [secret, decoded(secret)]);
  const known = [...new Set(parts)].filter((secret) => secret.trim() !== "" && secret !== SECRET);
  const encoded = [...new Set(known.flatMap(base64Of))];
  function withoutPlain(shown: string): string {
    const cuts = [...shown.matchAll(/\.\.\.|…|$/g)].map(({ index }) => index);
    const spans = [
      ...known.flatMap((secret) => [...occurrencesOf(secret, shown), ...beginningsOf(secret, shown, cuts)]),
      ...encoded.flatMap((form) => occurrencesOf(form, shown)).map((span) => padded(span, shown)),
    ];
    return replaced(shown, spans);
  }
  function hidesOne(part: string): boolean {
    const plain = decoded(part);
    return plain !== part && withoutPlain(plain) !== decoded(withoutPlain(part));
  }
  const inParts = (parts: RegExp, all: string) => all.replace(parts, (each) => (hidesOne(each) ? SECRET : each));
  const shown = hidesOne(text) ? inParts(WORDS, inParts(VALUES, text)) : text;
  return masked(hidesOne(shown) ? SECRET : withoutPlain(shown));
}

const WORDS = /\S+/g;
/** Values end before the mark at the end of a sentence. */
const VALUES = /(?:[^\s?&=;,"'<>.:!)…]|[.:!)…](?=\S))+/g;

type Span = readonly [start: number, end: number];

function replaced(text: string, spans: readonly Span[]): string {
  const merged: [start: number, end: number][] = [];
  for (const [start, end] of [...spans].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  const starts = [0, ...merged.map(([, end]) => end)];
  return starts.map((start, at) => text.slice(start, merged[at]?.[0])).join(SECRET);
}

/** Returns the secret and those of its parts that a service may repeat alone. */
function partsOf(secret: string): string[] {
  const [, scheme = "", credentials = ""] = /^(basic|bearer|token) +(\S+)$/i.exec(secret) ?? [];
  if (scheme.toLowerCase() === "basic")
    return [secret, credentials, ...partsOf(Buffer.from(credentials, "base64").toString())];
  if (scheme !== "") return [secret, credentials];
  const colon = secret.indexOf(":");
  if (colon < 0) return [secret];
  const [user, password] = [secret.slice(0, colon), secret.slice(colon + 1)];
  // Some URLs have an API key in place of the user name. A user name is no secret, an API key is.
  const key = user.length >= LEAST_SAFE && /\d/.test(user) ? [user] : [];
  return [secret, password, ...key];
}

/** Returns the secret's forms in base64 at each offset of an encoded text, in both alphabets. A text without escapes has spaces for plus signs. */
function base64Of(secret: string): string[] {
  const { length } = Buffer.from(secret);
  const forms = [0, 1, 2].map((before) => {
    const text = Buffer.from("\0".repeat(before) + secret).toString("base64");
    // The characters at both ends depend on the neighbours too.
    return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + length) * 4) / 3));
  });
  const known = forms.filter((form) => form.length >= LEAST_WORD);
  return known.flatMap((form) => [form, form.replaceAll("+", " "), form.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** From this length on, a secret is masked inside other words too. */
const LEAST_SAFE = 8;
/** A shorter secret is masked only in the place of a value: it is a part of many words, which do not reveal it. */
const LEAST_WORD = 4;
/** Words of many messages. They are masked only in the place of a value. */
const ORDINARY: ReadonlySet<string> = new Set(
  (
    "answer answered auto body default error false field from https invalid name none null number optional password post random " +
    "required request secret service string text that this token true type user username value with"
  ).split(" "),
);

/** Returns the places of a secret in a text. */
function occurrencesOf(secret: string, text: string): Span[] {
  const isSecret = secret.length < LEAST_WORD || ORDINARY.has(secret.toLowerCase()) ? isValue : isWordOf(secret);
  const spans: Span[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const end = at + secret.length;
    if (isSecret(text.slice(Math.max(0, at - 2), at), text.slice(end, end + 1))) spans.push([at, end]);
  }
  return spans;
}

/** Adds the last characters of a text in base64, up to its padding. */
function padded([start, end]: Span, text: string): Span {
  const [rest = ""] = /^\w?={1,2}/.exec(text.slice(end, end + 3)) ?? [];
  return [start, end + rest.length];
}

function isWordOf(secret: string): (before: string, after: string) => boolean {
  if (secret.length >= LEAST_SAFE && !/^\p{L}+$/u.test(secret)) return () => true;
  return (before, after) => !/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after);
}

/** True between quotes, and after an equals sign or a colon. */
function isValue(before: string, after: string): boolean {
  return /["'`“‘«=]$|:[ "]?$/.test(before) && /^(?:$|["'`”’»&,;@/})\]\s])/.test(after);
}

/** Returns the places where the secret is cut off: at the end of the text, or before an ellipsis. */
function beginningsOf(secret: string, text: string, cuts: readonly number[]): Span[] {
  return cuts.flatMap((end): Span[] => {
    for (let length = Math.min(secret.length - 1, end); length >= LEAST_WORD; length -= 1) {
      const start = end - length;
      const isApart = length >= LEAST_SAFE || !/[\p{L}\p{N}_]/u.test(text[start - 1] ?? "");
      if (isApart && text.startsWith(secret.slice(0, length), start)) return [[start, end]];
    }
    return [];
  });
}

/** Matches an escape of a URL, of JSON or of HTML. Each may be escaped again in its own way. */
const ESCAPE =
  /(?<percent>(?:%(?:25)*[\da-f]{2})+)|\\+u(?<unicode>[\da-f]{4})|\\+u\{(?<point>[\da-f]{1,6})\}|\\+x(?<byte>[\da-f]{2})|\\+(?<control>[bfnrt])|(?<backslash>\\+)|&(?:amp;)*(?:#0*(?<decimal>\d{1,7})|#x0*(?<hex>[\da-f]{1,6})|(?<entity>amp|lt|gt|quot|apos|nbsp));|(?<plus>\+)/gi;

/** Escapes may be nested: JSON inside HTML inside JSON. */
const MOST_NESTED = 4;

/** Returns a text without escapes. */
function decoded(text: string): string {
  let plain = text;
  for (let pass = 0; pass < MOST_NESTED; pass += 1)
    plain = plain.replace(ESCAPE, (...found) => characterOf(found.at(-1)));
  return plain;
}

const CONTROLS: { readonly [letter: string]: string } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function characterOf(groups: { readonly [name: string]: string | undefined }): string {
  const { percent, unicode, point, byte, control, decimal, hex, entity, plus } = groups;
  if (percent !== undefined) return ofBytes(percent);
  if (control !== undefined) return CONTROLS[control.toLowerCase()] ?? "";
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? "";
  // A plus is a space in a query.
  if (plus !== undefined) return " ";
  const code = decimal === undefined ? Number.parseInt(unicode ?? point ?? byte ?? hex ?? "", 16) : Number(decimal);
  // A backslash alone only escapes the next character.
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

/** Returns the characters of percent-encoded bytes: UTF-8, else Latin-1. */
function ofBytes(run: string): string {
  const bytes = Buffer.from(run.replace(/%(?:25)*/gi, ""), "hex");
  const text = bytes.toString();
  return text.includes("\ufffd") ? bytes.toString("latin1") : text;
}
