// Drives the real engine: a program in a folder of its own, a local backend, and the CLI as a user runs it.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, inject } from "vitest";
import { resourceNames } from "../../contract/index.ts";
import { processes } from "./all-processes.ts";
import { type FoundEngine, PASSPHRASE } from "./find-engine.ts";
import { inlineProgram } from "./inline.ts";
import { installPlugin, useClassesOfPlugin } from "./plugin-door.ts";
import { withoutPulumi } from "./user-variables.ts";

export type Properties = { readonly [name: string]: unknown };

/** What the engine records of a stack, in the form of its file. */
interface StackState {
  readonly resources: readonly { urn: string; type: string; id?: string; inputs?: Properties; outputs?: Properties }[];
}

/** The state of the stack in its project's folder. */
const STATE = "state/.pulumi/stacks/tested/test.json";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Outcome {
  readonly code: number;
  /** Standard output and standard error together. */
  readonly output: string;
}

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly ended: Promise<Outcome>;
  /** Resolves when the output contains this text. */
  until(text: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

/** Returns the engine. Suites that need it are skipped where there is none. */
export function foundEngine(): FoundEngine {
  const engine = inject("engine");
  if ("missing" in engine) throw new Error(engine.missing);
  return engine;
}

/** A suite that needs the engine; skipped with the reason when there is none. */
export function describeWithEngine(title: string, suite: () => void): void {
  const engine = inject("engine");
  if ("missing" in engine) describe.skip(`${title} (skipped: ${engine.missing})`, suite);
  else describe(title, suite);
}

/** Flags for the most detailed log. */
export const EVERYTHING = ["--logtostderr", "--logflow", "-v=9"] as const;

/**
 * Removes the values of calls that the engine and Pulumi's SDK encode or decode, which contain secrets of any program. The rest
 * is this package's output. With `passwordFrom`, even the removed part contains no password.
 */
export function withoutEngineTrace(output: string): string {
  const trace = /arshaling property for RPC\[|(?:RegisterResource|Invoke) RPC finished/;
  return output
    .split("\n")
    .filter((line) => !trace.test(line))
    .join("\n");
}

export class Stack {
  private readonly folder: string;
  private readonly env: NodeJS.ProcessEnv;
  private readonly isInline: boolean;
  private readonly running = new Set<Running>();
  /** True after a kill: a killed engine does not end its child processes. */
  private leavesProcesses = false;

  private constructor(folder: string, env: NodeJS.ProcessEnv, isInline: boolean) {
    this.folder = folder;
    this.env = env;
    this.isInline = isInline;
  }

  /** Creates a stack `test` in a new project, with inline programs. `env` holds the user's variables. */
  static create(env: { readonly [name: string]: string }): Promise<Stack> {
    return Stack.make({ ...env, PULUMI_STACK: "test" }, true);
  }

  /**
   * Creates a stack like a user's: selected, with programs in separate processes. It takes twice as long, and is for tests of a
   * program's output, declarations, failures, and process state.
   */
  static async createAsUser(env: { readonly [name: string]: string }): Promise<Stack> {
    const stack = await Stack.make(env, false);
    await stack.select();
    return stack;
  }

  private static async make(env: { readonly [name: string]: string }, isInline: boolean): Promise<Stack> {
    const engine = foundEngine();
    const folder = await mkdtemp(join(tmpdir(), "signalwire-stack-"));
    await cp(engine.emptyProject, folder, { recursive: true });
    await mkdir(join(folder, "node_modules", "@pulumi"), { recursive: true });
    // Like an installed package.
    await symlink(root, join(folder, "node_modules", "pulumi-signalwire"), "junction");
    await symlink(join(root, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"), "junction");
    const stack = new Stack(
      folder,
      {
        ...withoutPulumi(process.env),
        ...engine.env,
        PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
        PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
        PULUMI_HOME: join(folder, "home"),
        ...env,
      },
      isInline,
    );
    await stack.write("");
    return stack;
  }

  /** Selects the stack. Pulumi records the selection by the project's path, and the copied one is of the empty project. */
  private async select(): Promise<void> {
    const { emptyProject } = foundEngine();
    const workspaces = this.path("home/workspaces");
    const [copied = ""] = await readdir(workspaces);
    const selection = (await readFile(join(workspaces, copied), "utf8")).replaceAll(emptyProject, this.folder);
    const project = join(await realpath(this.folder), "Pulumi.yaml");
    const hash = createHash("sha1").update(project).digest("hex");
    await writeFile(join(workspaces, `tested-${hash}-workspace.json`), selection);
  }

  /** Programs import the plugin's classes, like those of a generated SDK. */
  async throughPlugin(): Promise<void> {
    this.export("PATH", [dirname(process.execPath), this.env.PATH].join(delimiter));
    await installPlugin(this.folder);
    await useClassesOfPlugin(this.folder);
  }

  /** Replaces the program. The classes and `pulumi` are already imported. */
  async write(program: string): Promise<void> {
    const names = [...resourceNames, "issueClientToken", "refreshClientToken"].join(", ");
    const imports = `import * as pulumi from "@pulumi/pulumi";\nimport { ${names} } from "pulumi-signalwire";\n`;
    await writeFile(join(this.folder, "index.ts"), `${imports}${program}\nvoid [pulumi, ${names}];\n`);
  }

  up(...flags: string[]): Promise<Outcome> {
    return this.run("up", "--yes", "--skip-preview", ...flags);
  }

  preview(...flags: string[]): Promise<Outcome> {
    return this.run("preview", ...flags);
  }

  async run(...args: string[]): Promise<Outcome> {
    return (await this.start(...args)).ended;
  }

  /** Runs an `up` whose program is inline, in a stack like a user's too: for the state that a test starts from. */
  async upInline(...flags: string[]): Promise<Outcome> {
    return (await this.launch(["up", "--yes", "--skip-preview", ...flags], true)).ended;
  }

  /** Starts the CLI without waiting for its end. */
  start(...args: string[]): Promise<Running> {
    return this.launch(args, this.isInline);
  }

  private async launch(args: readonly string[], isInline: boolean): Promise<Running> {
    const engine = foundEngine();
    const runsProgram = args[0] === "up" || args[0] === "preview" || args.includes("--run-program");
    const inline = isInline && runsProgram ? await inlineProgram(this.folder, this.env) : undefined;
    const asInline = inline ? ["--exec-kind", "auto.inline", `--client=127.0.0.1:${inline.port}`] : [];
    const child = spawn(engine.command, [...args, ...asInline, "--non-interactive", "--color", "never"], {
      cwd: this.folder,
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes) => {
        output += bytes;
      });
    const ended = new Promise<Outcome>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (_, signal) => {
        // A killed engine leaves child processes that keep its pipes open.
        if (signal !== "SIGKILL") return;
        this.leavesProcesses = true;
        resolve({ code: -1, output });
      });
      child.on("close", (status) => {
        resolve({ code: status ?? -1, output });
      });
    }).finally(() => {
      inline?.release();
      this.running.delete(running);
    });
    const until = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.includes(text) && resolve();
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        void ended.then(() => reject(new Error(`the engine ended before it said "${text}":\n${output}`)));
      });
    const running: Running = { ended, until, signal: (name) => void child.kill(name) };
    this.running.add(running);
    return running;
  }

  /** Runs a command of this package in the project, with the CLI on the PATH. */
  command(...args: string[]): Promise<Printed> {
    return this.execute(process.execPath, join(root, "dist/cli/main.js"), ...args);
  }

  /** Runs another program in the project, with the CLI on the PATH. */
  async execute(file: string, ...args: string[]): Promise<Printed> {
    const engine = foundEngine();
    const child = spawn(file, args, {
      cwd: this.folder,
      env: { ...this.env, PATH: [dirname(engine.command), this.env.PATH].join(delimiter) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? -1));
    });
    const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, out, err };
  }

  /** Returns the path of a file in the project. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** Sets or removes a variable of the user. */
  export(name: string, value: string | undefined): void {
    if (value === undefined) delete this.env[name];
    else this.env[name] = value;
  }

  /** Returns the stack's state as stored: secrets encrypted. */
  async state(): Promise<StackState> {
    return JSON.parse(await this.stateText()).checkpoint.latest;
  }

  async stateText(): Promise<string> {
    return readFile(this.path(STATE), "utf8");
  }

  /** Replaces the state by what `stateText` returned. No command may be running. */
  async writeState(text: string): Promise<void> {
    await writeFile(this.path(STATE), text);
  }

  /** Returns the provider processes. They outlive a killed engine. */
  async providers(): Promise<number[]> {
    return (await processes())
      .filter(
        ({ command, environment }) =>
          /\/dynamic-provider\/|resource-signalwire/.test(command) && environment.includes(this.folder),
      )
      .map(({ pid }) => pid);
  }

  async remove(): Promise<void> {
    // A test that timed out leaves its command running.
    for (const { signal, ended } of this.running) {
      signal("SIGKILL");
      await ended;
    }
    if (this.leavesProcesses) {
      const left = (await processes()).filter(({ command }) => command.includes(this.folder)).map(({ pid }) => pid);
      for (const pid of new Set([...left, ...(await this.providers())])) process.kill(pid);
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
