// Decides what a start costs: the processor time of the process, user and system, until its first line is out.

import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { endWithUs, stop } from "./child.ts";

const SERVE = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

const PROGRAMS = {
  serve: [SERVE, "serve", "--json"],
  nothing: ["--eval", "console.log(1); setInterval(() => {}, 1e6)"],
};

/** Told about from inside, for no other process can be asked portably. */
const ASK = `data:text/javascript,${encodeURIComponent(
  "process.on('message', () => process.send(process.cpuUsage())); process.channel.unref();",
)}`;

/**
 * Milliseconds.
 *
 * @param program - `npx pulumi-signalwire serve --json`, or one that prints a line and does nothing.
 * @param cache - The folder of Node's compile cache.
 */
export async function processorTimeOf(program: "serve" | "nothing", cache: string): Promise<number> {
  const child = spawn(process.execPath, ["--import", ASK, ...PROGRAMS[program]], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  endWithUs(child);
  await once(child.stdout as Readable, "data");
  child.send("usage");
  const [{ user, system }] = await once(child, "message");
  await stop(child);
  return (user + system) / 1000;
}
