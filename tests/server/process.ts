// Starts a server in a separate process like a user.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { basic } from "./support.ts";

const PROGRAM = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

export interface Running {
  readonly child: ChildProcess;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there.
  ask(method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
  /** Asks the control API. */
  // biome-ignore lint/suspicious/noExplicitAny: likewise.
  control(method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
}

/** @param shell - Shell commands that run before the program, in its process. */
export async function startProcess(options: readonly string[], shell?: string): Promise<Running> {
  const program = [process.execPath, PROGRAM, "serve", "--json", ...options];
  const [command = "", ...rest] =
    shell === undefined ? program : ["bash", "-c", `${shell}; exec "$0" "$@"`, ...program];
  const child = spawn(command, rest, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const facts = JSON.parse(String((await once(child.stdout, "data"))[0]));
  const authorization = basic(facts.projectId, facts.apiToken);
  const send = async (credentials: string, method: string, path: string, body?: object) => {
    const headers = { authorization: credentials, "content-type": "application/json" };
    const response = await fetch(facts.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    child,
    ask: (...question) => send(authorization, ...question),
    control: (method, path, body) => send(`Bearer ${facts.controlToken}`, method, `/_reference/${path}`, body),
  };
}
