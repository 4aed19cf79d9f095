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

/** Compares the expected and the seen result of each step. */
export function compared(
  expected: { readonly [step: string]: unknown },
  seen: { readonly [step: string]: unknown },
): Outcome {
  const differing = Object.keys(expected).filter((step) => !isDeepStrictEqual(expected[step], seen[step]));
  if (differing.length === 0) return held;
  const shown = (values: { readonly [step: string]: unknown }) =>
    differing.map((step) => `${step}: ${JSON.stringify(values[step]) ?? "nothing"}`).join("; ");
  return { verdict: "differs", expected: shown(expected), seen: shown(seen) };
}

/** Adds the part that was not tried to an assumption that held. */
export function exceptFor(part: string, outcome: Outcome): Outcome {
  return outcome.verdict === "held" ? { ...outcome, except: part } : outcome;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
