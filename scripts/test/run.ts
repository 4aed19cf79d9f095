// Runs vitest in this process and counts results as they arrive. Ends a run that hangs: an endless loop or a stuck download
// would otherwise use up the time limit of a CI job.
import { relative } from "node:path";
import { parseCLI, type Reporter, startVitest, type TestModule } from "vitest/node";
import { endDescendants } from "./descendants.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Limits {
  /** The longest time in milliseconds between the ends of tests, hooks or files. */
  readonly silenceMs: number;
  /** The longest time in milliseconds for the whole run. */
  readonly totalMs: number;
}

/** Runs the tests. The arguments are vitest's own. Without `limits`, the time is unlimited. */
export async function runTests(args: readonly string[], limits?: Limits): Promise<Counts> {
  const { filter, options } = parseCLI(["vitest", "run", ...args]);
  const tally = new Tally();
  const guard = limits && watch(tally, limits);
  const run = startVitest(filter, { ...options, watch: false, reporters: ["default", tally] }).then((vitest) =>
    vitest.close(),
  );
  await (guard ? Promise.race([run, guard.exceeded]) : run);
  guard?.stop();
  return tally.counts();
}

class Tally implements Reporter {
  readonly started = performance.now();
  lastResult = performance.now();
  /** Keyed by project and file, because vitest's object for a file changes between queueing and loading. */
  private readonly running = new Map<string, string>();
  private readonly total: Counts = { passed: 0, failed: 0, skipped: 0 };
  private readonly reasons = new Set<string>();
  private problems = 0;

  onTestModuleQueued(module: TestModule): void {
    this.running.set(key(module), module.moduleId);
  }

  onTestCaseResult(): void {
    this.lastResult = performance.now();
  }

  onHookEnd(): void {
    this.lastResult = performance.now();
  }

  onTestModuleEnd(module: TestModule): void {
    this.lastResult = performance.now();
    this.running.delete(key(module));
    const failedBefore = this.total.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      this.total[state === "passed" ? "passed" : state === "failed" ? "failed" : "skipped"] += 1;
      if (state === "skipped") this.reasons.add(test.parent.type === "suite" ? test.parent.fullName : test.name);
    }
    // A broken import or a failed hook fails a file without a failed test.
    if (module.state() === "failed" && this.total.failed === failedBefore) this.total.failed += 1;
  }

  onTestRunEnd(_: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.problems += unhandledErrors.length;
  }

  /** Counts each file that is still running as one failure, and prints its name. */
  giveUp(reason: string): void {
    const unfinished = [...this.running.values()].map((file) => relative(process.cwd(), file)).sort();
    console.log(`\n✗ The tests were ended: ${reason}. Unfinished: ${unfinished.join(", ") || "the set-up"}`);
    this.problems += Math.max(1, unfinished.length);
  }

  counts(): Counts {
    for (const reason of this.reasons) console.log(`skipped: ${reason}`);
    return { ...this.total, failed: this.total.failed + this.problems };
  }
}

function watch(tally: Tally, { silenceMs, totalMs }: Limits): { exceeded: Promise<void>; stop: () => void } {
  let stop = () => {};
  const exceeded = new Promise<void>((resolve) => {
    const timer = setInterval(
      () => {
        const now = performance.now();
        const isSilent = now - tally.lastResult > silenceMs;
        if (!isSilent && now - tally.started <= totalMs) return;
        clearInterval(timer);
        tally.giveUp(isSilent ? `${minutes(silenceMs)} without a result` : `they took longer than ${minutes(totalMs)}`);
        endDescendants();
        resolve();
      },
      Math.min(1_000, silenceMs / 4),
    );
    stop = () => clearInterval(timer);
  });
  return { exceeded, stop };
}

function key(module: TestModule): string {
  return `${module.project.name} ${module.moduleId}`;
}

function minutes(ms: number): string {
  return `${(ms / 60_000).toFixed(ms < 60_000 ? 2 : 0)} minutes`;
}
