// The run of `npm test` itself, with a folder of a few small tests.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { runNode, temporaryFolder } from "../machine.ts";

const run = join(import.meta.dirname, "../../../scripts/test/run.ts");

/** Runs these test files with a time limit between results. Returns the counts and the output. */
async function runFiles(files: Record<string, string>, silenceMs: number) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "tests"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "tests", `${name}.test.mjs`), text);
  const counted = join(folder, "counts.json");
  writeFileSync(
    join(folder, "run.mjs"),
    `import { writeFileSync } from "node:fs";
import { runTests } from ${JSON.stringify(run)};
const args = ["--root", ${JSON.stringify(folder)}, "--globals", "--no-color", "--maxWorkers=2"];
const counts = await runTests(args, { silenceMs: ${silenceMs}, totalMs: 1e6 });
writeFileSync(${JSON.stringify(counted)}, JSON.stringify(counts));
process.exit();`,
  );
  const { stdout, stderr } = await runNode([join(folder, "run.mjs")], { ...process.env }, { cwd: folder });
  return { folder, counts: JSON.parse(readFileSync(counted, "utf8")), output: stdout + stderr };
}

it("counts tests, files that cannot be loaded, and rejections that no test handles", async () => {
  const files = {
    mixed: "it('a', () => {}); it('b', () => { throw new Error('no'); }); it.skip('c (skipped: no engine)', () => {});",
    broken: "import './nowhere.mjs'; it('d', () => {});",
    unhandled: "it('e', () => { Promise.reject(new Error('late')); });",
  };
  const { counts, output } = await runFiles(files, 600_000);
  expect(counts, output).toEqual({ passed: 2, failed: 3, skipped: 1 });
  expect(output).toContain("skipped: c (skipped: no engine)");
});

it("ends a run without results, names the files that hang, and ends what they started", async () => {
  const files = {
    passing: "it('a', () => {});",
    hanging: `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
it("b", () => {
  const { pid } = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
  writeFileSync("pid", String(pid));
  // Like an endless loop, without its processor time.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`,
  };
  const { counts, output, folder } = await runFiles(files, 8_000);
  expect(counts, output).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(output).toContain("Unfinished: tests/hanging.test.mjs");
  const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
  // The system removes an ended process a moment later.
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 10_000);
});
