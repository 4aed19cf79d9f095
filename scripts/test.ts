// `npm test`: every check, then every test. The last line counts them; a failed check counts as one failure.
// Arguments are passed to the tests: `npm test -- tests/provider` runs no checks and only those.

import { exec, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

// The checks are the scripts of package.json named check:*, so that each can be run by its name.
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const checks = Object.entries(scripts).filter(([name]) => name.startsWith("check:"));

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const selection = process.argv.slice(2);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
if (selection.length === 0) {
  console.log(`· ${checks.length} checks, half a minute; then the tests, about twenty-five minutes on two cores.`);
  // Most of them use one core.
  const left = [...checks];
  const runLeft = async () => {
    for (let check = left.shift(); check; check = left.shift()) add(await runCheck(check));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runLeft));
  console.log("· The tests: first the fast ones, then those that drive the engine.");
}
add(runTests(selection));

const isGreen = total.failed === 0 && total.passed > 0;
process.exitCode = isGreen ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

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

function runTests(files: readonly string[]): Counts {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-tests-"));
  const report = join(folder, "report.json");
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        join("node_modules", "vitest", "vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        ...files,
      ],
      { stdio: "inherit" },
    );
    return counts(JSON.parse(readFileSync(report, "utf8")), status ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly ancestorTitles: readonly string[] }[];
  }[];
}

function counts(report: Report, status: number): Counts {
  const skipped = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter((each) => each.status === "skipped");
  for (const reason of new Set(skipped.map((each) => each.ancestorTitles.join(" › "))))
    console.log(`skipped: ${reason}`);
  // A failure outside any test, such as a broken import or set-up, leaves every count at zero and only a status.
  const outside = status !== 0 && report.numFailedTests === 0 ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + outside,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function add({ passed, failed, skipped }: Counts): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
