// A user's repository for CI: the packed package, a lock file, a program, and a stack in its own backend.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { compiled } from "../../compiled.ts";
import { patientNpm } from "../commands.ts";
import { linkInstalled, writeProject } from "../packed-file.ts";
import { environmentOf, type Server } from "../service.ts";
import { foundEngine } from "../stack.ts";

// Asynchronous, because the commands use a reference server in this process.
const execute = promisify(execFile);
const PASSPHRASE = "correct-horse-passphrase";

export const PASSWORD = "kV7-canary-qX2pLw9z";

/** The user's variables and secrets of the repository. */
export interface Settings {
  readonly secrets: { readonly [name: string]: string };
  readonly vars: { readonly [name: string]: string };
}

interface Runner {
  /** The checked out repository. */
  readonly workspace: string;
  /** The environment of the runner's machine. */
  readonly env: { readonly [name: string]: string | undefined };
}

export class Repository {
  readonly folder: string;
  readonly settings: Settings;
  readonly runner: Runner;

  private constructor(folder: string, settings: Settings, runner: Runner) {
    this.folder = folder;
    this.settings = settings;
    this.runner = runner;
  }

  /** Creates the stack `prod`, which was never deployed. Dependencies are not installed. */
  static async create(server: Server, ...tools: string[]): Promise<Repository> {
    const engine = foundEngine();
    const folder = await mkdtemp(join(tmpdir(), "signalwire-ci-"));
    const workspace = join(folder, "repository");
    await mkdir(workspace);
    await mkdir(join(folder, "state"));
    const { SIGNALWIRE_BASE_URL = "", ...credentials } = environmentOf(server);
    const repository = new Repository(
      workspace,
      {
        secrets: {
          SIGNALWIRE_API_TOKEN: credentials.SIGNALWIRE_API_TOKEN ?? "",
          PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
        },
        vars: {
          SIGNALWIRE_PROJECT_ID: credentials.SIGNALWIRE_PROJECT_ID ?? "",
          PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
        },
      },
      {
        workspace,
        env: {
          ...machine(),
          ...engine.env,
          PATH: [...tools, engine.env.PATH].join(delimiter),
          PULUMI_HOME: join(folder, "home"),
          ...patientNpm,
          ...compiled,
          // SignalWire itself is unreachable, so the runner provides the address.
          SIGNALWIRE_BASE_URL,
        },
      },
    );
    await repository.fill();
    // On a runner, no stack is selected.
    await repository.pulumi("stack", "init", "prod", "--no-select");
    await repository.pulumi("config", "set", "--secret", "--stack", "prod", "deskPassword", PASSWORD);
    await repository.command("git", "init", "--quiet", "--initial-branch=main");
    await repository.command("git", "add", "--all");
    const author = ["-c", "user.name=A User", "-c", "user.email=user@example.com"];
    await repository.command("git", ...author, "commit", "--quiet", "--message", "Our phones");
    return repository;
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  /** Does what `npm ci` would, at once. */
  install(): Promise<void> {
    return linkInstalled(this.folder);
  }

  /** Runs one of the user's own commands on the user's machine. */
  pulumi(...args: string[]): Promise<string> {
    return this.command("pulumi", ...args, "--non-interactive");
  }

  stateText(): Promise<string> {
    return readFile(join(this.folder, "../state/.pulumi/stacks/phones/prod.json"), "utf8");
  }

  /** Values that must not appear in a log, page or issue. */
  get secretValues(): readonly string[] {
    return [...Object.values(this.settings.secrets), PASSWORD];
  }

  remove(): Promise<void> {
    return rm(join(this.folder, ".."), { recursive: true, force: true });
  }

  private async fill(): Promise<void> {
    await writeProject(this.folder);
    await this.write(".gitignore", "node_modules/\n.gitlab-ci-local/\n");
    await this.write(
      "Pulumi.yaml",
      "name: phones\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.ts\n",
    );
  }

  /**
   * Runs a command.
   *
   * @throws with the command's output when it fails.
   */
  private async command(command: string, ...args: string[]): Promise<string> {
    const env = { ...this.runner.env, ...this.settings.secrets, ...this.settings.vars };
    const { stdout } = await execute(command, args, { cwd: this.folder, env });
    return stdout;
  }
}

/** Returns a runner's environment, without variables of Pulumi, SignalWire, GitHub or the test script. */
function machine(): { readonly [name: string]: string } {
  const foreign = /^(PULUMI|SIGNALWIRE|GITHUB|GH|CI|GITLAB|NODE|VITEST|npm_(package|lifecycle|config_local))(_|$)/;
  const entries = Object.entries(process.env).filter(([name, value]) => value !== undefined && !foreign.test(name));
  return Object.fromEntries(entries) as { [name: string]: string };
}
