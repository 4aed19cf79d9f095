// Decides what several checks add up to: the counts, and the exit code of the run.

import {
  type Account,
  type CheckedStack,
  type DriftReport,
  type FailureKind,
  VERDICTS,
  type Verdict,
} from "./model.ts";

export function assemble(
  stacks: readonly CheckedStack[],
  accounts: readonly Account[],
  now: Date,
  failOn: readonly FailureKind[],
): DriftReport {
  const verdicts = stacks.flatMap(({ resources }) => resources.map(({ verdict }) => verdict));
  const counts = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, verdicts.filter((each) => each === verdict).length]),
  ) as Record<Verdict, number>;
  return {
    version: 1,
    checkedAt: now.toISOString().replace(/\.\d+Z$/, "Z"),
    stacks,
    accounts,
    counts,
    exitCode: exitCode(stacks, accounts, counts, failOn),
  };
}

/** What could not be checked beats drift: a run that saw only a part must not pass for one that saw all. */
function exitCode(
  stacks: readonly CheckedStack[],
  accounts: readonly Account[],
  counts: { readonly [verdict in Verdict]: number },
  failOn: readonly FailureKind[],
): 0 | 1 | 7 {
  // A stack that was not checked at all is no finding that `never` could wave through.
  if (stacks.some(({ error }) => error !== undefined)) return 1;
  if (failOn.includes("never")) return 0;
  if (counts.error > 0 || accounts.some(({ error }) => error !== undefined)) return 1;
  const found: Partial<Record<FailureKind, boolean>> = {
    drift: counts.drifted + counts.missing > 0,
    renewal: counts["renewal-due"] > 0,
    unmanaged: accounts.some(({ unmanaged }) => unmanaged.length > 0),
  };
  return failOn.some((kind) => found[kind]) ? 7 : 0;
}
