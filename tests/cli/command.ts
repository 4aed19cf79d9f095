// Runs a command of this package in this process, where a fault of its source can be seen. tests/cli/slow has the real process.

import { format } from "node:util";
import { run as runProgram } from "../../cli/program.ts";
import { compiled } from "../compiled.ts";

/** Returns what the command prints, and its exit code. It sees no variable of this process but those that Node needs. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const kept = { cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode };
  const { log, error } = console;
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  const signals = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((name) => [name, process.listeners(name)] as const);
  const printed = ["", ""];
  for (const [at, { stream }] of streams.entries())
    stream.write = ((text: string, done?: unknown) => {
      printed[at] += text;
      if (typeof done === "function") done();
      return true;
    }) as typeof stream.write;
  console.log = (...values) => process.stdout.write(`${format(...values)}\n`);
  console.error = (...values) => process.stderr.write(`${format(...values)}\n`);
  setVariables({ PATH: kept.env.PATH, ...compiled, ...env });
  process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await runProgram(["node", "pulumi-signalwire", ...args]);
    const [out = "", err = ""] = printed;
    return { code: Number(process.exitCode ?? 0), out, err };
  } finally {
    process.exitCode = kept.exitCode;
    process.chdir(kept.cwd);
    setVariables(kept.env);
    Object.assign(console, { log, error });
    for (const { stream, write } of streams) stream.write = write;
    for (const [name, before] of signals)
      for (const each of process.listeners(name).filter((listener) => !before.includes(listener))) {
        process.off(name, each);
        // Ends the server that goes on.
        if (args[0] === "serve") each(name);
      }
  }
}

/** Changes the variables in place: modules of Node read the process's own. */
function setVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value;
}
