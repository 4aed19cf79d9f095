import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { type Body, parsedJson } from "../../contract/index.ts";
import { badRequest, farTooLarge, Refusal, tooLarge, unsupportedType } from "./answers.ts";

/**
 * Returns the JSON object in a request's body, or the fields of a web form; `{}` for an empty body. A repeated field of a form counts
 * with its last value. Throws a Refusal.
 */
export async function readBody(
  incoming: IncomingMessage,
  { isForm = false, limit = LARGEST_BODY_BYTES }: { isForm?: boolean | undefined; limit?: number } = {},
): Promise<Body> {
  const bytes = await readBytes(incoming, limit);
  if (bytes.length === 0) return {};
  assertType(incoming, isForm ? FORM_TYPE : JSON_TYPE);
  if (!isUtf8(bytes)) throw new Refusal(badRequest);
  const text = bytes.toString();
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : parse(text);
}

/**
 * Reads and discards a body that the answer did not need. Many clients read their answer only after sending everything, and
 * would find a closed connection.
 */
export async function skipBody(incoming: IncomingMessage): Promise<void> {
  const { "content-length": length = "0", "transfer-encoding": encoding } = incoming.headers;
  if (incoming.readableEnded || incoming.readableFlowing || (length === "0" && encoding === undefined)) return;
  // Does not wait for a body far above the limit, or for a client that disconnected.
  await readBytes(incoming, LARGEST_BODY_BYTES).catch(() => undefined);
}

const LARGEST_BODY_BYTES = 1024 * 1024;

/**
 * Bodies up to this multiple of the limit are read and discarded: many clients read their answer only after sending everything.
 */
const MOST_LIMITS_SKIPPED = 16;

/** Uses events instead of an iterator, which takes a tenth of the time of a small request. */
function readBytes(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else if (length > limit * MOST_LIMITS_SKIPPED) reject(new Refusal(farTooLarge));
    });
    incoming.on("end", () => {
      if (length > limit) reject(new Refusal(tooLarge));
      else resolve(Buffer.concat(chunks));
    });
    incoming.on("close", () => {
      if (!incoming.complete) reject(new Error("The client went away before its request was complete."));
    });
    if (Number(incoming.headers["content-length"] ?? 0) > limit * MOST_LIMITS_SKIPPED) reject(new Refusal(farTooLarge));
  });
}

function assertType({ headers }: IncomingMessage, type: RegExp): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (!type.test(headers["content-type"] ?? "") || encoding !== "identity") throw new Refusal(unsupportedType);
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;

function parse(text: string): Body {
  // The parser's message is not passed on: it quotes the text, which may contain a password.
  const value = parsedJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal(badRequest);
  return value as Body;
}
