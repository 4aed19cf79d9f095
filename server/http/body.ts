import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Body } from "../../contract/index.ts";
import { badRequest, farTooLarge, Refusal, tooLarge, unsupportedType } from "./answers.ts";

/** The JSON object in a request's body; `{}` when the body is empty. Throws a Refusal. */
export async function readJson(incoming: IncomingMessage, limit: number): Promise<Body> {
  return readObject(incoming, await readBytes(incoming, limit));
}

/** Reads the body that an answer did not need, and throws it away: a client that looks for its answer only after it has sent everything would meet a closed connection. */
export async function skipBody(incoming: IncomingMessage, limit: number): Promise<void> {
  const { "content-length": length = "0", "transfer-encoding": encoding } = incoming.headers;
  if (incoming.readableEnded || incoming.readableFlowing || (length === "0" && encoding === undefined)) return;
  // One that is far too long is not waited for, nor is one whose client went away.
  await readBytes(incoming, limit).catch(() => undefined);
}

/** How many times the limit is still read and thrown away: many clients look for an answer only after they have sent everything. */
const PATIENCE = 16;

/** Listened to rather than iterated: an iterator costs a small request a tenth of its time. */
function readBytes(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else if (length > limit * PATIENCE) reject(new Refusal(farTooLarge));
    });
    incoming.on("end", () => {
      if (length > limit) reject(new Refusal(tooLarge));
      else resolve(Buffer.concat(chunks));
    });
    incoming.on("close", () => {
      if (!incoming.complete) reject(new Error("The client went away before its request was complete."));
    });
    if (Number(incoming.headers["content-length"] ?? 0) > limit * PATIENCE) reject(new Refusal(farTooLarge));
  });
}

function readObject({ headers }: IncomingMessage, bytes: Buffer): Body {
  if (bytes.length === 0) return {};
  const encoding = headers["content-encoding"] ?? "identity";
  if (!JSON_TYPE.test(headers["content-type"] ?? "") || encoding !== "identity") throw new Refusal(unsupportedType);
  const value = parse(bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal(badRequest);
  return value as Body;
}

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Refusal(badRequest);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    // Malformed. What exactly is not said: the parser's message quotes the text, and a password may stand there.
    throw new Refusal(badRequest);
  }
}
