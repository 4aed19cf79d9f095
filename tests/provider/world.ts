// One object in the state and at the service. Each operation is a new run, as each command of the engine is.

import { expect } from "vitest";
import type { ResourceName } from "../../contract/index.ts";
import type { Account } from "./direct-host.ts";
import { addedBy, type Door, type Known, namedAt, openDoor, type Provider } from "./doors.ts";
import type { Props } from "./host.ts";
import { isMarked } from "./marks.ts";

export class World {
  /** What the last operation printed. */
  printed = "";
  readonly kind: ResourceName;
  readonly name: string;
  readonly named: Pick<Known, "urn" | "type">;
  readonly #door: Door;
  readonly #account: Account;
  #known: Known | undefined;

  constructor(kind: ResourceName, door: Door, account: Account, name: string = kind) {
    [this.kind, this.name, this.named] = [kind, name, namedAt(door, kind, name)];
    [this.#door, this.#account] = [door, account];
  }

  open(): Promise<Provider> {
    this.printed = "";
    const print = (_: unknown, text: string) => {
      this.printed += `${text}\n`;
    };
    return openDoor(this.#door, this.#account, print);
  }

  /** Returns the inputs of a program with these arguments. */
  async checked(provider: Provider, args: Props): Promise<Props> {
    const __secrets = Object.keys(args).filter((name) => isMarked(args[name]));
    const added = { ...addedBy(this.#door, this.name), ...(__secrets.length > 0 && { __secrets }) };
    const news = { ...args, ...(this.#door === "classes" && added) };
    const { inputs, failures } = await provider.check(this.named, this.#known?.inputs ?? {}, news);
    expect(failures).toEqual([]);
    return inputs;
  }

  /** Runs an `up` of a program with these arguments, which must not replace the object. */
  async up(args: Props): Promise<Known> {
    const provider = await this.open();
    const inputs = await this.checked(provider, args);
    const known = this.#known;
    if (known) expect((await provider.diff(known, inputs)).replaces).toEqual([]);
    try {
      this.#known = known
        ? { ...known, inputs, outputs: await provider.update(known, inputs, false) }
        : { ...this.named, inputs, ...(await provider.create(this.named, inputs, false)) };
      return this.#known;
    } catch (error) {
      // The engine stores the new inputs with the outputs of the failure, if there are any.
      const { id = "", properties } = error as { id?: string; properties?: Props };
      if (properties) this.#known = { ...this.named, id, inputs, outputs: properties };
      throw error;
    }
  }

  /** Runs a preview of such a program, and returns the outputs that the engine shows. */
  async preview(args: Props): Promise<Props> {
    const provider = await this.open();
    const inputs = await this.checked(provider, args);
    return this.#known
      ? provider.update(this.#known, inputs, true)
      : (await provider.create(this.named, inputs, true)).outputs;
  }

  /** Runs a refresh, and returns what the state has now. */
  async refresh(): Promise<Known> {
    const { known } = this;
    this.#known = { ...known, ...(await (await this.open()).read(known)) };
    return this.#known;
  }

  async destroy(): Promise<void> {
    const provider = await this.open();
    await provider.delete(this.known);
  }

  /** Continues with what another stack's state has of the object. */
  found(known: Known): void {
    this.#known = known;
  }

  /** What the state has of the object. */
  get known(): Known {
    if (!this.#known) throw new Error("nothing was created");
    return this.#known;
  }
}
