// Records the exchanges of a run for others: without ids, names, numbers, tokens and addresses.

import { readFileSync } from "node:fs";
import { masked, UUID } from "../../contract/index.ts";
import type { Exchange } from "../../provider/client/exchange.ts";

/** A request and its answer. A text that the suite did not send itself is only `[text]`, except in the body of a refusal. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly sent?: unknown;
  readonly status: number;
  readonly answer?: unknown;
}

/** Returns the exchange, which adds what it sends and gets to `records`. */
export function recording(exchange: Exchange, records: Recorded[]): Exchange {
  const own = new Set<string>();
  return async (question, sending) => {
    const { method, path, body } = question;
    for (const text of textsIn(masked(body))) own.add(text);
    const answer = await exchange(question, sending);
    const { status, text } = answer;
    records.push({
      ...{ method, path: withoutIds(path), status },
      ...(body !== undefined && { sent: redacted(masked(body), () => true) }),
      answer: redacted(masked(parsed(text)), (each) => status >= 400 || own.has(each)),
    });
    return answer;
  };
}

function redacted(value: unknown, isKept: (text: string) => boolean): unknown {
  if (typeof value === "string") return isKept(value) ? withoutIds(value) : "[text]";
  if (Array.isArray(value)) return value.slice(0, MOST).map((each) => redacted(each, isKept));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each, isKept)]));
}

/** The objects of a list are alike. */
const MOST = 2;

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const ANY_ID = new RegExp(UUID.source.replace(/^\^|\$$/g, ""), "gi");

function withoutIds(text: string): string {
  return text.replace(ANY_ID, "[id]");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === "" ? undefined : "[no JSON]";
  }
}

/** Returns the version of the package in this clone. */
export function versionHere(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}
