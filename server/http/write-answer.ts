import type { ServerResponse } from "node:http";
import type { FaultEffect } from "../conditions/faults.ts";
import { type Answer, tooMany } from "./answers.ts";

/** Writes an answer with this text, complete or damaged by a fault. The text is JSON unless the headers state another type. */
export function writeAnswer(
  outgoing: ServerResponse,
  { status, headers = {} }: Answer,
  json: string | undefined,
  fault?: FaultEffect,
): void {
  if (fault?.effect === "lose-answer") {
    outgoing.destroy();
    return;
  }
  const html = fault?.effect === "not-json" && status !== 204;
  const text = html ? PAGE : json;
  if (text === undefined) {
    outgoing.writeHead(status, { ...INERT, ...headers }).end();
    return;
  }
  outgoing.writeHead(status, {
    ...INERT,
    ...(typeOf(headers) === undefined && { "Content-Type": JSON_TYPE }),
    "Content-Length": Buffer.byteLength(text),
    ...headers,
    ...(html && { "Content-Type": "text/html; charset=utf-8" }),
  });
  if (fault?.effect === "truncate") {
    outgoing.write(firstHalf(text), () => outgoing.destroy());
  } else if (fault?.effect === "slow-body") {
    outgoing.write(firstHalf(text));
    // A closing server does not wait for this timer.
    setTimeout(() => outgoing.end(text.slice(firstHalf(text).length)), fault.milliseconds).unref();
  } else {
    outgoing.end(text);
  }
}

/**
 * A browser that opens an answer runs none of it: hosted documents, stated faults and error bodies contain text from requests,
 * and share their origin with the inspector. Answers that state a policy of their own replace this one.
 */
export const INERT = {
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
};

const JSON_TYPE = "application/json; charset=utf-8";

/** Returns the content type from headers, ignoring the case of its name. */
export function typeOf(headers: Answer["headers"] = {}): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
}

const PAGE = "<!doctype html><title>Bad Gateway</title><h1>Bad Gateway</h1>";

function firstHalf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}

/** Returns the answer that a fault defines, in place of the operation's answer. */
export function faultReply(fault: FaultEffect, now: number): Answer | undefined {
  if (fault.effect === "status" || fault.effect === "late-status") {
    const { status, body, headers } = fault;
    return { status, body, ...(headers && { headers }) };
  }
  if (fault.effect !== "rate-limit") return undefined;
  const { retryAfter = 1, as = "seconds" } = fault;
  return tooMany(as === "seconds" ? String(retryAfter) : new Date(now + retryAfter * 1000).toUTCString());
}
