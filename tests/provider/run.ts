// The provider objects of one engine run, in the test's process.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDynamicProviders } from "../../provider/doors/dynamic.ts";
import type { Providers } from "../../provider/providers.ts";
import { Run as ProviderRun } from "../../provider/run.ts";
import type { CheckFailure, Finding, Kind, Props } from "./host.ts";

export class Run {
  readonly #objects: Providers;

  private constructor(objects: Providers) {
    this.#objects = objects;
  }

  static start(config: { readonly [key: string]: string }): Run {
    const run = new ProviderRun({ print: () => undefined });
    run.config = { get: (key) => config[key] };
    return new Run(openDynamicProviders(run));
  }

  async check(
    kind: Kind,
    news: Props,
    olds: Props = {},
  ): Promise<{ inputs: Props; failures: readonly CheckFailure[] }> {
    const { inputs = {}, failures = [] } = (await this.#objects[kind].check?.(olds, news)) ?? {};
    return { inputs: unmarked(inputs), failures: failures as CheckFailure[] };
  }

  /** Returns the findings of a preview's check. `secrets` are the arguments that the program marked secret. */
  async preview(kind: Kind, news: Props, { olds = {}, secrets = [] as readonly string[] } = {}): Promise<Finding[]> {
    const folder = mkdtempSync(join(tmpdir(), "signalwire-findings-"));
    const file = join(folder, "1.json");
    const { failures } = await this.check(kind, { ...news, __findings: file, __secrets: secrets }, olds);
    if (failures.length > 0) throw new Error("a preview of our own classes fails no check");
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      return [];
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** Runs the create of an `up`. Returns its message when it fails. */
  async create(kind: Kind, inputs: Props): Promise<string | undefined> {
    try {
      await this.#objects[kind].create?.(inputs);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Runs the create of an `up`. Returns the record that the engine stores. */
  async make(kind: Kind, inputs: Props): Promise<{ id: string; outputs: Props }> {
    const made = await this.#objects[kind].create?.(inputs);
    return { id: String(made?.id), outputs: made?.outs ?? {} };
  }

  async replaces(kind: Kind, { id, outputs = {} }: { id: string; outputs?: Props }, inputs: Props): Promise<boolean> {
    const { replaces = [] } = (await this.#objects[kind].diff?.(id, outputs, inputs)) ?? {};
    return replaces.length > 0;
  }

  /** Runs the update of an `up`, unless nothing differs. */
  async update(
    kind: Kind,
    old: { id: string; inputs?: Props; outputs?: Props },
    inputs: Props,
  ): Promise<{ id: string; outputs: Props }> {
    const { id, outputs = {} } = old;
    if (JSON.stringify(old.inputs) === JSON.stringify(inputs)) return { id, outputs };
    return { id, outputs: (await this.#objects[kind].update?.(id, outputs, inputs))?.outs ?? {} };
  }

  async remove(kind: Kind, id: string, outputs: Props): Promise<void> {
    await this.#objects[kind].delete?.(id, outputs);
  }
}

/** Removes the marks of secrets from inputs, like the engine. */
function unmarked(inputs: Props): Props {
  const isMarked = (value: unknown) => typeof value === "object" && value !== null && SECRET_MARK in value;
  const bare = (value: unknown) => (isMarked(value) ? (value as Props).value : value);
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, bare(value)]));
}

/** Pulumi's mark of a secret value. */
const SECRET_MARK = "4dabf18193072939515e22adb298388d";
