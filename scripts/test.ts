// `npm test`: every check, the fast tests, and the engine tests that guard users' accounts. `--fast` runs only the fast tests,
// `--all` everything but what runs each night (.github/workflows/nightly.yml). A room stands for its tests (scripts/test/rooms.ts), other
// arguments go to vitest: `npm test -- provider` runs these tests without checks. The last line counts checks and tests together.

import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseCLI, startVitest, type TestCase } from "vitest/node";
import { withRooms } from "./test/rooms.ts";

/** Projects of vitest.config.ts. */
const tiers = {
  fast: ["fast"],
  push: ["fast", "engine"],
  all: ["fast", "engine", "in-ci", "browser"],
} as const;

const args = process.argv.slice(2);
const tier = args.includes("--all") ? "all" : args.includes("--fast") ? "fast" : "push";
const vitestArgs = withRooms(args.filter((arg) => arg !== "--all" && arg !== "--fast"));
const isSelection = vitestArgs.length > 0 && tier === "push";

const total = { passed: 0, failed: 0, skipped: 0 };
if (!isSelection && tier !== "fast") await runChecks();
await runTests();

const isGreen = total.failed === 0 && total.passed > 0;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`, () =>
  // Processes that tests left running must not keep this process alive.
  process.exit(isGreen ? 0 : 1),
);

async function runChecks(): Promise<void> {
  // The checks are the scripts named check:* in package.json. Each can also be run by its name.
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const left = Object.entries(scripts).filter(([name]) => name.startsWith("check:"));
  console.log(`· ${left.length} checks, half a minute; then the tests.`);
  // Most checks use one core. package.json lists the slowest first, so that none of them runs alone at the end.
  const runLeft = async () => {
    for (let check = left.shift(); check; check = left.shift()) await runCheck(check);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runLeft));
}

function runCheck([name, command]: [name: string, command: string]): Promise<void> {
  const started = performance.now();
  return new Promise((resolve) => {
    exec(command, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      total[error === null ? "passed" : "failed"] += 1;
      if (error === null) console.log(`✓ ${name} (${seconds} s)`);
      else console.log(`✗ ${name} (${seconds} s): ${command}\n${stdout}${stderr}Again: npm run ${name}\n`);
      resolve();
    });
  });
}

/** Returns the title of a suite that says why it is skipped as a whole. */
function reasonIn(parent: TestCase["parent"]): string | undefined {
  return parent.type === "suite" && parent.name.includes("(skipped: ") ? parent.fullName : undefined;
}

async function runTests(): Promise<void> {
  const { filter, options } = parseCLI(["vitest", "run", ...projectArgs(), ...vitestArgs]);
  const vitest = await startVitest(filter, { ...options, watch: false });
  await vitest.close();
  total.failed += vitest.state.getUnhandledErrors().length;
  const skipped = new Set<string>();
  for (const module of vitest.state.getTestModules()) {
    const failedBefore = total.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      total[state === "pending" ? "skipped" : state] += 1;
      if (state === "skipped") skipped.add(reasonIn(test.parent) ?? test.fullName);
    }
    // A broken import or a failed hook fails a file without a failed test.
    if (module.state() !== "passed" && module.state() !== "skipped" && total.failed === failedBefore) total.failed += 1;
  }
  for (const each of skipped) console.log(`skipped: ${each}`);
}

/** Returns vitest's options for the projects, unless the arguments name them. A selection runs each file once; those of the night only by name. */
function projectArgs(): string[] {
  if (vitestArgs.some((arg) => arg.startsWith("--project"))) return [];
  const namesNightly = vitestArgs.some((arg) => arg.includes("nightly"));
  const selected = namesNightly ? [...tiers.all, "nightly"] : tiers.all;
  return (isSelection ? selected : tiers[tier]).flatMap((name) => ["--project", name]);
}
