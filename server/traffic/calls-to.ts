import { AssertionError } from "node:assert";
import { assertEveryCallerReached, type ReachedOptions } from "./assert-every-caller-reached.ts";
import type { Exploration } from "./explore.ts";
import { CALLER } from "./keys.ts";
import { reportOf } from "./report.ts";
import { decidingParty, type Trace } from "./step.ts";
import type { InboundCall } from "./traffic.ts";
import { TAKEN } from "./verdict.ts";

/** A running server that takes calls. */
interface Called {
  call(call: InboundCall): Promise<Trace>;
}

/** A running server that tries every path. */
interface Explored {
  explore(): Promise<Exploration>;
}

export interface CallDetails {
  /** The keys that the caller presses, as in a call's `digits`. Default: none. */
  readonly key?: string;
  /** The time of the call in UTC: "Mon 10:00", "2026-12-25 10:00". Default: the server's clock. */
  readonly at?: string;
  /** The caller. Default: a number outside of every project. */
  readonly from?: string;
}

/** Asserts who has a call at its end. */
export interface CallAssertions {
  /**
   * Fails unless the call ends at the endpoint, client, number or script with this name.
   *
   * @throws AssertionError with every step of the call.
   */
  mustRing(name: string, how?: CallDetails): Promise<void>;
}

/**
 * Returns assertions about calls to one address, for a test of any runner.
 *
 * @example
 * ```ts
 * const { mustRing } = callsTo(server, "+12025550101");
 *
 * await mustRing("sales", { key: "1", at: "Mon 10:00" });
 * await mustRing("Voicemail", { at: "Sat 10:00" });
 * ```
 */
export function callsTo(server: Called, to: string): CallAssertions {
  return {
    async mustRing(name, { key: digits, at, from = CALLER } = {}) {
      const trace = await server.call({ to, from, digits, at });
      const found = decidingParty(trace.steps)?.name ?? to;
      if (TAKEN.has(trace.outcome) && found === name) return;
      throw new AssertionError({
        message: `✗ Did not end at ${name}. ${reportOf(trace)}`,
        ...{ actual: TAKEN.has(trace.outcome) ? found : trace.outcome, expected: name, operator: "mustRing" },
      });
    },
  };
}

/**
 * Fails unless every path of every caller of a server reaches somebody.
 *
 * @throws AssertionError with each path that reaches nobody, and its cause.
 */
export async function expectEveryCallerReached(server: Explored, options?: ReachedOptions): Promise<void> {
  assertEveryCallerReached(await server.explore(), options);
}
