// `npm test`: every check, the fast tests, and the engine tests that guard users' accounts. `--fast` runs only the fast tests,
// `--all` everything but what runs each night (.github/workflows/nightly.yml). Other arguments go to vitest: `npm test -- tests/provider`
// runs these tests without checks. The last line counts checks and tests together.

import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { countEngineCommands } from "./test/engine-commands.ts";
import { type Counts, runTests } from "./test/run.ts";

/** Projects of vitest.config.ts. */
const tiers = {
  fast: ["fast"],
  push: ["fast", "engine"],
  all: ["fast", "engine", "in-ci", "browser"],
} as const;

/** Projects of a selection: each file once. Those of the night only run by their names. */
const ofSelection = ["fast", "engine", "in-ci", "browser"];

/** The longest step is the first download for Python and Go, 10 minutes. A CI job has 90. */
const limits = { silenceMs: 15 * 60_000, totalMs: 75 * 60_000 };

const args = process.argv.slice(2);
const tier = args.includes("--all") ? "all" : args.includes("--fast") ? "fast" : "push";
const vitestArgs = args.filter((arg) => arg !== "--all" && arg !== "--fast");
const isSelection = vitestArgs.length > 0 && tier === "push";
const engineCommands = countEngineCommands();

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
if (!isSelection && tier !== "fast") await runChecks();
add(await runTests([...projectArgs(), ...vitestArgs], isSelection ? undefined : limits));

const isGreen = total.failed === 0 && total.passed > 0;
process.stdout.write(
  `\n${engineCommands()}${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`,
  () =>
    // Processes that tests left running must not keep this process alive.
    process.exit(isGreen ? 0 : 1),
);

/** Returns vitest's options for the projects, unless the arguments name them. */
function projectArgs(): string[] {
  if (vitestArgs.some((arg) => arg.startsWith("--project"))) return [];
  const namesNightly = vitestArgs.some((arg) => arg.includes("nightly"));
  const selected = namesNightly ? [...ofSelection, "nightly"] : ofSelection;
  return (isSelection ? selected : tiers[tier]).flatMap((name) => ["--project", name]);
}

async function runChecks(): Promise<void> {
  // The checks are the scripts named check:* in package.json. Each can also be run by its name.
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const left = Object.entries(scripts).filter(([name]) => name.startsWith("check:"));
  console.log(`· ${left.length} checks, half a minute; then the tests.`);
  // Most checks use one core. package.json lists the slowest first, so that none of them runs alone at the end.
  const runLeft = async () => {
    for (let check = left.shift(); check; check = left.shift()) add(await runCheck(check));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runLeft));
}

function runCheck([name, command]: [name: string, command: string]): Promise<Counts> {
  const started = performance.now();
  return new Promise((resolve) => {
    exec(command, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      if (error === null) console.log(`✓ ${name} (${seconds} s)`);
      else console.log(`✗ ${name} (${seconds} s): ${command}\n${stdout}${stderr}Again: npm run ${name}\n`);
      resolve({ passed: error === null ? 1 : 0, failed: error === null ? 0 : 1, skipped: 0 });
    });
  });
}

function add({ passed, failed, skipped }: Counts): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
