// What only a process of its own shows: the end of its output, and of `npx` before it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";

const PROGRAM = fileURLToPath(new URL("../../../cli/main.ts", import.meta.url));

test("a reader of the output that ends early changes nothing", async () => {
  const child = spawn(process.execPath, [PROGRAM, "call", "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect([code, err]).toEqual([0, ""]);
});

const title =
  "SIGTERM to `npx` stops the server that it started (skipped on Windows, where npm starts no shell of POSIX)";

test.skipIf(process.platform === "win32")(title, async () => {
  const cwd = temporaryFolder();
  const command = "node_modules/.bin/pulumi-signalwire";
  writeFiles(cwd, { "package.json": "{}", [command]: `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n` });
  chmodSync(join(cwd, command), 0o755);
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const npx = spawn("npx", ["--no", "--", "pulumi-signalwire", "serve", "--json"], {
    ...{ cwd, detached: true, env: { ...process.env, PATH } },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void npx.kill("SIGKILL"));
  await once(npx.stdout, "data");
  npx.kill("SIGTERM");
  // The output ends when the last process that writes to it has ended.
  const isOver = await Promise.race([once(npx, "close").then(() => true), pause(10_000, false)]);
  if (!isOver) process.kill(-(npx.pid ?? 0), "SIGKILL");
  expect(isOver).toBe(true);
});
