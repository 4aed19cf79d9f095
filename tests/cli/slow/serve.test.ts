import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../scripts/machine.ts";

const PROGRAM = fileURLToPath(new URL("../../../cli/main.ts", import.meta.url));

interface Run {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  /** Resolves with the output when it matches the pattern. */
  printed(pattern: RegExp): Promise<string>;
  ended(): Promise<number | null>;
}

function run(...options: readonly string[]): Run {
  return watch(spawn(process.execPath, [PROGRAM, ...options], { stdio: ["ignore", "pipe", "pipe"] }));
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>): Run {
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout.on("data", (text) => (output.out += text));
  child.stderr.on("data", (text) => (output.err += text));
  const exit = once(child, "close").then(([code]) => code as number | null);
  return {
    child,
    output,
    ended: () => exit,
    printed: async (pattern) => {
      while (!pattern.test(output.out)) {
        const ended = await Promise.race([exit.then(() => true), once(child.stdout, "data").then(() => false)]);
        if (ended && !pattern.test(output.out)) throw new Error(`It ended without printing ${pattern}: ${output.err}`);
      }
      return output.out;
    },
  };
}

test("without it a person reads what to export, the numbers, and how to stop", async () => {
  const text = await run("serve").printed(/Ctrl\+C/);
  expect(text).toMatch(/export SIGNALWIRE_BASE_URL=http:\/\/127\.0\.0\.1:\d+\n/);
  expect(text).toMatch(/export SIGNALWIRE_PROJECT_ID=[0-9a-f-]{36}\n/);
  expect(text).toMatch(/export SIGNALWIRE_API_TOKEN=PT[0-9a-f]{48}\n/);
  expect(text).toContain("+12025550101, +12025550102 and +18005550103");
});

test("a reader of the output that ends early changes nothing", async () => {
  const { child, ended, output } = run("call", "--help");
  child.stdout?.destroy();
  expect([await ended(), output.err]).toEqual([0, ""]);
});

const title =
  "SIGTERM to `npx` stops the server that it started (skipped on Windows, where npm starts no shell of POSIX)";

test.skipIf(process.platform === "win32")(title, async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`;
  writeFileSync(join(cwd, "node_modules/.bin/pulumi-signalwire"), script, { mode: 0o755 });
  writeFileSync(join(cwd, "package.json"), "{}");
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const options = { cwd, env, detached: true };
  const npx = watch(
    spawn("npx", ["--no", "--", "pulumi-signalwire", "serve", "--json"], {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  await npx.printed(/\n/);
  npx.child.kill("SIGTERM");
  // The output ends when the last process that writes to it has ended.
  const isOver = await Promise.race([npx.ended().then(() => true), pause(10_000, false)]);
  if (!isOver) process.kill(-(npx.child.pid ?? 0), "SIGKILL");
  expect(isOver).toBe(true);
});
