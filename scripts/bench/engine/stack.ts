// Decides how a benchmark drives the real engine: a contestant's program in a project of its own, with a local backend.

import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine } from "../../engine/obtain.ts";
import { placePackage, placePackageWithoutHttp, root } from "../package.ts";
import { watchProvider } from "../provider-memory.ts";

const programs = fileURLToPath(new URL("./programs", import.meta.url));

/** Whose program runs; `no-http` is ours with another provider behind it. */
export const CONTESTANTS = ["ours", "floor", "ordinary", "no-http"] as const;
export type Contestant = (typeof CONTESTANTS)[number];

export interface Operation {
  readonly seconds: number;
  /** The provider process at its largest, in MB; undefined where there was none, or the system does not tell. */
  readonly memory: number | undefined;
}

export class BenchStack {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #engine: Engine;

  private constructor(engine: Engine, folder: string, env: NodeJS.ProcessEnv) {
    this.#engine = engine;
    this.folder = folder;
    this.env = env;
  }

  static async create(
    engine: Engine,
    contestant: Contestant,
    env: { readonly [name: string]: string },
  ): Promise<BenchStack> {
    const folder = await mkdtemp(join(tmpdir(), `signalwire-bench-${contestant}-`));
    await mkdir(join(folder, "node_modules", "@pulumi"), { recursive: true });
    await mkdir(join(folder, "state"));
    await symlink(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
    await (contestant === "no-http" ? placePackageWithoutHttp : placePackage)(folder);
    await cp(join(programs, "arguments.mjs"), join(folder, "arguments.mjs"));
    await cp(join(programs, `${contestant === "no-http" ? "ours" : contestant}.mjs`), join(folder, "index.mjs"));
    await writeFile(join(folder, "package.json"), '{ "name": "bench", "type": "module" }');
    await writeFile(
      join(folder, "Pulumi.yaml"),
      "name: bench\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.mjs\n",
    );
    const stack = new BenchStack(engine, folder, {
      ...withoutPulumi(process.env),
      ...engine.env,
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_HOME: join(folder, "home"),
      ...env,
    });
    await stack.run("stack", "init", "bench");
    return stack;
  }

  /** Runs the CLI to its end. Fails with what it printed. */
  run(...args: string[]): Promise<Operation> {
    return this.execute(this.#engine.command, [...args, "--non-interactive", "--color", "never"]);
  }

  /** Runs any command in the project to its end. Fails with what it printed. */
  execute(command: string, args: readonly string[]): Promise<Operation> {
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const child = spawn(command, args, { cwd: this.folder, env: this.env, stdio: ["ignore", "pipe", "pipe"] });
      const provider = watchProvider(child.pid ?? 0);
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (bytes) => {
          output += bytes;
        });
      child.on("error", reject);
      child.on("close", (code) => {
        const memory = provider.stop();
        if (code === 0) resolve({ seconds: (performance.now() - started) / 1000, memory });
        else reject(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output.slice(-4000)}`));
      });
    });
  }

  async stateBytes(): Promise<number> {
    return (await stat(join(this.folder, "state/.pulumi/stacks/bench/bench.json"))).size;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** The environment of whoever measures must not leak into a stack. */
function withoutPulumi(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("PULUMI_") && !name.startsWith("SIGNALWIRE_")),
  );
}
