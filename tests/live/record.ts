// Records the exchanges of a run for others, in the form of tests/records/: without ids, names, numbers, tokens and addresses.

import { readFileSync } from "node:fs";
import { type GapId, gaps, isObject, masked, parsedJson, UUID } from "../../contract/index.ts";
import type { RawAnswer, RawRequest } from "../../provider/client/exchange.ts";
import type { Exchange, Shape } from "../records/form.ts";

const SECRET = "[secret]";
/** The objects of a list are alike. */
const MOST = 2;
/** A longer text may be a page of another program. */
const LONGEST = 200;
const ANY_ID = new RegExp(UUID.source.replace(/^\^|\$$/g, ""), "gi");
/** Texts of links that depend on the number of objects. */
const LINKS = new Set(["next", "prev"]);

export class Records {
  readonly #parts = new Map<GapId, Exchange[]>();
  /** The texts and numbers that the run sent. */
  readonly #sent = new Set<unknown>();

  add(gap: GapId, { method, path, body, headers = {} }: RawRequest, { status, text }: RawAnswer): void {
    for (const value of valuesIn(masked(body))) this.#sent.add(value);
    // JSON, other text as it is, and undefined for an empty answer.
    const shown = text === "" ? undefined : masked(parsedJson(text) ?? text);
    const exchange: Exchange = {
      method: method as Exchange["method"],
      // Nobody has the id of a missing object.
      path: withoutIds(path, status === 404 ? "[id1]" : "[id]").replace("{project}", "[project]"),
      ...("authorization" in headers && { credentials: "wrong" }),
      ...("content-type" in headers && { type: String(headers["content-type"]) }),
      ...(body !== undefined && { sent: this.#shapeOf(masked(body)) }),
      status,
      ...(shown !== undefined && { answer: status < 400 ? this.#shapeOf(shown) : wordsOf(shown) }),
    };
    this.#parts.set(gap, [...(this.#parts.get(gap) ?? []), exchange]);
  }

  /**
   * @param username - Of the run's endpoint.
   * @param date - The day of the run.
   */
  all(username: string, date: string): object[] {
    const source = `npm run test:live, version ${versionHere()}`;
    const given = { sipEndpoints: [{ username, password: SECRET }] };
    return [...this.#parts].map(([gap, exchanges]) => {
      const about = gaps[gap].question.replace(/ \([^)]*\)/g, "");
      return { about, grade: "recorded", date, source, assumptions: [gap], given, exchanges };
    });
  }

  /** Returns the shape of a value: texts and numbers that the run did not send are hidden, and lists have two entries at most. */
  #shapeOf(value: unknown): Shape {
    if (typeof value === "string") {
      const shown = withoutIds(value);
      return this.#sent.has(value) || shown === SECRET || shown === "[id]" ? shown : "[text]";
    }
    if (typeof value === "number") return this.#sent.has(value) ? value : "[number]";
    if (Array.isArray(value)) return value.slice(0, MOST).map((each) => this.#shapeOf(each));
    if (!isObject(value)) return value as Shape;
    const shape = (key: string, each: unknown) => {
      if (each === SECRET && key === "refresh_token") return "[refresh_token]";
      return LINKS.has(key) ? "[text or absent]" : this.#shapeOf(each);
    };
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(key, each)]));
  }
}

function withoutIds(text: string, id = "[id]"): string {
  return text.replace(/(?<=page_token=)[^&]+/, "[page_token]").replace(ANY_ID, id);
}

/** Returns a refusal with the service's words. */
function wordsOf(value: unknown): Shape {
  if (typeof value === "string") return value.length > LONGEST ? "[text]" : withoutIds(value);
  if (Array.isArray(value)) return value.map(wordsOf);
  if (!isObject(value)) return value as Shape;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, wordsOf(each)]));
}

function valuesIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(valuesIn);
}

/** Returns the version of the package in this clone. */
export function versionHere(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}
