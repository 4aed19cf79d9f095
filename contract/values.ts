import * as z from "zod";
import { plural } from "./names.ts";
import { screened } from "./unsendable.ts";
import { load, readXml } from "./xml.ts";

/** The possible values of a field, in requests and in programs. */
export interface ValueType {
  /** Validates one JSON value. Its message completes the sentence "<field> …". */
  readonly schema: z.ZodType;
  /** The TypeScript type of an argument with such a value. */
  readonly ts: string;
  /** Allowed values, for documentation and messages. */
  readonly values?: readonly string[];
  /** Lists with the same members are equal, in any order. */
  readonly unordered?: true;
  /** Values that differ only in case are equal. */
  readonly caseInsensitive?: true;
  /** Returns what a value means: values with the same meaning are equal. Default: the value itself. */
  readonly meaning?: (value: unknown) => unknown;
  /** Returns the form in which a value is sent. Default: as the program writes it. */
  readonly sent?: (value: unknown) => unknown;
  /** The value is a list of objects with these members, all of them texts: name → its meaning. */
  readonly members?: { readonly name: string; readonly docs: { readonly [member: string]: string } };
  /** The value may contain credentials, like a URL. */
  readonly mayHoldSecrets?: true;
  /** A valid value, for documentation and as a start for random tests. */
  readonly example: string | number | boolean | readonly (string | { readonly [member: string]: string })[];
}

/** Free text. The specification has no length limit (gap `text-length`); the empty string is refused (gap `empty-string`). */
export function text(example: string): ValueType {
  return { schema: nonEmpty(), ts: "string", example };
}

/** Free text of at most so many characters. */
export function textUpTo(most: number, example: string): ValueType {
  return { schema: nonEmpty().max(most, `must have at most ${most} characters`), ts: "string", example };
}

/** Text that must match a pattern; `rule` completes "must …". */
export function textMatching(pattern: RegExp, rule: string, example: string): ValueType {
  return { schema: nonEmpty().regex(pattern, `must ${rule}`), ts: "string", example };
}

export function uuid(example: string): ValueType {
  const schema = z.guid({ error: `must be a UUID, for example ${example}` });
  return { schema, ts: "string", caseInsensitive: true, example };
}

/** An absolute http or https URL (gap `absolute-urls`). */
export function url(example: string): ValueType {
  const message = `must be an absolute http:// or https:// URL without white space, for example ${example}`;
  const schema = z.string({ error: message }).refine(isHttpUrl, message).meta({ pattern: HTTP_URL.source });
  return { schema, ts: "string", mayHoldSecrets: true, example };
}

/** A telephone number in E.164: a plus sign and up to 15 digits. */
export function e164(example: string): ValueType {
  const form = "a number in E.164 form: a plus sign, the country code and the digits, at most 15 in all";
  return telephone(/^\+[1-9]\d{1,14}$/, form, example);
}

/** A telephone number in E.164. The word `random` and the empty string unset the field. */
export function senderNumber(example: string): ValueType {
  return telephone(/^(?:random|\+[1-9]\d{1,14})?$/, '"random", empty or a number in E.164 form', example);
}

/** The word `random`, or a telephone number in E.164. */
export function randomOrE164(example: string): ValueType {
  return telephone(/^(?:random|\+[1-9]\d{1,14})$/, '"random" or a number in E.164 form', example);
}

function telephone(pattern: RegExp, form: string, example: string): ValueType {
  const message = `must be ${form}, for example ${example}`;
  return { schema: z.string({ error: message }).regex(pattern, message), ts: "string", example };
}

/** One label of a host name: lower-case letters, digits and hyphens. */
export function domainLabel(example: string): ValueType {
  const rule = "be up to 40 lower-case letters, digits and hyphens, with a letter or digit at both ends";
  return textMatching(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, rule, example);
}

export function oneOf(values: readonly [string, ...string[]], example: string = values[0]): ValueType {
  const message = values.length === 2 ? `must be ${values.join(" or ")}` : `must be one of ${values.join(", ")}`;
  return { schema: z.enum(values, { error: message }), ts: union(values), values, example };
}

/**
 * A list of at least so many of the given values, without order or repetition. An empty list is the unset form (spec §2.1; gap
 * `repeated-members`).
 */
export function setOf(values: readonly [string, ...string[]], example: readonly string[], least = 0): ValueType {
  const allowed = values.join(", ");
  const member = z.enum(values, { error: `must hold only ${allowed}` });
  const schema = listOf(member, allowed, "value", { least });
  return { schema, ts: `(${union(values)})[]`, values, unordered: true, example };
}

/** A list of IP addresses and blocks in CIDR notation, without order, at most so many. */
export function networks(example: string, most?: number): ValueType {
  const message = `must hold only IP addresses and blocks, for example ${example} or 203.0.113.0/24`;
  const member = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], { error: message });
  const schema = listOf(member, "IP addresses and blocks", "address", { most });
  return { schema, ts: "string[]", unordered: true, example: [example] };
}

function listOf(
  member: z.ZodType,
  members: string,
  title: string,
  { least = 0, most = Number.POSITIVE_INFINITY }: { readonly least?: number; readonly most?: number | undefined },
): z.ZodType {
  return z
    .array(member, { error: `must be a list of ${members}` })
    .refine((list) => list.length >= least, `must name at least ${least} ${title}`)
    .refine((list) => list.length <= most, `must name at most ${most} ${plural(title)}`)
    .refine((list) => new Set(list).size === list.length, `must name each ${title} once`)
    .meta({
      uniqueItems: true,
      ...(least > 0 && { minItems: least }),
      ...(most < Number.POSITIVE_INFINITY && { maxItems: most }),
    });
}

/**
 * A whole number of minutes (gap `expires-in-fraction`) from 1 to `most`. Default of `most`: a hundred years, so that the end is
 * still a valid date.
 */
export function minutes(example: number, most = 52_560_000): ValueType {
  const message = `must be a whole number of minutes from 1 to ${most}`;
  const hint = (input: unknown) =>
    typeof input === "string" && /^\d+$/.test(input) ? `${message}, as a number, not a string` : message;
  const schema = z
    .int({ error: (issue) => hint(issue.input) })
    .min(1, message)
    .max(most, message);
  return { schema, ts: "number", example };
}

/** A number of minutes above zero; fractions are allowed. */
export function duration(example: number): ValueType {
  const message = "must be a number of minutes above 0";
  return { schema: z.number({ error: message }).positive(message), ts: "number", example };
}

export function flag(): ValueType {
  return { schema: z.boolean({ error: "must be true or false" }), ts: "boolean", example: true };
}

export function wholeNumber(example: number, least = 0): ValueType {
  const message = `must be a whole number, ${least} or more`;
  return { schema: z.int({ error: message }).min(least, message), ts: "number", example };
}

/** The place from which the provider reads a secret when needed, so that the secret never enters the state. */
export function secretSource(): ValueType {
  const name = z.string().min(1);
  const schema = z.union([z.strictObject({ env: name }), z.strictObject({ file: name })], {
    error: 'must be { env: "<variable>" } or { file: "<path>" }',
  });
  return { schema, ts: "{ env: string } | { file: string }", example: '{ env: "DESK_PASSWORD" }' };
}

/** The text of a LaML document: well-formed XML whose root is Response. White space around it and the form of line ends have no meaning. */
export function laml(example: string): ValueType {
  const schema = nonEmpty().superRefine((value, context) => {
    const problem = lamlProblem(value);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });
  const meaning = (value: unknown) => (typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : value);
  return { schema, ts: "string", meaning, mayHoldSecrets: true, example };
}

/** An SWML document: an object, or its text in JSON or YAML. Sent as an object, and compared as one. */
export function swml(example: string): ValueType {
  const schema = z.unknown().superRefine((value, context) => {
    const problem = swmlProblem(value);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });
  const read = (value: unknown) => {
    const document = swmlObject(value);
    return typeof document === "string" ? value : withoutNulls(document);
  };
  return {
    schema,
    ts: "string | { [member: string]: unknown }",
    meaning: read,
    sent: read,
    mayHoldSecrets: true,
    example,
  };
}

/** UTC, ISO 8601 with seconds and `Z`. */
export function timestamp(example: string): ValueType {
  return { schema: z.iso.datetime({ error: "must be a UTC date and time" }), ts: "string", example };
}

/** Returns the problems of a value, each completing the sentence "<field> …"; empty for a valid value. */
export function validateValue(type: ValueType, value: unknown): readonly string[] {
  const issues = type.schema.safeParse(value).error?.issues ?? [];
  return [...new Set(issues.map(({ message }) => message + (type.mayHoldSecrets ? "" : invisibleIn(value))))];
}

/** Names the characters of a refused text of one line that a reader cannot see, or takes for a space. */
function invisibleIn(value: unknown): string {
  const found = typeof value === "string" ? [...new Set(value.match(INVISIBLE))] : [];
  const named = found.map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return named.length === 0 ? "" : `; it holds what cannot be seen: ${named.slice(0, 5).join(", ")}`;
}

/** Control and format characters, separators except for the space, and fillers. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** True for two values of this type with the same meaning. */
export function equivalent(type: ValueType, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (type.meaning) return isSameJson(type.meaning(a), type.meaning(b));
  if (typeof a === "string" && typeof b === "string")
    return type.caseInsensitive === true && a.toLowerCase() === b.toLowerCase();
  if (type.unordered && Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((member) => b.includes(member));
  return isSameJson(a, b);
}

/** True for a host name or address that means only this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (!isNested(a) || !isNested(b) || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  );
}

function isNested(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function lamlProblem(text: string): string | undefined {
  const document = readXml(text.trim());
  if ("problem" in document) return `must be well-formed XML: ${document.problem}`;
  return document.root.name === "Response" ? undefined : "must have the root element Response";
}

function swmlProblem(value: unknown): string | undefined {
  const document = swmlObject(value);
  if (typeof document === "string") return document;
  const [unsendable] = typeof value === "string" ? screened("", document).problems : [];
  if (unsendable) return `must hold only what JSON can: ${unsendable.field.replace(/^\./, "")} ${unsendable.detail}`;
  const { version = "", sections } = document;
  if (typeof version !== "string") return 'must have a text as version, for example "1.0.0"';
  if (!isNested(sections) || Array.isArray(sections)) return "must have an object sections";
  const lists = Object.entries(sections);
  const wrong = lists.find(([, steps]) => !Array.isArray(steps));
  if (wrong) return `must have a list of steps in each section, which sections.${wrong[0]} is not`;
  const main = lists.find(([name]) => name === "main")?.[1];
  return Array.isArray(main) && main.length > 0 ? undefined : "must have at least one step in sections.main";
}

/** Returns the document as an object, or a problem as a text. */
function swmlObject(value: unknown): { readonly [member: string]: unknown } | string {
  let document = value;
  if (typeof value === "string") {
    try {
      document = JSON.parse(value);
    } catch {
      try {
        const { parse } = load("yaml") as { parse: (text: string, options: object) => unknown };
        document = parse(value, { logLevel: "error", maxAliasCount: 0 });
      } catch (error) {
        const [, place] = / at (line \d+, column \d+)/.exec((error as Error).message) ?? [];
        return `must be JSON or plain YAML${place === undefined ? "" : `: ${place}`}`;
      }
    }
  }
  return isNested(document) && !Array.isArray(document) ? document : "must be an object, or its text in JSON or YAML";
}

/** Removes members that are null: Pulumi does not keep them. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isNested(value)) return value;
  const members = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(members.map(([name, each]) => [name, withoutNulls(each)]));
}

function nonEmpty(): z.ZodString {
  return z.string({ error: "must be a string" }).min(1, { error: "must not be empty", abort: true });
}

/**
 * Matches scheme, optional user, host, a port up to 65535, and any rest. Capitals are spelled out because a JSON Schema has no
 * flags. `format: uri` is no alternative: it refuses addresses that browsers and Node accept, for example with an umlaut.
 */
const HTTP_URL =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:[^\s/?#\\]*@)?(?:\[[\dA-Fa-f:.]+\]|[^\s\0-\x20\x7f/?#@:[\]<>\\^|%]+)(?::0*(?:\d{0,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(?:[/?#]\S*)?$/;

function isHttpUrl(value: string): boolean {
  return HTTP_URL.test(value) && URL.canParse(value);
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
