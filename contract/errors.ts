// The bodies in which the service reports failures are assumed: the specification shows none (gap `error-bodies`).

import * as z from "zod";
import { toCamel } from "./names.ts";

/** The base class of every error in the package. docs/errors.md lists the codes; the meaning of a code never changes. */
export abstract class SignalWireError extends Error {
  abstract readonly code: string;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

export type ProblemCode = "required" | "invalid" | "unknown_field" | "read_only";

export interface Problem {
  /** The field's name in the API. */
  readonly field: string;
  readonly code: ProblemCode;
  /** Completes the sentence "<field> …". Never contains the value. */
  readonly detail: string;
}

/** The body with which the service refuses a request. Every member is optional: records show several forms of it. */
const refusalBody = z.looseObject({
  errors: z.unknown().optional(),
  /** What the service would accept instead, for a refused emergency address. */
  candidates: z.array(z.record(z.string(), z.string().nullable())).optional().catch(undefined),
});

/** Returns the service's own words in the body of a failure, in whichever form it has; empty for a body without any. */
export function wordsIn(body: unknown): string[] {
  if (typeof body === "string") return body.trim() === "" ? [] : [body.trim()];
  if (Array.isArray(body)) return body.flatMap(wordsIn);
  const { data } = refusalBody.safeParse(body);
  if (!data) return [];
  const { errors, candidates = [], ...entry } = data;
  return [...(isEmpty(errors) ? wordsOfEntry(entry) : wordsOfErrors(errors)), ...candidates.map(suggestion)];
}

/** Of several members of an entry, the first one with a text says most. */
const WORDS = ["detail", "message", "error", "title", "code"] as const;

/** Reads the member `errors`: a list, one entry, a text, or problems by field. */
function wordsOfErrors(errors: unknown): string[] {
  if (Array.isArray(errors)) return errors.flatMap(wordsOfErrors);
  if (!isRecord(errors)) return wordsIn(errors);
  if (WORDS.some((name) => isText(errors[name]) || isRecord(errors[name]))) return wordsOfEntry(errors);
  return Object.entries(errors).flatMap(([field, problem]) => wordsIn(problem).map((words) => about(field, words)));
}

function wordsOfEntry(entry: { readonly [member: string]: unknown }): string[] {
  const [found] = WORDS.flatMap((name) => wordsIn(entry[name]));
  if (found === undefined) return [];
  return [isText(entry.attribute) ? about(entry.attribute, found) : found];
}

/** Adds the field to words that lack its name. */
function about(field: string, words: string): string {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", " ");
  return plain(words).includes(plain(field)) ? words : `${field} ${words}`;
}

/** Returns an object that the service would accept, as a program states it. */
function suggestion(candidate: { readonly [field: string]: string | null }): string {
  const given = Object.entries(candidate).filter(([, value]) => value !== null);
  return `the service suggests ${given.map(([field, value]) => `${toCamel(field)}: ${JSON.stringify(value)}`).join(", ")}`;
}

const NOT_FOUND = "Not Found";

/**
 * True for the body of the API's own 404: the words, alone or in an object (gap `error-bodies`). Other programs also answer 404,
 * with other words or more members. Only the list proves that an object is gone.
 */
export function saysNotFound(body: unknown): boolean {
  return body === NOT_FOUND || notFoundBody.safeParse(body).success;
}

const status404 = z.union([z.literal(404), z.literal("404")]);

const notFoundBody = z.union([
  z.strictObject({ error: z.literal(NOT_FOUND) }),
  z.strictObject({ message: z.literal(NOT_FOUND) }),
  // The compatibility API leaves out some of these.
  z
    .strictObject({
      code: z.union([z.int(), z.string()]).optional(),
      message: z.string(),
      more_info: z.string().nullish(),
      status: status404.optional(),
    })
    .refine(({ code, status }) => code !== undefined || status !== undefined),
  z.strictObject({
    errors: z
      .array(
        z.union([
          z.looseObject({ status: status404 }),
          z.looseObject({ code: z.enum(["not_found", "404"]) }),
          z.looseObject({ title: z.literal(NOT_FOUND) }),
        ]),
      )
      .min(1),
  }),
]);

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isRecord(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
