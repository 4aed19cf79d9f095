// Runs a workflow file without GitHub: bash gets every `run:` as written, actions of the workspace run from their action.yml,
// and published actions, which prepare the machine, are recorded and skipped.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { type Contexts, expand, holds } from "./expressions.ts";

type Texts = { readonly [name: string]: string };

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: unknown;
  readonly uses?: string;
  readonly with?: { readonly [name: string]: unknown };
  readonly run?: string;
  readonly shell?: string;
  readonly env?: { readonly [name: string]: unknown };
  readonly "working-directory"?: string;
}

interface Job {
  readonly if?: unknown;
  readonly strategy?: { readonly matrix?: object };
  readonly steps: readonly Step[];
}

export interface Runner {
  /** The checked out repository. */
  readonly workspace: string;
  /** The environment of the runner's machine. */
  readonly env: Texts;
}

export interface Trigger {
  readonly file: string;
  readonly job?: string;
  readonly event?: unknown;
  /** The user who pushed. */
  readonly actor?: string;
  readonly secrets?: Texts;
  readonly vars?: Texts;
  readonly runId?: number;
  /** The address of a self-hosted GitHub server. Default: github.com. */
  readonly server?: string;
  /** The permissions of the job's token. Default: those in the workflow. */
  readonly permissions?: Texts;
  /** Names of steps to skip, because an earlier run in the same workspace has done them. */
  readonly leaveOut?: readonly string[];
}

export interface Result {
  readonly conclusion: "success" | "failure" | "skipped";
  readonly log: string;
  /** The text on the run's page. */
  readonly summary: string;
  /** The published actions that were skipped. */
  readonly published: readonly string[];
  readonly outputs: { readonly [step: string]: Texts };
}

/** The state of one list of steps: a job's, or an action's within it. */
interface Scope {
  readonly contexts: Contexts;
  readonly env: Texts;
  readonly steps: { [id: string]: { outputs: Texts; outcome: string } };
  failed: boolean;
}

/** Runs one job of a workflow for the only value of its matrix. Default: the first job. */
export async function runWorkflow(runner: Runner, trigger: Trigger): Promise<Result> {
  const workflow = parse(await readFile(trigger.file, "utf8"));
  const job: Job | undefined = workflow.jobs[trigger.job ?? Object.keys(workflow.jobs)[0] ?? ""];
  if (!job) throw new Error(`${trigger.file} has no such job`);
  const runId = trigger.runId ?? 1;
  // The fake `gh` needs only the token's permissions.
  const token = JSON.stringify(trigger.permissions ?? workflow.permissions);
  const contexts: Contexts = {
    github: {
      event: trigger.event ?? {},
      repository: "acme/phones",
      ref: "refs/heads/main",
      actor: trigger.actor ?? "octocat",
      server_url: trigger.server ?? "https://github.com",
      run_id: runId,
      token,
    },
    secrets: trigger.secrets ?? {},
    vars: trigger.vars ?? {},
    matrix: firstOfEach(job.strategy?.matrix),
  };
  const machine = await Machine.start(runner, trigger.leaveOut);
  try {
    if (!holds(job.if, contexts, false)) return await machine.result("skipped", {});
    const scope: Scope = { contexts, env: {}, steps: {}, failed: false };
    await machine.runSteps(job.steps, scope);
    return await machine.result(scope.failed ? "failure" : "success", scope.steps);
  } finally {
    await machine.stop();
  }
}

/** Runs one action as the only step of an otherwise empty job. */
export async function runAction(
  runner: Runner,
  uses: string,
  inputs: Texts,
  env: Texts = {},
  more: object = {},
): Promise<Result> {
  const github = {
    repository: "acme/phones",
    server_url: "https://github.com",
    run_id: 1,
    token: '{"issues":"write"}',
    ...more,
  };
  const machine = await Machine.start(runner);
  try {
    const scope: Scope = { contexts: { github }, env: {}, steps: {}, failed: false };
    await machine.runSteps([{ id: "action", uses, with: inputs, env }], scope);
    return await machine.result(scope.failed ? "failure" : "success", scope.steps);
  } finally {
    await machine.stop();
  }
}

function firstOfEach(matrix: object | undefined): Texts {
  return Object.fromEntries(Object.entries(matrix ?? {}).map(([name, [first]]) => [name, first]));
}

class Machine {
  private log = "";
  private readonly published: string[] = [];
  private readonly runner: Runner;
  private readonly temporary: string;
  private readonly leaveOut: readonly string[];

  private constructor(runner: Runner, temporary: string, leaveOut: readonly string[]) {
    this.runner = runner;
    this.temporary = temporary;
    this.leaveOut = leaveOut;
  }

  static async start(runner: Runner, leaveOut: readonly string[] = []): Promise<Machine> {
    const temporary = await mkdtemp(join(tmpdir(), "signalwire-runner-"));
    await writeFile(join(temporary, "summary"), "");
    return new Machine(runner, temporary, leaveOut);
  }

  stop(): Promise<void> {
    return rm(this.temporary, { recursive: true, force: true });
  }

  async result(conclusion: Result["conclusion"], steps: Scope["steps"]): Promise<Result> {
    return {
      conclusion,
      log: this.log,
      summary: await readFile(join(this.temporary, "summary"), "utf8"),
      published: this.published,
      outputs: Object.fromEntries(Object.entries(steps).map(([id, { outputs }]) => [id, outputs])),
    };
  }

  async runSteps(steps: readonly Step[], scope: Scope): Promise<void> {
    for (const [index, step] of steps.entries()) {
      const contexts = { ...scope.contexts, steps: scope.steps };
      if (this.leaveOut.includes(step.name ?? "") || !holds(step.if, contexts, scope.failed)) continue;
      const env = { ...scope.env, ...expandAll(step.env, contexts) };
      const { outputs, succeeded } = await this.runStep(step, contexts, env);
      scope.steps[step.id ?? `unnamed-${index}`] = { outputs, outcome: succeeded ? "success" : "failure" };
      if (!succeeded) scope.failed = true;
    }
  }

  private async runStep(step: Step, contexts: Contexts, env: Texts): Promise<{ outputs: Texts; succeeded: boolean }> {
    if (step.uses?.startsWith("./")) return this.runLocalAction(step, contexts, env);
    if (step.uses !== undefined) {
      this.published.push(step.uses);
      return { outputs: {}, succeeded: true };
    }
    const output = join(this.temporary, "output");
    await writeFile(output, "");
    const script = join(this.temporary, "script.sh");
    // Like GitHub: this makes expressions in scripts dangerous.
    await writeFile(script, expand(step.run, contexts));
    // GitHub's own command lines: only the second one detects a failure before a pipe.
    const shell = step.shell === "bash" ? ["--noprofile", "--norc", "-eo", "pipefail"] : ["-e"];
    const cwd = join(this.runner.workspace, expand(step["working-directory"] ?? ".", contexts));
    const code = await this.bash([...shell, script], cwd, {
      ...this.runner.env,
      ...env,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: this.runner.workspace,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(this.temporary, "summary"),
      RUNNER_TEMP: this.temporary,
    });
    return { outputs: readOutputs(await readFile(output, "utf8")), succeeded: code === 0 };
  }

  private async runLocalAction(step: Step, { github, steps: _, ...outer }: Contexts, env: Texts) {
    const action = parse(await readFile(join(this.runner.workspace, step.uses ?? "", "action.yml"), "utf8"));
    const given = expandAll(step.with, { github, ...outer });
    for (const name of Object.keys(given)) {
      if (!(name in action.inputs)) throw new Error(`${step.uses} has no input ${name}`);
    }
    const inputs: { [name: string]: string } = {};
    for (const [name, { default: ready }] of Object.entries<{ default?: string }>(action.inputs))
      inputs[name] = given[name] ?? expand(ready, { github });
    // An action gets neither the workflow's secrets nor its variables, only its inputs.
    const scope: Scope = { contexts: { github, inputs }, env, steps: {}, failed: false };
    await this.runSteps(action.runs.steps, scope);
    const values = Object.entries<{ value: string }>(action.outputs ?? {}).map(
      ([name, { value }]) => [name, expand(value, { ...scope.contexts, steps: scope.steps })] as const,
    );
    return { outputs: Object.fromEntries(values), succeeded: !scope.failed };
  }

  private bash(args: readonly string[], cwd: string, env: Texts): Promise<number> {
    return new Promise((resolve, reject) => {
      const child = spawn("bash", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (bytes) => {
          this.log += bytes;
        });
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? -1));
    });
  }
}

function expandAll(values: Step["with"], contexts: Contexts): Texts {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, expand(value, contexts)]));
}

/** Parses `name=value` lines, the only form in this repository's files. */
function readOutputs(text: string): Texts {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      if (at < 1) throw new Error(`not an output: ${line}`);
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
