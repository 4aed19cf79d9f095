// Decides what values the API's fields can take: one ValueType a kind of value, used by every descriptor.

import type { z } from "zod";
import { lazily } from "./lazy-schema.ts";

/** What a field's value may be, on the wire and in a program. */
export interface ValueType {
  /**
   * Whether a value is one beyond doubt. What the schema refuses is never accepted; a value that is not may still be good.
   * Most values are plainly what they should be, and then neither the schema nor zod is loaded.
   */
  readonly accepts: (value: unknown) => boolean;
  /** Judges one JSON value. Its message completes the sentence "<field> …". */
  readonly schema: z.ZodType;
  /** The TypeScript type of an argument that carries such a value. */
  readonly ts: string;
  /** Allowed values, for documentation and messages. */
  readonly values?: readonly string[];
  /** Two lists with the same members are the same value. */
  readonly unordered?: true;
  /** A value of this type to show in documentation and to start random tests from. */
  readonly example: string | number | boolean | readonly string[];
}

const NOT_EMPTY = "must not be empty";

/** Free text. The specification names no length limit; the empty string is refused (gap `empty-string`). */
export function text(example: string): ValueType {
  return valueType(isText, (z) => nonEmpty(z), { ts: "string", example });
}

/** Text that must match a rule; `rule` completes "must …". */
export function textMatching(pattern: RegExp, rule: string, example: string): ValueType {
  return valueType(
    (value) => isText(value) && pattern.test(value),
    (z) => nonEmpty(z).regex(pattern, `must ${rule}`),
    { ts: "string", example },
  );
}

export function uuid(example: string): ValueType {
  const message = `must be a UUID, for example ${example}`;
  return valueType(
    (value) => isText(value) && UUID.test(value),
    (z) => z.guid({ error: message }),
    { ts: "string", example },
  );
}

/** An absolute http or https URL. */
export function url(example: string): ValueType {
  const message = `must be an absolute http:// or https:// URL without white space, for example ${example}`;
  return valueType(
    (value) => isText(value) && isHttpUrl(value),
    (z) => z.string({ error: message }).refine(isHttpUrl, message).meta({ format: "uri" }),
    { ts: "string", example },
  );
}

/** A telephone number in E.164: a plus sign and up to 15 digits. */
export function e164(example: string): ValueType {
  const message = `must be a number in E.164 form: a plus sign, the country code and the digits, at most 15 in all, for example ${example}`;
  return valueType(
    (value) => isText(value) && E164.test(value),
    (z) => z.string({ error: message }).regex(E164, message),
    { ts: "string", example },
  );
}

/** The word `random`, or a telephone number in E.164. */
export function randomOrE164(example: string): ValueType {
  const message = `must be "random" or a number in E.164 form, for example ${example}`;
  return valueType(
    (value) => isText(value) && RANDOM_OR_E164.test(value),
    (z) => z.string({ error: message }).regex(RANDOM_OR_E164, message),
    { ts: "string", example },
  );
}

export function oneOf(values: readonly [string, ...string[]], example: string = values[0]): ValueType {
  const message = values.length === 2 ? `must be ${values.join(" or ")}` : `must be one of ${values.join(", ")}`;
  return valueType(
    (value) => isText(value) && values.includes(value),
    (z) => z.enum(values, { error: message }),
    { ts: union(values), values, example },
  );
}

/** A list without order or repetition, of the values named. An empty list is the unset form (spec §2.1). */
export function setOf(values: readonly [string, ...string[]], example: readonly string[]): ValueType {
  const allowed = values.join(", ");
  return valueType(
    (value) =>
      // Spread, for `every` passes over holes.
      Array.isArray(value) && [...value].every((at) => values.includes(at)) && new Set(value).size === value.length,
    (z) =>
      z
        .array(z.enum(values, { error: `must hold only ${allowed}` }), {
          error: `must be a list of ${allowed}`,
        })
        .refine((list) => new Set(list).size === list.length, "must name each value once"),
    { ts: `(${union(values)})[]`, values, unordered: true, example },
  );
}

/** A whole number of minutes from 1 up to `most`. */
export function minutes(most: number, example: number): ValueType {
  const message = `must be a whole number of minutes from 1 to ${most}`;
  const hint = (input: unknown) =>
    typeof input === "string" && /^\d+$/.test(input) ? `${message}, as a number, not a string` : message;
  return valueType(
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most,
    (z) =>
      z
        .int({ error: (issue) => hint(issue.input) })
        .min(1, message)
        .max(most, message),
    { ts: "number", example },
  );
}

/** A number of minutes above zero; fractions are allowed. */
export function duration(example: number): ValueType {
  const message = "must be a number of minutes above 0";
  return valueType(
    (value) => Number.isFinite(value) && Number(value) > 0,
    (z) => z.number({ error: message }).positive(message),
    { ts: "number", example },
  );
}

export function flag(): ValueType {
  return valueType(
    (value) => typeof value === "boolean",
    (z) => z.boolean({ error: "must be true or false" }),
    { ts: "boolean", example: true },
  );
}

/** A whole number, zero or more. */
export function wholeNumber(example: number): ValueType {
  const message = "must be a whole number, 0 or more";
  return valueType(
    (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    (z) => z.int({ error: message }).min(0, message),
    { ts: "number", example },
  );
}

/** Where a secret is read when it is needed, so that it never enters the state. */
export function secretSource(): ValueType {
  const message = 'must be { env: "<variable>" } or { file: "<path>" }';
  return valueType(
    NEVER_PLAIN,
    (z) => {
      const name = z.string().min(1);
      return z.union([z.strictObject({ env: name }), z.strictObject({ file: name })], { error: message });
    },
    { ts: "{ env: string } | { file: string }", example: '{ env: "DESK_PASSWORD" }' },
  );
}

/** UTC, ISO 8601 with seconds and `Z` (service.md: live responses). */
export function timestamp(example: string): ValueType {
  return valueType(NEVER_PLAIN, (z) => z.iso.datetime({ error: "must be a UTC date and time" }), {
    ts: "string",
    example,
  });
}

/** What is wrong with a value of this type, each completing the sentence "<field> …"; nothing where it is one. */
export function faultsOf(type: ValueType, value: unknown): readonly string[] {
  const issues = type.accepts(value) ? undefined : type.schema.safeParse(value).error?.issues;
  return issues ? [...new Set(issues.map(({ message }) => message))] : NO_FAULTS;
}

const NO_FAULTS: readonly string[] = [];

/** Two values of this type mean the same thing. */
export function equivalent(type: ValueType, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return type.unordered ? a.every((member) => b.includes(member)) : a.every((member, at) => member === b[at]);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const E164 = /^\+[1-9]\d{1,14}$/;
const RANDOM_OR_E164 = /^(?:random|\+[1-9]\d{1,14})$/;

function valueType(
  accepts: ValueType["accepts"],
  build: Parameters<typeof lazily<z.ZodType>>[0],
  rest: Omit<ValueType, "schema" | "accepts">,
): ValueType {
  const schema = lazily(build);
  return {
    accepts,
    get schema() {
      return schema();
    },
    ...rest,
  };
}

function nonEmpty({ string }: Pick<typeof z, "string">): z.ZodString {
  return string({ error: "must be a string" }).min(1, { error: NOT_EMPTY, abort: true });
}

/** For what only the schema can tell. */
const NEVER_PLAIN = () => false;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isHttpUrl(value: string): boolean {
  if (/\s/.test(value) || !/^https?:\/\//i.test(value)) return false;
  return URL.canParse(value);
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}
