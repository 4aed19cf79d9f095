import { once } from "node:events";
import { cpSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { obtainEngine } from "../scripts/engine/obtain.ts";
import { root, type Server, start, temporaryFolder } from "./processes.ts";

/** The program: the engine alone, or this package. */
export type Contestant = "floor" | "ours";

/** Creates a project with the stack `bench` on the file backend, and the contestant's program with this number of endpoints. */
export async function createStack(contestant: Contestant, size: number, server: Server) {
  const engine = await obtainEngine();
  const folder = temporaryFolder();
  const inProject = (path: string) => join(folder, path);
  cpSync(join(root, "bench/programs"), folder, { recursive: true });
  mkdirSync(inProject("node_modules/@pulumi"), { recursive: true });
  mkdirSync(inProject("state"));
  symlinkSync(join(root, "node_modules/@pulumi/pulumi"), inProject("node_modules/@pulumi/pulumi"), "junction");
  symlinkSync(root, inProject("node_modules/pulumi-signalwire"), "junction");
  writeFileSync(inProject("package.json"), '{ "name": "bench", "type": "module" }');
  const runtime = "runtime: { name: nodejs, options: { typescript: false } }";
  writeFileSync(inProject("Pulumi.yaml"), `name: bench\n${runtime}\nmain: ${contestant}.mjs\n`);
  // Variables of the measuring user must not affect the stack.
  const own = Object.entries(process.env).filter(([name]) => !/^(PULUMI|SIGNALWIRE)_/.test(name));
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(own),
    ...engine.env,
    PULUMI_BACKEND_URL: `file://${inProject("state")}`,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_HOME: inProject("home"),
    BENCH_N: String(size),
    SIGNALWIRE_BASE_URL: server.url,
    SIGNALWIRE_PROJECT_ID: server.projectId,
    SIGNALWIRE_API_TOKEN: server.apiToken,
  };
  const run = (command: string, args: readonly string[]) => secondsOf(command, args, { cwd: folder, env });
  const pulumi = (...args: string[]) => run(engine.command, [...args, "--non-interactive", "--color", "never"]);
  await pulumi("stack", "init", "bench");
  const stateBytes = () => statSync(inProject("state/.pulumi/stacks/bench/bench.json")).size;
  return { folder, env, run, pulumi, stateBytes };
}

async function secondsOf(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const started = performance.now();
  const child = start(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const streams = [child.stdout, child.stderr] as Readable[];
  const [[code], ...output] = await Promise.all([once(child, "close"), ...streams.map((stream) => text(stream))]);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output.join("").slice(-4000)}`);
  return (performance.now() - started) / 1000;
}
