// Finds tools on a PATH and runs them with a time limit and without our terminal.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";

export type Outcome = { code: number | null; stdout: string; stderr: string; problem?: string };

export type RunOptions = {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  timeoutMs?: number;
  onStderr?: (line: string) => void;
};

/** Runs a command. Never throws: an outcome with a `problem` reports a failed start or a time-out. */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  const { env, cwd, timeoutMs, onStderr } = options;
  const child = spawn(command, args, {
    env,
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, so that a time-out also ends grandchildren such as a download or a compiler.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let problem: string | undefined;
  const stop = () => endTree(child.pid);
  const timer = timeoutMs
    ? setTimeout(() => {
        problem = `took longer than ${Math.round(timeoutMs / 1000)} s`;
        stop();
      }, timeoutMs)
    : undefined;
  // The process has left our group, so a Ctrl-C does not reach it.
  const interrupted = (signal: NodeJS.Signals) => process.exit(signal === "SIGINT" ? 130 : 143);
  process.once("exit", stop).once("SIGINT", interrupted).once("SIGTERM", interrupted);
  if (onStderr) createInterface({ input: child.stderr }).on("line", onStderr);
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      outcome[name] += text;
    });
  try {
    const [code, signal] = await once(child, "close");
    outcome.code = code;
    if (signal) problem ??= `was ended by ${signal}`;
  } catch (error) {
    problem = (error as Error).message;
  } finally {
    clearTimeout(timer);
    process.off("exit", stop).off("SIGINT", interrupted).off("SIGTERM", interrupted);
  }
  return problem === undefined ? outcome : { ...outcome, problem };
}

/** Returns the executables of that name, in the order of the PATH. */
export function findOnPath(name: string, env: NodeJS.ProcessEnv): string[] {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const folders = pathOf(env).split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix))).filter(isExecutable);
}

/** Returns the PATH. Windows spells it `Path`, and a copied environment is case-sensitive. */
export function pathOf(env: NodeJS.ProcessEnv): string {
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH");
  return (key === undefined ? undefined : env[key]) ?? "";
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Ends a process of `run` and its children: its process group, or on Windows its process tree. */
function endTree(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") execFileSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}
