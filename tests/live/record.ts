// Records the exchanges of a run for others, in the form of tests/records/: without ids, names, numbers, tokens and addresses.

import { readFileSync } from "node:fs";
import { type GapId, gaps, isObject, masked, parsedJson, plural, UUID } from "../../contract/index.ts";
import type { Exchange } from "../../provider/client/exchange.ts";
import type { LiveRecord, Exchange as Recorded, Shape } from "../records/form.ts";
import { resourceAt } from "../records/stage.ts";
import { isSuccess } from "./outcome.ts";

type Given = LiveRecord["given"];

/** The exchanges of one assumption. */
interface Part {
  /** The objects that the run had made before. */
  readonly given: Given;
  readonly exchanges: Recorded[];
}

interface Made {
  /** Its list in a seed, for example `sipEndpoints`. */
  readonly list: string;
  readonly fields: { readonly [field: string]: unknown };
}

export class Records {
  readonly #parts = new Map<GapId, Part>();
  /** The run's own objects by id. */
  readonly #made = new Map<string, Made>();
  /** Numbers of these objects, which stay after a deletion, and of ids that name none. */
  readonly #numbers = new Map<string, number>();
  /** The texts and numbers that the run sent. */
  readonly #sent = new Set<unknown>();
  #exchanges: Recorded[] = [];

  /** Begins the exchanges of this assumption. */
  begin(gap: GapId): void {
    const lists = Map.groupBy(this.#made.values(), ({ list }) => list);
    const given = [...lists].map(([list, made]) => [list, made.map(({ fields }) => this.#shapeOf(fields))]);
    this.#exchanges = [];
    this.#parts.set(gap, { given: Object.fromEntries(given), exchanges: this.#exchanges });
  }

  /** Returns the exchange, which adds what it sends and gets to the records. */
  of(exchange: Exchange): Exchange {
    return async (question, sending) => {
      const { method, path, body, headers = {} } = question;
      for (const value of valuesIn(masked(body))) this.#sent.add(value);
      const answer = await exchange(question, sending);
      const { status, text } = answer;
      const shown = parsed(text);
      if (isSuccess(status)) this.#keep(method, path, body, shown);
      // Nobody has these, so that none of the project's objects stands for them.
      if (status === 404) for (const [id] of path.matchAll(ANY_ID)) this.#number(id);
      this.#exchanges.push({
        method: method as Recorded["method"],
        path: this.#withoutIds(path).replace("{project}", "[project]"),
        ...("authorization" in headers && { credentials: "wrong" }),
        ...("content-type" in headers && { type: String(headers["content-type"]) }),
        ...(body !== undefined && { sent: this.#shapeOf(masked(body)) }),
        status,
        ...(shown !== undefined && {
          answer: status < 400 ? this.#shapeOf(masked(shown), true) : this.#wordsOf(masked(shown)),
        }),
      });
      return answer;
    };
  }

  /** @param at - The day of the run. */
  all(at: string): object[] {
    return [...this.#parts].flatMap(([gap, part]) => {
      if (part.exchanges.length === 0) return [];
      const about = gaps[gap].question.replace(/ \([^)]*\)/g, "");
      const source = `npm run test:live, version ${versionHere()}`;
      return [{ about, grade: "recorded", date: at, source, assumptions: [gap], ...part }];
    });
  }

  /**
   * Returns the shape of a value: texts that the run did not send are `[text]`, and lists have two entries at most. Of objects that
   * the run did not make, the keys alone are shown.
   */
  #shapeOf(value: unknown, isAnswer = false): Shape {
    if (typeof value === "string") {
      const shown = this.#withoutIds(value);
      return this.#sent.has(value) || value === SECRET || /^\[id\d*\]$/.test(shown) ? shown : "[text]";
    }
    if (typeof value === "number") return this.#sent.has(value) ? value : "[number]";
    if (Array.isArray(value)) return value.slice(0, MOST).map((each) => this.#shapeOf(each, isAnswer));
    if (!isObject(value)) return value as Shape;
    const isOwn = this.#made.has(String(value.id ?? value.sid));
    const isForeign = isAnswer && !isOwn && ["id", "sid", "domain_identifier"].some((key) => key in value);
    const shape = (key: string, each: unknown) => {
      if (isForeign) return "[any]";
      if (each === SECRET && key === "refresh_token") return "[refresh_token]";
      return LINKS.has(key) ? "[text or absent]" : this.#shapeOf(each, isAnswer && !isOwn);
    };
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shape(key, each)]));
  }

  #number(id: string): void {
    const key = id.toLowerCase();
    if (!this.#numbers.has(key)) this.#numbers.set(key, this.#numbers.size + 1);
  }

  /** Returns a refusal with the service's words. */
  #wordsOf(value: unknown): Shape {
    if (typeof value === "string") return value.length > LONGEST ? "[text]" : this.#withoutIds(value);
    if (Array.isArray(value)) return value.map((each) => this.#wordsOf(each));
    if (!isObject(value)) return value as Shape;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#wordsOf(each)]));
  }

  /** The run's own objects have numbers, so that a record tells them apart. */
  #withoutIds(text: string): string {
    const shown = text.replace(/(?<=page_token=)[^&]+/, "[page_token]");
    return shown.replace(ANY_ID, (id) => `[id${this.#numbers.get(id.toLowerCase()) ?? ""}]`);
  }

  #keep(method: string, path: string, body: unknown, answer: unknown): void {
    const resource = resourceAt(path.replace(ANY_ID, "[id]"));
    if (!resource?.operations.create || !resource.operations.list) return;
    const id = method === "POST" ? String(Object(answer).id) : (path.split("/").at(-1) ?? "").toLowerCase();
    const before = this.#made.get(id);
    if (method === "DELETE") this.#made.delete(id);
    if (!isObject(body) || !(method === "POST" || before)) return;
    this.#number(id);
    const fields = Object.entries({ id, ...before?.fields, ...body }).filter(([, value]) => value !== null);
    this.#made.set(id, { list: plural(resource.kind), fields: masked(Object.fromEntries(fields)) });
  }
}

const SECRET = "[secret]";

/** The objects of a list are alike. */
const MOST = 2;

/** A longer text may be a page of another program. */
const LONGEST = 200;

function valuesIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(valuesIn);
}

const ANY_ID = new RegExp(UUID.source.replace(/^\^|\$$/g, ""), "gi");

/** Texts of links that depend on the number of objects. */
const LINKS = new Set(["next", "prev"]);

/** Returns JSON, other text as it is, and undefined for an empty answer. */
function parsed(text: string): unknown {
  return text === "" ? undefined : (parsedJson(text) ?? text);
}

/** Returns the version of the package in this clone. */
export function versionHere(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}
