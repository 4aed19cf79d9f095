// Decides how a benchmark drives the real engine: a contestant's program in a project of its own, with a local backend.

import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stream } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Engine } from "../../engine/obtain.ts";
import { endWithUs, removeWithUs } from "../child.ts";
import { placePackage, placePackageWithoutHttp, root } from "../package.ts";
import { watchProvider } from "../provider-memory.ts";

const programs = fileURLToPath(new URL("./programs", import.meta.url));

/** Whose program runs; `no-http` is ours with another provider behind it. */
export const CONTESTANTS = ["ours", "floor", "ordinary", "no-http"] as const;
export type Contestant = (typeof CONTESTANTS)[number];

export interface Operation {
  readonly seconds: number;
  /** Of the command and of all processes it started and waited for: what other programs on the machine take does not count. */
  readonly processorSeconds: number;
  /** The provider process at its largest, in MB; undefined where there was none, or the system does not tell. */
  readonly memory: number | undefined;
}

export class BenchStack {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #engine: Engine;
  /** Takes the project and its state away. */
  readonly remove: () => void;

  private constructor(engine: Engine, folder: string, env: NodeJS.ProcessEnv) {
    this.#engine = engine;
    this.folder = folder;
    this.env = env;
    this.remove = removeWithUs(folder);
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
      const child = spawn("sh", ["-c", TIMED, command, ...args], {
        cwd: this.folder,
        env: this.env,
        stdio: ["ignore", "pipe", "pipe", "pipe"],
        detached: true,
      });
      endWithUs(child, { detached: true });
      const provider = watchProvider(child.pid ?? 0);
      const [output, times] = [collect(child.stdio[1], child.stdio[2]), collect(child.stdio[3])];
      child.on("error", reject);
      child.on("close", (code) => {
        const memory = provider.stop();
        const seconds = (performance.now() - started) / 1000;
        if (code === 0) resolve({ seconds, processorSeconds: processorSeconds(times()), memory });
        else reject(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output().slice(-4000)}`));
      });
    });
  }

  async stateBytes(): Promise<number> {
    return (await stat(join(this.folder, "state/.pulumi/stacks/bench/bench.json"))).size;
  }
}

/** Runs `$0 "$@"`; only a shell tells what the processes that it waited for took. */
const TIMED = '"$0" "$@"; code=$?; times >&3; exit $code';

/** Of the second line of `times`, which is about the children: `1m2.345s 0m6.789s`, user and system. */
function processorSeconds(times: string): number {
  const [, children = ""] = times.split("\n");
  const [user, system] = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
  return (user ?? Number.NaN) + (system ?? Number.NaN);
}

function collect(...streams: readonly (Stream | null | undefined)[]): () => string {
  let text = "";
  for (const stream of streams)
    stream?.on("data", (bytes) => {
      text += bytes;
    });
  return () => text;
}

/** The environment of whoever measures must not leak into a stack. */
function withoutPulumi(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith("PULUMI_") && !name.startsWith("SIGNALWIRE_")),
  );
}
