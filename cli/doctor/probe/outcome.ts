import { isDeepStrictEqual } from "node:util";
import type { GapId } from "../../../contract/index.ts";
import type { Session } from "./session.ts";

export type Outcome =
  /** `except`: the part of the assumption that no probe may try. */
  | { readonly verdict: "held"; readonly except?: string }
  /** Both without ids, names and secrets. */
  | { readonly verdict: "differs"; readonly expected: string; readonly seen: string }
  | { readonly verdict: "not-tried"; readonly why: string };

export interface Trial {
  readonly gap: GapId;
  /** True where the trial works without the endpoint of the probe. */
  readonly needsNoEndpoint?: true;
  run(session: Session): Promise<Outcome>;
}

export const held: Outcome = { verdict: "held" };

export function notTried(why: string): Outcome {
  return { verdict: "not-tried", why };
}

/** Compares what each step was expected to give with what it gave. */
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

/** Names the part that was not tried, where the rest held. */
export function exceptFor(part: string, outcome: Outcome): Outcome {
  return outcome.verdict === "held" ? { ...outcome, except: part } : outcome;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
