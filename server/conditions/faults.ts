import { z } from "zod";
import type { JsonValue } from "../../contract/index.ts";
import { parsed } from "./input.ts";
import { nodeHttp } from "./node-http.ts";
import type { Randomness } from "./randomness.ts";

/** What happens to a request that a fault strikes. Times are real time in milliseconds, up to 600,000. */
export type FaultEffect =
  /** The connection breaks before anything is done. */
  | { effect: "drop" }
  /** The request is done and kept, but the connection breaks instead of the answer. */
  | { effect: "lose-answer" }
  /** The request waits and is then done as ever. */
  | { effect: "delay"; milliseconds: number }
  /** This is answered: nothing is done; `late-status`: after the request was done and kept, as by a gateway that waited too long. */
  | {
      effect: "status" | "late-status";
      status: number;
      body?: JsonValue | undefined;
      headers?: { readonly [name: string]: string } | undefined;
    }
  /** Nothing is done; 429 with a `Retry-After`, one second unless told, as a number of seconds or as a date. */
  | { effect: "rate-limit"; retryAfter?: number | undefined; as?: "seconds" | "date" | undefined }
  /** The request is done and kept; the answer breaks off in the middle. */
  | { effect: "truncate" }
  /** The request is done and kept; the answer is a page of HTML. */
  | { effect: "not-json" }
  /** The request is done and kept; the second half of the answer comes late. */
  | { effect: "slow-body"; milliseconds: number };

/** Which requests a fault strikes. */
export interface FaultAim {
  /** For example `POST`; any when not given. */
  method?: string | undefined;
  /** The path, where `{id}` or `*` stands for one segment; any when not given. The query does not count. */
  path?: string | undefined;
  /** How many requests it strikes: 1 when not given, every one when `probability` is. */
  times?: number | "always" | undefined;
  /** How many matching requests it lets pass first. */
  after?: number | undefined;
  /** The chance, above 0 up to 1, that it strikes a matching request. */
  probability?: number | undefined;
}

export type FaultOptions = FaultEffect & FaultAim;

const milliseconds = z.number().min(0).max(600_000);

const effects: z.ZodType<FaultEffect> = z.discriminatedUnion("effect", [
  z.strictObject({ effect: z.literal("drop") }),
  z.strictObject({ effect: z.literal("lose-answer") }),
  z.strictObject({ effect: z.literal("delay"), milliseconds }),
  z.strictObject({
    effect: z.enum(["status", "late-status"]),
    status: z.int().min(200).max(599),
    body: z.json().optional(),
    headers: z
      .record(z.string(), z.string())
      .refine(areHeaders, "must be names and values that HTTP allows")
      .optional(),
  }),
  z.strictObject({
    effect: z.literal("rate-limit"),
    retryAfter: z.int().min(0).optional(),
    as: z.enum(["seconds", "date"]).optional(),
  }),
  z.strictObject({ effect: z.literal("truncate") }),
  z.strictObject({ effect: z.literal("not-json") }),
  z.strictObject({ effect: z.literal("slow-body"), milliseconds }),
]);

const aim: z.ZodType<FaultAim> = z.object({
  method: z.string().refine(isMethod, "must be an HTTP method, for example POST").optional(),
  path: z.string().startsWith("/", "must start with a slash").optional(),
  times: z
    .union([z.int().min(1), z.literal("always")], { error: 'must be a whole number from 1, or "always"' })
    .optional(),
  after: z.int().min(0).optional(),
  probability: z.number().gt(0).max(1).optional(),
});

/** A fault that was set. */
export interface Fault {
  readonly id: string;
  readonly options: FaultOptions;
  /** How many requests it has struck. */
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

  /** Sets a fault. Throws an InputError that names every problem of the options. */
  add(options: FaultOptions): Fault {
    const { method, path, times, after, probability, ...effect } = options;
    parsed("The fault", aim, options);
    parsed("The fault", effects, effect);
    const fault: ArmedFault = {
      id: this.#random.uuid(),
      options,
      struck: 0,
      left: times === "always" || (times === undefined && probability !== undefined) ? Infinity : (times ?? 1),
      passes: after ?? 0,
      pattern: path === undefined ? undefined : pattern(path),
    };
    this.#faults.push(fault);
    return fault;
  }

  /** The faults that can still strike, and those that have. */
  get all(): readonly Fault[] {
    return [...this.#faults];
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  /** The effect on this request, if any; it counts as struck. */
  strike(method: string, url: string): FaultEffect | undefined {
    if (this.#faults.length === 0) return undefined;
    const path = url.split("?", 1)[0] ?? "";
    for (const fault of this.#faults) {
      if (fault.left === 0 || !matches(fault, method, path)) continue;
      if (fault.passes > 0) {
        fault.passes -= 1;
        continue;
      }
      const { probability } = fault.options;
      if (probability !== undefined && this.#fraction() >= probability) continue;
      fault.left -= 1;
      fault.struck += 1;
      return fault.options;
    }
    return undefined;
  }

  /** From 0 up to 1. */
  #fraction(): number {
    return Buffer.from(this.#random.bytes(4)).readUInt32BE() / 2 ** 32;
  }
}

interface ArmedFault {
  readonly id: string;
  readonly options: FaultOptions;
  readonly pattern: RegExp | undefined;
  struck: number;
  left: number;
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
