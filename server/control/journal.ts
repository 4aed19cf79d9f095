import type { JsonValue } from "../../contract/index.ts";
import { served } from "../api/resources.ts";

/** One request and its answer. */
export interface JournalEntry {
  /** Counts up from 1. */
  readonly number: number;
  /** By the server's clock: UTC, with milliseconds. */
  readonly time: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The project whose credentials were good; null when they were not. */
  readonly project: string | null;
  /** What was answered, or would have been had a fault not lost it; null until then, and where nothing was done. */
  readonly status: number | null;
  /** The values of secret and of unknown fields read "[hidden]". */
  readonly requestBody: JsonValue | undefined;
  readonly responseBody: JsonValue | undefined;
  /** What went wrong inside the server, when the status is 500. */
  readonly failure?: string;
  /** The fault that was played. */
  readonly fault?: string;
}

/** An entry while it is written. */
export type OpenEntry = { -readonly [member in keyof JournalEntry]: JournalEntry[member] };

/** Every request the server met, newest last. It keeps a limited number and forgets the oldest. */
export class Journal {
  readonly #limit: number;
  #entries: OpenEntry[] = [];
  #count = 0;

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }

  clear(): void {
    this.#entries = [];
  }

  /** Opens the entry of a request; what is learnt later is written into it. */
  open(time: number, method: string, path: string): OpenEntry {
    this.#count += 1;
    const entry: OpenEntry = {
      number: this.#count,
      time: new Date(time).toISOString(),
      method,
      path,
      project: null,
      status: null,
      requestBody: undefined,
      responseBody: undefined,
    };
    this.#entries.push(entry);
    // Cut in strides: dropping the first of a long array at every request would cost more than the request.
    if (this.#entries.length > this.#limit * 1.1) this.#entries = this.#entries.slice(-this.#limit);
    return entry;
  }
}

/** A copy without the values of secret fields, and of fields nobody knows: a misspelt password is one too. */
export function maskRequest(body: unknown): JsonValue {
  return mask(body, (field) => SHOWN.has(field), 0);
}

/** What the server itself wrote, without the values of secret fields: few answers have any, the others need no copy. */
export function maskResponse(body: unknown): JsonValue {
  const secret = typeof body === "object" && body !== null && Object.keys(body).some((field) => SECRET.has(field));
  return secret ? mask(body, (field) => !SECRET.has(field), 0) : (body as JsonValue);
}

const HIDDEN = "[hidden]";
const DEEPEST = 4;

const FIELDS = served.flatMap(({ fields }) => Object.entries(fields));
const SECRET = new Set(FIELDS.filter(([, field]) => field.secret).map(([name]) => name));
const SHOWN = new Set(FIELDS.filter(([, field]) => !field.secret).map(([name]) => name));

function mask(value: unknown, shown: (field: string) => boolean, depth: number): JsonValue {
  if (typeof value !== "object" || value === null) return value as JsonValue;
  if (depth === DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((member) => mask(member, shown, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => [field, shown(field) ? mask(member, shown, depth + 1) : HIDDEN]),
  );
}
