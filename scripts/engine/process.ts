// Finds tools on a PATH and runs them with a time limit and without our terminal.
import { execFileSync, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export type Outcome = { code: number | null; stdout: string; stderr: string; problem?: string };

export type RunOptions = {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  timeoutMs?: number;
  onStderr?: (line: string) => void;
};

/** Runs a command. Never throws: an outcome with a `problem` reports a failed start or a time-out. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: options.env,
      cwd: options.cwd,
      stdio: ["ignore", "pipe", "pipe"],
      // Its own process group, so that a time-out also ends grandchildren such as a download or a compiler.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const outcome: Outcome = { code: null, stdout: "", stderr: "" };
    let partial = "";
    const stop = (): void => endTree(child.pid);
    const timer = options.timeoutMs
      ? setTimeout(() => {
          outcome.problem = `took longer than ${Math.round((options.timeoutMs ?? 0) / 1000)} s`;
          stop();
        }, options.timeoutMs)
      : undefined;
    // The process has left our group, so a Ctrl-C does not reach it.
    const interrupted = (signal: NodeJS.Signals): void => process.exit(signal === "SIGINT" ? 130 : 143);
    process.once("exit", stop).once("SIGINT", interrupted).once("SIGTERM", interrupted);

    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      outcome.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      outcome.stderr += text;
      const lines = (partial + text).split("\n");
      partial = lines.pop() ?? "";
      for (const line of lines) options.onStderr?.(line);
    });
    const finish = (): void => {
      clearTimeout(timer);
      process.off("exit", stop).off("SIGINT", interrupted).off("SIGTERM", interrupted);
      resolve(outcome);
    };
    child.on("error", (error) => {
      outcome.problem = error.message;
      finish();
    });
    child.on("close", (code, signal) => {
      outcome.code = code;
      if (signal && !outcome.problem) outcome.problem = `was ended by ${signal}`;
      finish();
    });
  });
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
