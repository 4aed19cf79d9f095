// The steps of one command, in the engine's order: check and diff one after the other as the program registers its resources,
// creates and updates in parallel, removals after the program has ended.

import { randomUUID } from "node:crypto";
import type { Properties } from "../stack-state.ts";
import { type Compared, classes, type Known, type Print, type Provider, plugin, type Unfinished } from "./providers.ts";
import { changedNames, marked } from "./values.ts";

/** A resource of the state. */
export interface Held extends Known {
  readonly custom: boolean;
  readonly parent: string;
  /** The provider that the program declared for it: `<urn>::<id>`. */
  readonly provider: string;
  readonly dependencies: readonly string[];
  /** Replaced; to be removed after its replacement. */
  readonly delete?: true;
  /** Only looked at. */
  readonly external?: true;
  /** Exists, but is not finished. */
  readonly unfinished?: true;
}

/** What a program registers. */
export interface Registration extends Pick<Held, "type" | "custom" | "parent" | "provider" | "dependencies"> {
  readonly name: string;
  readonly inputs: Properties;
  readonly aliases: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly secretOutputs: readonly string[];
  readonly deleteBeforeReplace: boolean | undefined;
}

export interface Options {
  readonly isPreview: boolean;
  readonly config: Properties;
  /** True when the providers are configured from the program and not from the state. */
  readonly isOfProgram: boolean;
  readonly targets?: ReadonlySet<string> | undefined;
  readonly replaced: ReadonlySet<string>;
  readonly continuesOnError: boolean;
}

export const STACK = "pulumi:pulumi:Stack";
const PROVIDERS = "pulumi:providers:";
const ORDER = ["create", "update", "replace", "delete", "same"] as const;

/** The command goes on no further: a step failed. */
export class Ended extends Error {}

export class Deployment {
  readonly state: Held[];
  readonly counts = new Map<(typeof ORDER)[number], number>();
  /** The changed properties of each updated resource, and of each resource that a refresh found changed. */
  readonly changes: { readonly urn: string; readonly olds: Properties; readonly news: Properties }[] = [];
  hasFailed = false;
  /** Resolves when a step has failed after which the command ends, and no other step is under way. */
  readonly stopped: Promise<unknown>;
  readonly #failure = Promise.withResolvers<void>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #options: Options;
  readonly #print: Print;
  /** Names the run for its providers, which tell each other what they hold. */
  readonly #engine = randomUUID();
  readonly #seen = new Set<string>();
  readonly #providers = new Map<string, Provider | Promise<Provider>>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(state: readonly Held[], options: Options, print: Print) {
    this.state = [...state];
    this.#options = options;
    this.#print = print;
    this.stopped = this.#failure.promise.then(() => Promise.allSettled(this.#underWay));
  }

  get hasChanges(): boolean {
    return ORDER.slice(0, -1).some((kind) => this.counts.has(kind));
  }

  /** Reads every object. Afterwards the state says what is at the service. */
  async refresh(): Promise<void> {
    const { targets } = this.#options;
    const read = this.state.filter((each) => each.custom && !each.type.startsWith(PROVIDERS));
    await Promise.all(
      read
        .filter(({ urn }) => targets?.has(urn) ?? true)
        .map(async (old) => {
          await this.#step(old.urn, async () => {
            const provider = await this.#providerOf(old);
            const { id, inputs = old.inputs, outputs } = await provider.read(old);
            if (id === "") {
              this.#count("delete");
              this.#replace(old);
              return;
            }
            const found = { ...old, id, inputs, outputs };
            const { changes } = await provider.diff(found, old.inputs);
            if (changes ?? changedNames(old.inputs, inputs).length > 0) this.#changed(old, inputs);
            this.#replace(old, found);
          }).catch(ignoreEnd);
        }),
    );
  }

  async register(
    registration: Registration,
  ): Promise<{ urn: string; id: string; outputs: Properties; isFailed?: true }> {
    const urn = urnOf(registration);
    const step = await this.#inTurn(() => this.#step(urn, () => this.#plan(urn, registration)));
    return { urn, ...(await step()) };
  }

  /** Reads an object that the program only looks at. */
  async look(registration: Registration, id: string): Promise<{ urn: string; outputs: Properties }> {
    const urn = urnOf(registration);
    this.#seen.add(urn);
    const { type, inputs } = registration;
    const outputs = await this.#step(urn, async () => {
      const known = { ...recordOf(registration, urn), id, outputs: inputs };
      const found = await (await this.#providerOf(known)).read({ urn, type, id, inputs, outputs: inputs });
      if (found.id === "") throw new Error(`resource '${id}' does not exist`);
      const outputs = withSecrets(found.outputs, registration);
      this.#replace(this.#find(urn), { ...known, inputs: found.inputs ?? inputs, outputs, external: true });
      return outputs;
    });
    this.#count("same");
    return { urn, outputs };
  }

  async invoke(token: string, args: Properties, provider: string): Promise<Properties> {
    const { isPreview } = this.#options;
    return (await this.#providerOf({ type: token, provider })).invoke(token, args, isPreview);
  }

  /** Removes what the program no longer declares, or everything when there was no program. */
  async removeOthers(): Promise<void> {
    const { targets } = this.#options;
    let left = this.state.filter(
      (each) => each.delete || (!this.#seen.has(each.urn) && (targets?.has(each.urn) ?? true)),
    );
    while (left.length > 0) {
      const used = new Set(left.flatMap(({ dependencies, parent, provider }) => [...dependencies, parent, provider]));
      const isUsed = ({ urn, id, delete: isReplaced }: Held) =>
        !isReplaced && (used.has(urn) || used.has(`${urn}::${id}`));
      const wave = left.filter((each) => !isUsed(each));
      left = left.filter(isUsed);
      const removed = await Promise.all(wave.map((old) => this.#remove(old)));
      // What an object that is still there refers to stays.
      if (removed.includes(false)) return;
    }
  }

  /** Returns false when the object is still there. */
  async #remove(old: Held): Promise<boolean> {
    try {
      await this.#step(old.urn, async () => {
        if (isManaged(old) && !this.#options.isPreview) await (await this.#providerOf(old)).delete(old);
      });
    } catch (error) {
      ignoreEnd(error);
      return false;
    }
    if (!old.delete) this.#count("delete");
    this.#replace(old);
    return true;
  }

  /** Returns the counts in the words of the engine's summary. */
  summary(): string {
    const { isPreview } = this.#options;
    const said = { create: "created", update: "updated", replace: "replaced", delete: "deleted", same: "unchanged" };
    const lines = ORDER.filter((kind) => this.counts.has(kind)).map((kind) =>
      isPreview && kind !== "same" ? `${this.counts.get(kind)} to ${kind}` : `${this.counts.get(kind)} ${said[kind]}`,
    );
    return ["Resources:", ...lines.map((line) => `    ${line}`)].join("\n");
  }

  async #plan(
    urn: string,
    registration: Registration,
  ): Promise<() => Promise<{ id: string; outputs: Properties; isFailed?: true }>> {
    const { type, custom, aliases } = registration;
    if (this.#seen.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    this.#seen.add(urn);
    const found = this.#find(urn) ?? aliases.map((alias) => this.#find(alias)).find((each) => each !== undefined);
    const old = found?.external ? undefined : found;
    const record = { ...recordOf(registration, urn), id: old?.id ?? "" };
    if (!custom || type.startsWith(PROVIDERS)) {
      const id = custom ? old?.id || randomUUID() : "";
      this.#replace(found, { ...record, id, outputs: registration.inputs });
      this.#count(old ? "same" : "create");
      return async () => ({ id, outputs: registration.inputs });
    }
    if (this.#options.targets && !this.#options.targets.has(urn)) {
      if (old) this.#count("same");
      return async () => ({ id: old?.id ?? "", outputs: old?.outputs ?? {} });
    }
    const ignored = registration.ignoreChanges.map((name) => [name, old?.inputs[name]] as const);
    const news = old ? { ...registration.inputs, ...Object.fromEntries(ignored) } : registration.inputs;
    const provider = await this.#providerOf(record);
    const check = async (olds: Properties) => {
      const { inputs, failures } = await provider.check(record, olds, news);
      for (const { reason } of failures)
        this.#print("error", `${type} resource '${registration.name}' has a problem: ${reason}`, urn);
      if (failures.length > 0) this.#fail();
      return inputs;
    };
    const isReplaced = this.#options.replaced.has(urn);
    const inputs = await check(old && !isReplaced ? old.inputs : {});
    if (!old) return () => this.#create(registration, provider, { ...record, inputs }, found);
    const compared: Compared = isReplaced
      ? { replaces: ["forced"], deleteBeforeReplace: false, changes: true }
      : await provider.diff({ ...old, urn }, inputs);
    const changed = changedNames(old.inputs, inputs);
    if (compared.replaces.length > 0) {
      const again = isReplaced ? inputs : await check({});
      const deletesFirst = registration.deleteBeforeReplace ?? compared.deleteBeforeReplace;
      return () => this.#recreate(registration, provider, { ...record, inputs: again }, old, deletesFirst);
    }
    if (!(compared.changes ?? changed.length > 0) && !old.unfinished) {
      this.#count("same");
      this.#replace(old, { ...record, inputs, outputs: old.outputs });
      return async () => ({ id: old.id, outputs: old.outputs });
    }
    return () => this.#update(registration, provider, { ...record, inputs }, old);
  }

  #create(registration: Registration, provider: Provider, record: Held, before: Held | undefined) {
    return this.#forgiving(record, async () => {
      const { id, outputs } = await provider
        .create(record, record.inputs, this.#options.isPreview)
        .catch((error: Partial<Unfinished>) => {
          const { id, properties } = error;
          if (id !== undefined)
            this.#replace(before, { ...record, id, outputs: { ...record.inputs, ...properties }, unfinished: true });
          throw error;
        });
      const shown = withSecrets(outputs, registration);
      this.#replace(before, { ...record, id, outputs: shown });
      this.#count(before && !before.external ? "replace" : "create");
      return { id, outputs: shown };
    });
  }

  #recreate(registration: Registration, provider: Provider, record: Held, old: Held, deletesFirst: boolean) {
    return this.#forgiving(record, async () => {
      if (!deletesFirst) {
        // The old object is removed after the program.
        const { outputs, id } = await provider.create(record, record.inputs, this.#options.isPreview);
        const shown = withSecrets(outputs, registration);
        this.#replace(old, { ...record, id, outputs: shown });
        this.state.push({ ...old, delete: true });
        this.#count("replace");
        return { id, outputs: shown };
      }
      if (!this.#options.isPreview) await provider.delete(old);
      this.#replace(old);
      const { outputs, id } = await provider.create(record, record.inputs, this.#options.isPreview);
      const shown = withSecrets(outputs, registration);
      this.#replace(undefined, { ...record, id, outputs: shown });
      this.#count("replace");
      return { id, outputs: shown };
    });
  }

  #update(registration: Registration, provider: Provider, record: Held, old: Held) {
    return this.#forgiving(record, async () => {
      const outputs = await provider
        .update({ ...old, urn: record.urn }, record.inputs, this.#options.isPreview)
        .catch((error: Partial<Unfinished>) => {
          const { id, properties } = error;
          if (id !== undefined) this.#replace(old, { ...record, id, outputs: { ...properties }, unfinished: true });
          throw error;
        });
      this.#changed(old, record.inputs);
      const shown = withSecrets(outputs, registration);
      this.#replace(old, { ...record, id: old.id, outputs: shown });
      return { id: old.id, outputs: shown };
    });
  }

  /** Runs a step whose failure the program may survive, with `--continue-on-error`. */
  async #forgiving<T extends { id: string; outputs: Properties }>({ urn }: Held, work: () => Promise<T>) {
    try {
      return await this.#step(urn, work);
    } catch (error) {
      if (!(error instanceof Ended) || !this.#options.continuesOnError) throw error;
      return { id: "", outputs: {}, isFailed: true as const };
    }
  }

  /** Prints the failure of a step. No other step begins then, unless the command goes on after errors. */
  async #step<T>(urn: string, work: () => Promise<T>): Promise<T> {
    if (this.hasFailed && !this.#options.continuesOnError && this.#options.isOfProgram) throw new Ended();
    const done = work().catch((error) => {
      if (!(error instanceof Ended)) this.#print("error", error instanceof Error ? error.message : String(error), urn);
      return this.#fail();
    });
    this.#underWay.add(done);
    return done.finally(() => this.#underWay.delete(done));
  }

  #fail(): never {
    this.hasFailed = true;
    if (!this.#options.continuesOnError) this.#failure.resolve();
    throw new Ended();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  #changed({ urn, inputs: olds }: Held, news: Properties): void {
    this.changes.push({ urn, olds, news });
    this.#count("update");
  }

  #count(kind: (typeof ORDER)[number]): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  #find(urn: string): Held | undefined {
    return this.state.find((each) => each.urn === urn && !each.delete);
  }

  /** Puts a resource in the place of another one, or at the end. */
  #replace(old: Held | undefined, held?: Held): void {
    const at = old ? this.state.findIndex((each) => each.urn === old.urn && each.delete === old.delete) : -1;
    if (at >= 0) this.state.splice(at, 1, ...(held ? [held] : []));
    else if (held) this.state.push(held);
  }

  #providerOf({ type, provider }: Pick<Held, "type" | "provider">): Provider | Promise<Provider> {
    const { config, isOfProgram } = this.#options;
    const key = type.startsWith("pulumi-nodejs:") ? "classes" : provider;
    const known = this.#providers.get(key);
    if (known) return known;
    const declared = this.state.find(({ urn, id }) => provider === `${urn}::${id}`);
    const ofStack = Object.entries(config).map(([name, value]) => [name.replace(/^signalwire:/, ""), value]);
    const [settings, name] = declared
      ? [declared.inputs, declared.urn.split("::").at(-1)]
      : [Object.fromEntries(ofStack), undefined];
    const opened =
      key === "classes"
        ? classes(config, this.#print, this.#engine)
        : plugin(settings, this.#print, isOfProgram, name, this.#engine);
    this.#providers.set(key, opened);
    return opened;
  }
}

function recordOf(registration: Registration, urn: string): Held {
  const { type, custom, parent, provider, dependencies, inputs } = registration;
  return { urn, type, custom, parent, provider, dependencies, inputs, id: "", outputs: {} };
}

function urnOf({ type, name, parent }: Registration): string {
  const above = parent.split("::")[2] ?? STACK;
  return `urn:pulumi:test::tested::${above === STACK ? "" : `${above}$`}${type}::${name}`;
}

function isManaged({ custom, external, type }: Held): boolean {
  return custom && !external && !type.startsWith(PROVIDERS);
}

function withSecrets(outputs: Properties, { secretOutputs }: Registration): Properties {
  const names = secretOutputs.filter((name) => outputs[name] !== undefined);
  return { ...outputs, ...Object.fromEntries(names.map((name) => [name, marked(outputs[name])])) };
}

function ignoreEnd(error: unknown): void {
  if (!(error instanceof Ended)) throw error;
}
