import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { sendReport } from "../../provider/run/send-report.ts";
import { receiveReports } from "../../sdk/reports.ts";
import { run } from "../cli/command.ts";
import { temporaryFolder } from "../scripts/machine.ts";

const module = join(import.meta.dirname, "../../sdk/temporary.ts");

/** Starts a process that makes a folder, and resolves when it has. It runs until a signal, or until `script` ends it. */
async function started(TMPDIR: string, script: string) {
  const program = `const t = await import(${JSON.stringify(module)});
    const folder = t.makeTemporary("signalwire-events-");
    console.log("made");
    const alive = setInterval(() => {}, 1000);
    ${script}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { PATH: process.env.PATH, TMPDIR },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  await once(child.stdout, "data");
  return { child, ended };
}

const posix = it.skipIf(process.platform === "win32");

posix.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a process ended by %s leaves no folder (on Windows skipped: no signals)",
  async (signal) => {
    const folder = temporaryFolder();
    const { child, ended } = await started(folder, "");
    expect(readdirSync(folder)).toHaveLength(1);
    child.kill(signal);
    expect([await ended, readdirSync(folder)]).toEqual([[null, signal], []]);
  },
);

it.each<[string, string, number]>([
  ["process.exit", "process.exit(3)", 3],
  ["an error", "throw new Error()", 1],
  ["the removal of the folder", "t.removeTemporary(folder); clearInterval(alive)", 0],
])("a process ended by %s leaves no folder", async (_, script, code) => {
  const folder = temporaryFolder();
  const { ended } = await started(folder, script);
  expect([await ended, readdirSync(folder)]).toEqual([[code, null], []]);
});

it("the folder of a closed reception of reports is gone, and what it received stays", async () => {
  const { path, received, close } = receiveReports();
  await sendReport(await path, "a", 1);
  close();
  expect([[...received], existsSync(dirname(await path))]).toEqual([[["a", 1]], false]);
});

posix(
  "a program's own handler of a signal decides when the process ends (on Windows skipped: no signals)",
  async () => {
    const folder = temporaryFolder();
    const script = `const { existsSync } = await import("node:fs");
      process.on("SIGTERM", () => setTimeout(() => process.exit(existsSync(folder) ? 5 : 6), 100));`;
    const { child, ended } = await started(folder, script);
    await new Promise((done) => setTimeout(done, 200));
    child.kill("SIGTERM");
    expect([await ended, readdirSync(folder)]).toEqual([[5, null], []]);
  },
);

posix(
  "the next process removes the folder of a killed one, and no other (on Windows skipped: no signals)",
  async () => {
    const folder = temporaryFolder();
    const living = await started(folder, "");
    const [own] = readdirSync(folder);
    const killed = await started(folder, "");
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(readdirSync(folder)).toHaveLength(2);
    const { ended } = await started(folder, "t.removeTemporary(folder); clearInterval(alive)");
    await ended;
    expect(readdirSync(folder)).toEqual([own]);
    living.child.kill("SIGTERM");
    await living.ended;
  },
);

posix.each(["preview", "drift"])(
  "the command %s names the variable whose folder cannot be used (on Windows skipped: another variable)",
  async (command) => {
    const TMPDIR = join(import.meta.filename, "temporary");
    const { code, err } = await run([command, "--stack", "test", "--cwd", temporaryFolder()], { TMPDIR });
    expect(code).toBe(1);
    expect(err.trim().split("\n")).toEqual([
      `No temporary folder can be made in ${TMPDIR} (ENOTDIR: not a directory): set TMPDIR to a folder in which this user can write.`,
    ]);
  },
);
