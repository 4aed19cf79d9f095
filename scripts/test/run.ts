// Runs vitest in this process and counts its results. Ends a run that hangs: an endless loop or a stuck download would otherwise
// use up the time limit of a CI job.
import { relative } from "node:path";
import { parseCLI, startVitest, type Vitest } from "vitest/node";
import { endDescendants } from "./descendants.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Limits {
  /** The longest time in milliseconds between the ends of tests, hooks or files. */
  readonly silenceMs: number;
  /** The longest time in milliseconds for the whole run. */
  readonly totalMs: number;
}

/** Runs the tests. The arguments are vitest's own. Without `limits`, the time is unlimited. */
export async function runTests(args: readonly string[], limits?: Limits): Promise<Counts> {
  const { filter, options } = parseCLI(["vitest", "run", ...args]);
  const started = performance.now();
  let lastResult = started;
  let vitest: Vitest | undefined;
  const note = () => {
    lastResult = performance.now();
  };
  const reporter = {
    onInit: (each: Vitest) => {
      vitest = each;
    },
    onTestCaseResult: note,
    onHookEnd: note,
    onTestModuleEnd: note,
  };
  const run = startVitest(filter, { ...options, watch: false, reporters: ["default", reporter] })
    .then((each) => each.close())
    .then(() => undefined);
  const { promise: exceeded, resolve: giveUp } = Promise.withResolvers<string>();
  const look = ({ silenceMs, totalMs }: Limits) => {
    const now = performance.now();
    if (now - lastResult > silenceMs) giveUp(`${minutes(silenceMs)} without a result`);
    else if (now - started > totalMs) giveUp(`they took longer than ${minutes(totalMs)}`);
  };
  const timer = limits && setInterval(look, Math.min(1_000, limits.silenceMs / 4), limits);
  const reason = await Promise.race([run, exceeded]);
  clearInterval(timer);
  if (reason !== undefined) endDescendants();
  return counted(vitest, reason);
}

/** Counts each file that had not ended as one failure, and prints why the run was ended. */
function counted(vitest: Vitest | undefined, reason: string | undefined): Counts {
  const counts = { passed: 0, failed: vitest?.state.getUnhandledErrors().length ?? 0, skipped: 0 };
  const skipped = new Set<string>();
  const unfinished: string[] = [];
  for (const module of vitest?.state.getTestModules() ?? []) {
    const state = module.state();
    if (state === "queued" || state === "pending") {
      unfinished.push(relative(process.cwd(), module.moduleId));
      continue;
    }
    const failedBefore = counts.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === "pending" ? "skipped" : state] += 1;
      if (state === "skipped") skipped.add(test.parent.type === "suite" ? test.parent.fullName : test.name);
    }
    // A broken import or a failed hook fails a file without a failed test.
    if (state === "failed" && counts.failed === failedBefore) counts.failed += 1;
  }
  for (const each of skipped) console.log(`skipped: ${each}`);
  if (reason === undefined) return counts;
  console.log(`\n✗ The tests were ended: ${reason}. Unfinished: ${unfinished.sort().join(", ") || "the set-up"}`);
  return { ...counts, failed: counts.failed + Math.max(1, unfinished.length) };
}

function minutes(ms: number): string {
  return `${(ms / 60_000).toFixed(ms < 60_000 ? 2 : 0)} minutes`;
}
