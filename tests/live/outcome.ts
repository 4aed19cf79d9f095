import { isDeepStrictEqual } from "node:util";
import type { GapId, Resource } from "../../contract/index.ts";
import type { Session } from "./session.ts";

export type Outcome =
  /** `except`: the part of the assumption that was not tried, because it is a risk or impossible. */
  | { readonly verdict: "held"; readonly except?: string }
  /** Neither text contains ids, names or secrets. */
  | { readonly verdict: "differs"; readonly expected: string; readonly seen: string }
  | { readonly verdict: "not-tried"; readonly why: string };

export interface Trial {
  readonly gap: GapId;
  /** True when the trial works without the suite's endpoint. */
  readonly needsNoEndpoint?: true;
  /** The kind of object that the trial makes. Default: none, or another endpoint. */
  readonly makes?: Resource;
  run(session: Session): Promise<Outcome>;
}

export const held: Outcome = { verdict: "held" };

export function notTried(why: string): Outcome {
  return { verdict: "not-tried", why };
}

/** The expected and the seen result of each step. */
export interface Steps {
  readonly [step: string]: readonly [expected: unknown, seen: unknown];
}

export function compared(steps: Steps): Outcome {
  const differing = Object.entries(steps).filter(([, [expected, seen]]) => !isDeepStrictEqual(expected, seen));
  if (differing.length === 0) return held;
  const shown = (at: 0 | 1) =>
    differing.map(([step, results]) => `${step}: ${JSON.stringify(results[at]) ?? "nothing"}`).join("; ");
  return { verdict: "differs", expected: shown(0), seen: shown(1) };
}

/** Adds the part that was not tried to an assumption that held. */
export function exceptFor(part: string, outcome: Outcome): Outcome {
  return outcome.verdict === "held" ? { ...outcome, except: part } : outcome;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
