import { type JsonValue, masked, type Resource, resources } from "../../contract/index.ts";

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
  /**
   * The values of secret and of unknown fields read "[hidden]", secrets within a text "[secret]". Of a body above 20,000 characters,
   * the beginning of its text.
   */
  readonly requestBody: JsonValue | undefined;
  readonly responseBody: JsonValue | undefined;
  /** What went wrong inside the server, when the status is 500. */
  readonly failure?: string;
  /** The fault that was played. */
  readonly fault?: string;
}

/** An entry while it is written. Bodies are JSON text: it takes little memory, and its length is known. */
export type OpenEntry = {
  -readonly [member in keyof Omit<JournalEntry, "requestBody" | "responseBody">]: JournalEntry[member];
} & { requestText?: string; responseText?: string };

/** Characters of one body that are kept, and bytes of everything. */
const LONGEST_BODY = 20_000;
const LARGEST = 32 * 1024 * 1024;

/** Every request the server met, newest last. It keeps a limited number and forgets the oldest. */
export class Journal {
  readonly #limit: number;
  #entries: OpenEntry[] = [];
  #count = 0;
  #size = 0;

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries.map((entry) => shown(entry));
  }

  /** The entries with all secrets but those of bodies above 20,000 characters. */
  get entriesWithSecrets(): readonly JournalEntry[] {
    return this.#entries.map(asKept);
  }

  /** The number of the oldest entry that is kept; where none is, of the next. */
  get first(): number {
    return this.#count - this.#entries.length + 1;
  }

  /** From an entry's number on, so many at most. */
  from(number: number, most: number): JournalEntry[] {
    const start = Math.max(number - this.first, 0);
    return this.#entries.slice(start, start + most).map((entry) => shown(entry));
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
  }

  /** Opens the entry of a request; what is learnt later is written into it. */
  open(time: number, method: string, path: string): OpenEntry {
    this.#count += 1;
    const entry = {
      number: this.#count,
      time: new Date(time).toISOString(),
      method,
      path,
      project: null,
      status: null,
    };
    this.#entries.push(entry);
    this.#size += path.length;
    // Cut in strides: dropping the first of a long array at every request would cost more than the request.
    if (this.#entries.length > this.#limit * 1.1 || this.#size > LARGEST) this.#forget();
    return entry;
  }

  keepRequest(entry: OpenEntry, body: unknown): void {
    // Cut at a depth: one that is nested without end cannot be written.
    const text = JSON.stringify(
      mask(
        body,
        () => true,
        0,
        (each) => each,
      ),
    );
    entry.requestText = text.length <= LONGEST_BODY ? text : shortened(JSON.stringify(maskedRequest(body)));
    this.#size += Buffer.byteLength(entry.requestText);
  }

  keepResponse(entry: OpenEntry, body: unknown, text: string): void {
    entry.responseText = text.length <= LONGEST_BODY ? text : shortened(JSON.stringify(maskedResponse(body)));
    this.#size += Buffer.byteLength(entry.responseText);
  }

  #forget(): void {
    const sizes = this.#entries.map(sizeOf);
    let kept = 0;
    this.#size = 0;
    while (kept < Math.min(this.#limit, sizes.length) && this.#size < LARGEST / 2) {
      kept += 1;
      this.#size += sizes.at(-kept) ?? 0;
    }
    this.#entries = this.#entries.slice(this.#entries.length - kept);
  }
}

function asKept({ requestText, responseText, ...entry }: OpenEntry): JournalEntry {
  return {
    ...entry,
    requestBody: requestText === undefined ? undefined : JSON.parse(requestText),
    responseBody: responseText === undefined ? undefined : JSON.parse(responseText),
  };
}

function shown(entry: OpenEntry): JournalEntry {
  const kept = asKept(entry);
  const { path, requestBody, responseBody } = kept;
  return {
    ...kept,
    path: masked(path),
    requestBody: requestBody === undefined ? undefined : maskedRequest(requestBody),
    responseBody: responseBody === undefined ? undefined : maskedResponse(responseBody),
  };
}

/** Also hides fields that nobody knows: a misspelt password is one too. */
function maskedRequest(body: unknown): JsonValue {
  return mask(body, (field) => SHOWN.has(field), 0);
}

function maskedResponse(body: unknown): JsonValue {
  return mask(body, (field) => !SECRET.has(field), 0);
}

function sizeOf({ path, requestText = "", responseText = "" }: OpenEntry): number {
  return path.length + Buffer.byteLength(requestText) + Buffer.byteLength(responseText);
}

function shortened(text: string): string {
  if (text.length <= LONGEST_BODY) return text;
  return JSON.stringify(`${text.slice(0, LONGEST_BODY)} [${text.length - LONGEST_BODY} more characters, not kept]`);
}

const HIDDEN = "[hidden]";
const DEEPEST = 4;

const FIELDS = Object.values<Resource>(resources).flatMap(({ fields }) => Object.entries(fields));
const SECRET = new Set(FIELDS.filter(([, field]) => field.secret).map(([name]) => name));
const SHOWN = new Set(FIELDS.filter(([, field]) => !field.secret).map(([name]) => name));

function mask(
  value: unknown,
  shown: (field: string) => boolean,
  depth: number,
  ofText: (text: string) => string = masked,
): JsonValue {
  if (typeof value === "string") return ofText(value);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  if (depth === DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((member) => mask(member, shown, depth + 1, ofText));
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => [
      field,
      shown(field) ? mask(member, shown, depth + 1, ofText) : HIDDEN,
    ]),
  );
}
