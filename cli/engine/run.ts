// Runs the Pulumi CLI from the PATH in the project's folder.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { StringDecoder } from "node:string_decoder";
import { setTimeout } from "node:timers/promises";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { ENDING_SIGNALS, makeTemporary, removeTemporary } from "../../sdk/temporary.ts";
import { failureOf, noCli } from "./failures.ts";

export interface Project {
  readonly folder: string;
  readonly configFile: string | undefined;
}

interface RunOptions {
  /** The stack that the error names; empty when none is known yet. */
  readonly stack: string;
  /** The start of the error when its cause is not a known one. */
  readonly failed: string;
}

/** @throws CheckImpossible with a known sentence, or the CLI's message. */
export async function runPulumi(project: Project, args: readonly string[], options: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await outputOf(startPulumi(project, args));
  if (code !== 0) throw failureOf(options.stack, options.failed, stderr);
  return stdout;
}

export interface EngineRun {
  readonly stack: string;
  readonly onEvent: (event: EngineEvent) => void;
  readonly environment?: NodeJS.ProcessEnv;
  readonly onStdout?: (text: string) => void;
  readonly onStderr?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** @throws CheckImpossible with a known sentence, or the engine's messages. */
export async function runEngine(project: Project, args: readonly string[], run: EngineRun): Promise<void> {
  const { stack, onEvent, environment, signal, onStdout = ignore, onStderr = ignore } = run;
  const folder = makeTemporary("signalwire-events-");
  const file = join(folder, "events.json");
  const log = await open(file, "a+");
  // The CLI hides this flag, which the Automation API uses too.
  const child = startPulumi(project, [...args, "--stack", stack, "--event-log", file], {
    environment: { PULUMI_DEBUG_COMMANDS: "true", ...environment },
    // A signal of the terminal reaches this process alone, which passes it on like any other.
    detached: process.platform !== "win32",
  });
  let isInterrupted = false;
  const interrupt = () => {
    // By a second signal, the engine would end without giving up its lock. When interrupted, `npx` sends two.
    if (!isInterrupted) child.kill("SIGINT");
    isInterrupted = true;
  };
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt);
  for (const each of ENDING_SIGNALS) process.on(each, interrupt);
  try {
    child.stdout.setEncoding("utf8").on("data", onStdout);
    child.stderr.setEncoding("utf8").on("data", onStderr);
    const ended = outputOf(child);
    await passEvents(log, onEvent, ended);
    const { code, stdout, stderr } = await ended;
    if (code !== 0) throw failureOf(stack, `The engine could not check "${stack}"`, `${stdout}\n${stderr}`);
  } finally {
    signal?.removeEventListener("abort", interrupt);
    for (const each of ENDING_SIGNALS) process.off(each, interrupt);
    await log.close();
    removeTemporary(folder);
  }
}

/** Node's compilation of Pulumi's SDK takes a third of a small run. The processes of the engine keep it for the next run. */
const COMPILE_CACHE = join(tmpdir(), "node-compile-cache");

function startPulumi(
  { folder }: Project,
  args: readonly string[],
  { environment, detached = false }: { environment?: NodeJS.ProcessEnv; detached?: boolean } = {},
) {
  return spawn("pulumi", [...args, "--non-interactive"], {
    cwd: folder,
    detached,
    stdio: ["ignore", "pipe", "pipe"],
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...environment },
  });
}

async function outputOf(child: ChildProcessByStdio<null, Readable, Readable>) {
  const ended = new Promise<number | null>((done, failed) => {
    child.once("close", done);
    child.once("error", (error: NodeJS.ErrnoException) => failed(error.code === "ENOENT" ? noCli() : error));
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** Milliseconds between two looks at the log of a running engine. */
const LOOK = 100;

/** Passes on each event that the engine appends to its log, until the engine has ended. */
async function passEvents(log: FileHandle, onEvent: EngineRun["onEvent"], ended: Promise<unknown>): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const read = async () => {
    for (;;) {
      const { bytesRead, buffer } = await log.read({ buffer: Buffer.alloc(65_536) });
      if (bytesRead === 0) return;
      const lines = `${rest}${decoder.write(buffer.subarray(0, bytesRead))}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onEvent(JSON.parse(line));
    }
  };
  let isRunning = true;
  const end = ended.then(() => {
    isRunning = false;
  });
  while (isRunning) {
    await Promise.race([end, setTimeout(LOOK)]);
    await read();
  }
}

function ignore(): void {}
