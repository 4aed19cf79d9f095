import * as z from "zod";
import type { JsonValue } from "../../contract/index.ts";
import { parseInput } from "./input.ts";
import { nodeHttp } from "./node-http.ts";
import type { Randomness } from "./randomness.ts";

/** The effect of a fault on a request. Times are real time in milliseconds, up to 600,000. */
export type FaultEffect =
  /** The connection breaks before the request is processed. */
  | { effect: "drop" }
  /** The request is processed and stored, but the connection breaks before the answer. */
  | { effect: "lose-answer" }
  /** The request waits, then is processed as usual. */
  | { effect: "delay"; milliseconds: number }
  /**
   * `status`: the request gets this answer and is not processed. `late-status`: the same answer, but after the request was
   * processed and stored, like a gateway's time-out.
   */
  | {
      effect: "status" | "late-status";
      status: number;
      body?: JsonValue | undefined;
      headers?: { readonly [name: string]: string } | undefined;
    }
  /** The request is not processed. The answer is 429 with a `Retry-After` in seconds or as a date, by default one second. */
  | { effect: "rate-limit"; retryAfter?: number | undefined; as?: "seconds" | "date" | undefined }
  /** The request is processed and stored; the answer ends in the middle. */
  | { effect: "truncate" }
  /** The request is processed and stored; the answer is a page of HTML. */
  | { effect: "not-json" }
  /** The request is processed and stored; the second half of the answer is delayed. */
  | { effect: "slow-body"; milliseconds: number };

/** The requests that a fault affects. */
export interface FaultAim {
  /** For example `POST`. Default: any. */
  method?: string | undefined;
  /** The path, with `{id}` or `*` for one segment. Default: any. The query is ignored. */
  path?: string | undefined;
  /** The number of requests to affect. Default: 1, or every request when `probability` is given. */
  times?: number | "always" | undefined;
  /** The number of matching requests to let pass first. */
  after?: number | undefined;
  /** The probability, above 0 and at most 1, for each matching request. */
  probability?: number | undefined;
}

export type FaultOptions = FaultEffect & FaultAim;

const milliseconds = z.number().min(0).max(600_000);

const aim = {
  method: z.string().refine(isMethod, "must be an HTTP method, for example POST").optional(),
  path: z.string().startsWith("/", "must start with a slash").optional(),
  times: z
    .union([z.int().min(1), z.literal("always")], { error: 'must be a whole number from 1, or "always"' })
    .optional(),
  after: z.int().min(0).optional(),
  probability: z.number().gt(0).max(1).optional(),
};

const faultOptions: z.ZodType<FaultOptions> = z.discriminatedUnion("effect", [
  z.strictObject({ effect: z.enum(["drop", "lose-answer", "truncate", "not-json"]), ...aim }),
  z.strictObject({ effect: z.enum(["delay", "slow-body"]), milliseconds, ...aim }),
  z.strictObject({
    effect: z.enum(["status", "late-status"]),
    status: z.int().min(200).max(599),
    body: z.json().optional(),
    headers: z
      .record(z.string(), z.string())
      .refine(areHeaders, "must be names and values that HTTP allows")
      .optional(),
    ...aim,
  }),
  z.strictObject({
    effect: z.literal("rate-limit"),
    retryAfter: z.int().min(0).optional(),
    as: z.enum(["seconds", "date"]).optional(),
    ...aim,
  }),
]);

/** An active or used fault. */
export interface Fault {
  readonly id: string;
  /** Includes `times`, also by default. */
  readonly options: FaultOptions;
  /** The number of requests affected so far. */
  readonly struck: number;
}

/**
 * The faults of a server. The first that matches a request strikes it.
 *
 * @example
 * ```ts
 * server.faults.add({ method: "POST", path: "/api/relay/rest/endpoints/sip", effect: "lose-answer" });
 * ```
 */
export class Faults {
  readonly #random: Randomness;
  #faults: ArmedFault[] = [];

  constructor(random: Randomness) {
    this.#random = random;
  }

  /** Adds a fault. Throws an InputError with every problem of the options. */
  add(options: FaultOptions): Fault {
    const { path, times, after, probability } = parseInput("The fault", faultOptions, options);
    const fault: ArmedFault = {
      id: this.#random.uuid(),
      options: { ...options, times: times ?? (probability === undefined ? 1 : "always") },
      struck: 0,
      passes: after ?? 0,
      pattern: path === undefined ? undefined : pattern(path),
    };
    this.#faults.push(fault);
    return fault;
  }

  /** All faults, used ones included. */
  get all(): readonly Fault[] {
    return this.#faults.map(({ id, options, struck }) => ({ id, options, struck }));
  }

  /** Removes a fault. Returns false when there is none with this id. */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  /** Returns the effect on this request, if any, and counts it. */
  strike(method: string, url: string): FaultEffect | undefined {
    if (this.#faults.length === 0) return undefined;
    const path = url.split("?", 1)[0] ?? "";
    for (const fault of this.#faults) {
      if (fault.struck === fault.options.times || !matches(fault, method, path)) continue;
      if (fault.passes > 0) {
        fault.passes -= 1;
        continue;
      }
      const { probability } = fault.options;
      if (probability !== undefined && this.#fraction() >= probability) continue;
      fault.struck += 1;
      return fault.options;
    }
    return undefined;
  }

  /** Returns a random number from 0 up to 1. */
  #fraction(): number {
    return Buffer.from(this.#random.bytes(4)).readUInt32BE() / 2 ** 32;
  }
}

interface ArmedFault extends Fault {
  readonly pattern: RegExp | undefined;
  struck: number;
  passes: number;
}

function matches({ options, pattern }: ArmedFault, method: string, path: string): boolean {
  if (options.method !== undefined && options.method.toUpperCase() !== method) return false;
  return pattern === undefined || pattern.test(path);
}

function pattern(path: string): RegExp {
  const literal = path.replace(/[.+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{\w+\}|\*/g, "[^/]+")}$`);
}

function isMethod(text: string): boolean {
  return nodeHttp.METHODS.includes(text.toUpperCase());
}

function areHeaders(headers: { readonly [name: string]: string }): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      nodeHttp.validateHeaderName(name);
      nodeHttp.validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}
