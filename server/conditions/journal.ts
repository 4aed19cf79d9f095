import {
  hostedResources,
  type JsonValue,
  knownExtraFields,
  masked,
  nameInBody,
  namesOfField,
  type Resource,
  resources,
} from "../../contract/index.ts";

/** One request and its answer. */
export interface JournalEntry {
  /** Counts up from 1. */
  readonly number: number;
  /** By the server's clock: UTC, with milliseconds. */
  readonly time: string;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** The project of the valid credentials; null for invalid ones. */
  readonly project: string | null;
  /** The status that was sent, or that a fault lost; null before the answer, and for an unprocessed request. */
  readonly status: number | null;
  /**
   * Values of secret and unknown fields read "[hidden]", secrets in texts and in documents of scripts read "[secret]". For a body
   * above 20,000 characters: the beginning of its text.
   */
  readonly requestBody: JsonValue | undefined;
  readonly responseBody: JsonValue | undefined;
  /** The internal error, when the status is 500. */
  readonly failure?: string;
  /** The fault that affected the request. */
  readonly fault?: string;
}

/** An entry while it is written. Bodies are JSON text without secrets, which takes little memory and has a known length. */
export type OpenEntry = {
  -readonly [member in keyof Omit<JournalEntry, "requestBody" | "responseBody">]: JournalEntry[member];
} & { requestText?: string; responseText?: string };

const MOST_BODY_CHARACTERS = 20_000;
const LARGEST_JOURNAL_BYTES = 32 * 1024 * 1024;

/** The requests that the server received, newest last. It keeps a limited number and drops the oldest. */
export class Journal {
  readonly #limit: number;
  #entries: OpenEntry[] = [];
  #count = 0;
  #size = 0;

  constructor(limit = 10_000) {
    this.#limit = limit;
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries.map(toEntry);
  }

  /** The number of the oldest kept entry, or of the next one when the journal is empty. */
  get first(): number {
    return this.#count - this.#entries.length + 1;
  }

  from(number: number, most: number): JournalEntry[] {
    const start = Math.max(number - this.first, 0);
    return this.#entries.slice(start, start + most).map(toEntry);
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
  }

  /** Opens the entry of a request. The listener completes it later. */
  open(time: number, method: string, path: string): OpenEntry {
    this.#count += 1;
    const entry = {
      number: this.#count,
      time: new Date(time).toISOString(),
      method,
      path: masked(path),
      project: null,
      status: null,
    };
    this.#entries.push(entry);
    this.#size += path.length;
    // Drops many entries at once: removing the first item of a long array at every request would cost more than the request.
    if (this.#entries.length > this.#limit * 1.1 || this.#size > LARGEST_JOURNAL_BYTES) this.#forget();
    return entry;
  }

  keepRequest(entry: OpenEntry, body: unknown): void {
    // Unknown fields are hidden too, because a misspelt password is an unknown field.
    entry.requestText = this.#keep(body, (field) => SHOWN.has(field));
  }

  keepResponse(entry: OpenEntry, body: unknown): void {
    // An answer repeats the unknown fields of requests where extra fields are accepted. Documents and descriptions have names of
    // their own.
    const isAnswer = entry.path.startsWith("/api/");
    entry.responseText = this.#keep(body, (field) => !SECRET.has(field) && (!isAnswer || IN_ANSWERS.has(field)));
  }

  /** Returns the text of a body without secrets, so that the memory never holds one. */
  #keep(body: unknown, isShown: (field: string) => boolean): string {
    const text = shorten(JSON.stringify(mask(body, isShown, 0)));
    this.#size += Buffer.byteLength(text);
    return text;
  }

  #forget(): void {
    const sizes = this.#entries.map(sizeOf);
    let kept = 0;
    this.#size = 0;
    while (kept < Math.min(this.#limit, sizes.length) && this.#size < LARGEST_JOURNAL_BYTES / 2) {
      kept += 1;
      this.#size += sizes.at(-kept) ?? 0;
    }
    this.#entries = this.#entries.slice(this.#entries.length - kept);
  }
}

function toEntry({ requestText, responseText, ...entry }: OpenEntry): JournalEntry {
  return {
    ...entry,
    requestBody: requestText === undefined ? undefined : JSON.parse(requestText),
    responseBody: responseText === undefined ? undefined : JSON.parse(responseText),
  };
}

function sizeOf({ path, requestText = "", responseText = "" }: OpenEntry): number {
  return path.length + Buffer.byteLength(requestText) + Buffer.byteLength(responseText);
}

function shorten(text: string): string {
  if (text.length <= MOST_BODY_CHARACTERS) return text;
  return JSON.stringify(
    `${text.slice(0, MOST_BODY_CHARACTERS)} [${text.length - MOST_BODY_CHARACTERS} more characters, not kept]`,
  );
}

const HIDDEN = "[hidden]";
const DEEPEST = 40;
const DOCUMENTS = new Set(hostedResources.map(({ hosted }) => hosted.contents));

/** Field → description, under the names in answers and in requests: `voice_url` is VoiceUrl in a web form. */
const FIELDS = Object.values<Resource>(resources).flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    [name, nameInBody(resource, name), ...namesOfField(resource, name)].map((each) => [each, field] as const),
  ),
);
const SECRET = new Set(FIELDS.filter(([, field]) => field.secret).map(([name]) => name));
const SHOWN = new Set(FIELDS.filter(([, field]) => !field.secret).map(([name]) => name));
/** The names in answers: the objects' fields, and those of lists, errors and nested objects. */
const IN_ANSWERS = new Set([
  ...SHOWN,
  ...Object.values<Resource>(resources).flatMap(knownExtraFields),
  ...["data", "links", "self", "first", "next", "prev", "applications", "page", "page_size"],
  ...["first_page_uri", "next_page_uri", "previous_page_uri"],
  ...["errors", "error", "type", "code", "status", "title", "detail", "message", "attribute", "url", "more_info"],
  ...["swml_script", "cxml_script", "phone_number", "sid", "verified", "verified_at", "extension", "candidates"],
]);

function mask(value: unknown, isShown: (field: string) => boolean, depth: number): JsonValue {
  if (typeof value === "string") return masked(value);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  // Cut at a depth, because endless nesting cannot be written.
  if (depth === DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((member) => mask(member, isShown, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => {
      if (!isShown(field)) return [field, HIDDEN];
      if (!DOCUMENTS.has(field)) return [field, mask(member, isShown, depth + 1)];
      // The members of a document are no fields: their names and forms say which are secret.
      return [field, masked(mask(member, () => true, depth + 1))];
    }),
  );
}
