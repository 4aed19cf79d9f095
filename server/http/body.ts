import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Body } from "../../contract/index.ts";
import { badRequest, Refusal, tooLarge, unsupportedType } from "./answers.ts";

/** The JSON object in a request's body; `{}` when the body is empty. Throws a Refusal. */
export async function readJson(incoming: IncomingMessage, limit: number): Promise<Body> {
  if (Number(incoming.headers["content-length"] ?? 0) > limit) throw new Refusal(tooLarge);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming) {
      length += chunk.length;
      // What is too much is still read, so that the answer can be sent on this connection.
      if (length <= limit) chunks.push(chunk);
    }
  } catch (cause) {
    throw new Error("The client went away before its request was complete.", { cause });
  }
  if (length > limit) throw new Refusal(tooLarge);
  return readObject(incoming, Buffer.concat(chunks));
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
