// Decides what a request body must be before anyone reads its fields: JSON, an object, of bearable size.

import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Body, JsonValue as ReadonlyJson } from "../contract/index.ts";
import { badRequest, Refusal, tooLarge, unsupportedType } from "./answers.ts";

export type JsonValue = ReadonlyJson;

/** The JSON object in a request's body; `{}` when the body is empty. Throws a Refusal. */
export function readJson(incoming: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers["content-length"] ?? 0) > limit) throw new Refusal(tooLarge);
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else reject(new Refusal(tooLarge));
    });
    incoming.on("end", () => {
      try {
        resolve(readObject(incoming, chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
    incoming.on("close", () => {
      if (!incoming.complete) reject(new Error("The client went away before its request was complete."));
    });
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
