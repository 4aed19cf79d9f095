// Masks known secrets in text that a service wrote, in each form in which it may repeat them: as they are, escaped for a URL, JSON
// or HTML, cut off, or a part alone.

import { masked, SECRET } from "./secrets.ts";

/** Returns the text without these secrets, and without others that their place or form reveals. */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  const plain = plainForm(text);
  const parts = [...secrets].flatMap(partsOf).map((secret) => plainForm(secret).text);
  const known = [...new Set(parts)].filter((secret) => secret.trim() !== "" && secret !== SECRET);
  const encoded = new Set(known.flatMap(base64Of));
  const found = [
    ...known.flatMap((secret) => [...occurrencesOf(secret, plain.text), ...beginningsOf(secret, plain.text)]),
    ...[...encoded].flatMap((form) => occurrencesOf(form, plain.text)).map((span) => padded(span, plain.text)),
  ];
  const spans = found.map(([start, end]): Span => [plain.starts[start] ?? 0, plain.ends[end - 1] ?? 0]);
  return masked(replaced(text, spans));
}

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

/** Returns the secret's forms in base64 at each offset of an encoded text, in both alphabets. Plain form has spaces for plus signs. */
function base64Of(secret: string): string[] {
  const { length } = Buffer.from(secret);
  const forms = [0, 1, 2].map((before) => {
    const text = Buffer.from("\0".repeat(before) + secret).toString("base64");
    // The characters at both ends depend on the neighbours too.
    return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + length) * 4) / 3));
  });
  const known = forms.filter((form) => form.length >= LEAST_WORD);
  return known.flatMap((form) => [form.replaceAll("+", " "), form.replaceAll("+", "-").replaceAll("/", "_")]);
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

/** Returns the places of a secret in a text, both in plain form. */
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
function beginningsOf(secret: string, text: string): Span[] {
  const ends = [...text.matchAll(/\.\.\.|…|$/g)].map(({ index }) => index);
  return ends.flatMap((end): Span[] => {
    for (let length = Math.min(secret.length - 1, end); length >= LEAST_WORD; length -= 1) {
      const start = end - length;
      const isApart = length >= LEAST_SAFE || !/[\p{L}\p{N}_]/u.test(text[start - 1] ?? "");
      if (isApart && text.startsWith(secret.slice(0, length), start)) return [[start, end]];
    }
    return [];
  });
}

/** A text without escapes. Each of its UTF-16 units has a place in the original. */
interface Plain {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Escapes may be nested: JSON inside HTML inside JSON. */
const MOST_NESTED = 4;

function plainForm(text: string): Plain {
  const units = Array.from({ length: text.length }, (_, at) => at);
  let plain: Plain = { text, starts: units, ends: units.map((at) => at + 1) };
  for (let pass = 0; pass < MOST_NESTED; pass += 1) {
    const next = unescaped(plain);
    if (next.text === plain.text) return plain;
    plain = next;
  }
  return plain;
}

/** Matches an escape of a URL, of JSON or of HTML. Each may be escaped again in its own way. */
const ESCAPE =
  /(?<percent>(?:%(?:25)*[\da-f]{2})+)|\\+u(?<unicode>[\da-f]{4})|\\+u\{(?<point>[\da-f]{1,6})\}|\\+x(?<byte>[\da-f]{2})|\\+(?<control>[bfnrt])|(?<backslash>\\+)|&(?:amp;)*(?:#0*(?<decimal>\d{1,7})|#x0*(?<hex>[\da-f]{1,6})|(?<entity>amp|lt|gt|quot|apos|nbsp));|(?<plus>\+)/gi;

function unescaped({ text, starts, ends }: Plain): Plain {
  const [parts, from, to]: [string[], number[], number[]] = [[], [], []];
  const add = (part: string, start: number, end: number) => {
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      from.push(starts[start] ?? 0);
      to.push(ends[end - 1] ?? 0);
    }
  };
  let at = 0;
  const keepUntil = (end: number) => {
    parts.push(text.slice(at, end));
    for (; at < end; at += 1) {
      from.push(starts[at] ?? 0);
      to.push(ends[at] ?? 0);
    }
  };
  for (const { 0: match, index, groups = {} } of text.matchAll(ESCAPE)) {
    keepUntil(index);
    at = index + match.length;
    if (groups.percent === undefined) add(characterOf(groups), index, at);
    else for (const [part, start, end] of decodedBytes(match)) add(part, index + start, index + end);
  }
  keepUntil(text.length);
  return { text: parts.join(""), starts: from, ends: to };
}

const CONTROLS: { readonly [letter: string]: string } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function characterOf(groups: { readonly [name: string]: string | undefined }): string {
  const { unicode, point, byte, control, decimal, hex, entity, plus } = groups;
  if (control !== undefined) return CONTROLS[control.toLowerCase()] ?? "";
  if (entity !== undefined) return ENTITIES[entity.toLowerCase()] ?? "";
  // A plus is a space in a query.
  if (plus !== undefined) return " ";
  const code = decimal === undefined ? Number.parseInt(unicode ?? point ?? byte ?? hex ?? "", 16) : Number(decimal);
  // A backslash alone only escapes the next character.
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

/** Returns the characters of percent-encoded bytes, each with its place. */
function decodedBytes(run: string): [character: string, start: number, end: number][] {
  const bytes = [...run.matchAll(/%(?:25)*([\da-f]{2})/gi)].map(({ 0: text, 1: hex = "", index }) => ({
    value: Number.parseInt(hex, 16),
    start: index,
    end: index + text.length,
  }));
  const characters: [string, number, number][] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value = 0, start = 0, end = 0 } = bytes[at] ?? {};
    const length = value < 0x80 ? 1 : value >= 0xf0 ? 4 : value >= 0xe0 ? 3 : 2;
    const group = bytes.slice(at, at + length);
    const text = Buffer.from(group.map((byte) => byte.value)).toString();
    const isValid = !text.includes("\ufffd");
    characters.push(isValid ? [text, start, group.at(-1)?.end ?? end] : [String.fromCharCode(value), start, end]);
    at += isValid ? length : 1;
  }
  return characters;
}
