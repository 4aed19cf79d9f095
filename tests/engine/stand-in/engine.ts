// Stands in for Pulumi's engine: the same commands on a stack in memory, with the program in its own process and the provider in
// the test's. A command takes a tenth of a second. `ENGINE=real` runs the same tests with the real engine.

import type { Outcome } from "../stack.ts";
import type { Properties } from "../stack-state.ts";
import { Deployment, type Held, type Options } from "./deployment.ts";
import { Monitor } from "./monitor.ts";
import type { Print } from "./providers.ts";
import { changedNames, encrypted, MARK, SECRET, unmarked } from "./values.ts";

/** Flags that change nothing here. */
const WITHOUT_EFFECT = ["--yes", "--json", "--non-interactive"];
/** The engine's exit code for unexpected changes. */
const CHANGED = 7;

interface Command {
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: { readonly [flag: string]: readonly string[] };
}

/** Starts the program of the stack, and returns the port on which it listens. */
export type StartProgram = () => Promise<{ readonly port: number; release(): void }>;

export class StandIn {
  resources: readonly Held[] = [];
  readonly #start: StartProgram;
  readonly #config = new Map<string, string>();
  /** The configuration of the last `up`, with which other commands run. */
  #recorded: Properties = {};
  #outputs: Properties = {};
  #monitor: Monitor | undefined;

  constructor(start: StartProgram) {
    this.#start = start;
  }

  close(): void {
    this.#monitor?.close();
  }

  async run(args: readonly string[]): Promise<Outcome> {
    const command = parsed(args);
    const [verb = "", noun = "", ...names] = command.words;
    switch (verb) {
      case "up":
        return this.#up(command);
      case "preview":
        return this.#deploy(command, true, "program");
      case "refresh":
        return this.#deploy(command, command.flags.has("--preview-only"), "refresh");
      case "destroy":
        return this.#deploy(command, command.flags.has("--preview-only"), "destroy");
      case "config":
        return this.#configure(noun, names);
      case "stack":
        if (noun === "export") return ended(JSON.stringify({ deployment: { resources: this.#exported() } }));
        if (noun === "output") return ended(JSON.stringify(this.#shown(command.flags.has("--show-secrets"))));
    }
    throw new Error(`\`pulumi ${args.join(" ")}\` needs the real engine`);
  }

  /** Returns the state as its file shows it: secrets encrypted. */
  state(): { readonly resources: readonly Properties[] } {
    return { resources: this.resources.map((each) => ({ ...each, ...unmarkedBoth(each, encrypted) })) };
  }

  async #up(command: Command): Promise<Outcome> {
    for (const [key = "", value = ""] of (command.values["--config"] ?? []).map((each) => each.split("=")))
      this.#config.set(key, value);
    const preview = command.flags.has("--skip-preview") ? undefined : await this.#deploy(command, true, "program");
    if (preview && preview.code !== 0) return preview;
    const { code, output } = await this.#deploy(command, false, "program");
    return { code, output: (preview?.output ?? "") + output };
  }

  async #deploy(
    { flags, values }: Command,
    isPreview: boolean,
    kind: "program" | "refresh" | "destroy",
  ): Promise<Outcome> {
    const said: string[] = [];
    const print: Print = (severity, text, urn = "") =>
      said.push(
        `${urn === "" ? "" : `  ${urn.split("::").slice(2).join(" ")}:\n`}    ${severity}: ${text.replaceAll("\n", "\n    ")}`,
      );
    const isOfProgram = kind === "program" || flags.has("--run-program");
    const config = isOfProgram ? Object.fromEntries(this.#config) : this.#recorded;
    const targets = values["--target"] && new Set(values["--target"]);
    const options: Options = {
      ...{ isPreview, config, isOfProgram, targets, replaced: new Set(values["--replace"]) },
      continuesOnError: flags.has("--continue-on-error"),
    };
    const before = this.resources;
    const deployment = new Deployment(before, options, print);
    if (kind === "refresh" || flags.has("--refresh")) {
      await deployment.refresh();
      if (!isPreview) this.resources = deployment.state;
    }
    if (kind === "program" && !deployment.hasFailed) {
      this.#monitor ??= await Monitor.open();
      const { port, release } = await this.#start();
      const outputs = await this.#monitor.run(port, { deployment, print, before, config, isPreview }).finally(release);
      if (outputs === undefined) deployment.hasFailed = true;
      if (!deployment.hasFailed || options.continuesOnError) await deployment.removeOthers();
      if (!isPreview) [this.#outputs, this.#recorded] = [outputs ?? this.#outputs, config];
    }
    if (kind === "destroy" && !deployment.hasFailed) await deployment.removeOthers();
    if (!isPreview) this.resources = deployment.state;
    const isUnexpected = flags.has("--expect-no-changes") && deployment.hasChanges;
    if (isUnexpected) print("error", "no changes were expected but changes were proposed");
    const changes = flags.has("--diff") || isUnexpected ? deployment.changes.map(difference) : [];
    const output = [...changes, "Diagnostics:", ...said, deployment.summary()].join("\n");
    return { code: deployment.hasFailed ? 1 : isUnexpected ? CHANGED : 0, output };
  }

  #configure(action: string, names: readonly string[]): Outcome {
    const [key = "", value = ""] = names;
    if (action === "set") this.#config.set(key, value);
    else if (action === "rm") this.#config.delete(key);
    return ended([...this.#config].map(([name, said]) => `${name.replace(/^signalwire:/, "")}  ${said}`).join("\n"));
  }

  #exported(): unknown {
    return this.resources.map((each) => ({
      ...each,
      ...unmarkedBoth(each, (secret) => ({ [MARK]: SECRET, plaintext: JSON.stringify(secret) })),
    }));
  }

  #shown(isInClear: boolean): unknown {
    return isInClear ? unmarked(this.#outputs) : unmarked(this.#outputs, () => "[secret]");
  }
}

/** A provider that no program declares. */
const DEFAULT_PROVIDER = /::pulumi:providers:[\w-]+::default/;

/** Returns the resources of a state that the engine wrote, which leaves out what is empty. */
export function heldIn(resources: readonly (Partial<Held> & Pick<Held, "urn" | "type">)[]): Held[] {
  return resources
    .filter(({ urn }) => !DEFAULT_PROVIDER.test(urn))
    .map((each) => ({
      ...{ custom: true, parent: "", dependencies: [], id: "", inputs: {}, outputs: {}, ...each },
      provider: DEFAULT_PROVIDER.test(each.provider ?? "") ? "" : (each.provider ?? ""),
    }));
}

function ended(output: string): Outcome {
  return { code: 0, output };
}

function unmarkedBoth({ inputs, outputs }: Held, instead: (secret: unknown) => unknown) {
  return { inputs: unmarked(inputs, instead), outputs: unmarked(outputs, instead) };
}

function difference({ urn, olds, news }: Deployment["changes"][number]): string {
  const shown = (values: Properties, name: string) => JSON.stringify(unmarked(values[name], () => "[secret]"));
  const sign = (name: string) => (olds[name] === undefined ? "+" : news[name] === undefined ? "-" : "~");
  const lines = changedNames(olds, news).map(
    (name) => `      ${sign(name)} ${name}: ${shown(olds, name)} => ${shown(news, name)}`,
  );
  return [`    ~ (update) [urn=${urn}]`, ...lines].join("\n");
}

const FLAGS = ["--skip-preview", "--refresh", "--continue-on-error", "--expect-no-changes", "--diff"];
const OTHER_FLAGS = ["--preview-only", "--run-program", "--show-secrets", "--secret"];
const WITH_VALUE = ["--target", "--replace", "--config"];

function parsed(args: readonly string[]): Command {
  const words: string[] = [];
  const flags = new Set<string>();
  const values: { [flag: string]: readonly string[] } = {};
  let named = "";
  for (const arg of args) {
    if (named !== "") {
      values[named] = [...(values[named] ?? []), arg];
      named = "";
    } else if (WITH_VALUE.includes(arg)) named = arg;
    else if (!arg.startsWith("--")) words.push(arg);
    else if ([...FLAGS, ...OTHER_FLAGS].includes(arg)) flags.add(arg);
    else if (!WITHOUT_EFFECT.includes(arg)) throw new Error(`the flag ${arg} needs the real engine`);
  }
  return { words, flags, values };
}
