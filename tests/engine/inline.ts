// Runs all programs of a worker's test files in one process, like inline programs of Pulumi's Automation API: a flag names the
// address of the process. Separate processes for each program and its language host would cost two seconds for every command, and
// one for each file a second for every file. The process is not the worker itself: both the test runner and Pulumi listen for
// unhandled rejections.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

interface Host {
  readonly process: ChildProcess;
  readonly port: number;
}

let host: Host | undefined;
let isTaken = false;

/** Prepares that folder's program. Returns the port on which the engine reaches it. Release it when the command has ended. */
export async function inlineProgram(
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly port: number; release(): void }> {
  // A program reads the environment, and a process has only one.
  if (isTaken) throw new Error("one inline program at a time");
  isTaken = true;
  host ??= await startHost(env);
  const { process, port } = host;
  process.send({ folder, env });
  await once(process, "message");
  let isRunning = false;
  const note = (message: unknown) => {
    isRunning = message === "running";
  };
  process.on("message", note);
  return {
    port,
    release() {
      isTaken = false;
      process.off("message", note);
      // Like the engine, which ends its own running program.
      if (isRunning) endHost();
    },
  };
}

/** True for the process that runs the programs, which stays for the worker's next file. */
export function isHost(pid: number): boolean {
  return pid === host?.process.pid;
}

async function startHost(env: NodeJS.ProcessEnv): Promise<Host> {
  const process = fork(fileURLToPath(new URL("inline-host.ts", import.meta.url)), { env, execArgv: [] });
  const [{ port }] = await once(process, "message");
  process.on("exit", () => {
    if (host?.process === process) throw new Error("the process of the inline programs ended by itself");
  });
  return { process, port };
}

function endHost(): void {
  const ended = host;
  host = undefined;
  ended?.process.kill();
}
