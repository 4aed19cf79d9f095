// What the provider learns during one run of the engine about the resources that the program declares, and which objects they hold.
//
// In every run the engine checks and diffs each resource of the program and creates the new ones; what the program no longer
// declares is removed last (docs/decisions/0016). So by the time of a removal every object that a declared resource holds has been seen
// here, or by another provider process of the run (provider/registry.ts).

import {
  argumentName,
  argumentNames,
  isGiven,
  isSingle,
  own,
  type Problem,
  type Resource,
} from "../../contract/index.ts";
import type { Other, Question } from "../registry.ts";
import { Conflict } from "./failures.ts";
import type { Props } from "./state.ts";
import { isUnknown } from "./unknowns.ts";

/** What a check of our own classes hears about a resource besides its arguments. */
export interface Declaration {
  /** The resource's name, or its URN where it has a parent: two components may use one name. */
  readonly declaredAs: string | undefined;
  /** The outputs that the state holds for the same object, whatever resource had it at the last `up`. */
  readonly recorded: Props | undefined;
  /** The resources that it depends on, as they are declared. Only our own classes say so, and only in a preview. */
  readonly after?: readonly string[];
  /** Its object is deleted before it is replaced. Our own classes say so in a preview; otherwise a diff does. */
  readonly deletesFirst?: boolean;
}

/** Asks and informs the other provider processes of the run. @throws Conflict when that is not possible. */
export type Share = (question: Omit<Question, "account">) => Promise<Other | undefined>;

interface Holder {
  readonly declaredAs: string | undefined;
  /** The value of the unique key that the program wants the object to have. */
  readonly wanted: unknown;
  /** This run created or adopted it. */
  readonly isNew: boolean;
}

/** The declared resources of one class. */
export class DeclaredResources {
  readonly #resource: Resource;
  readonly #className: string;
  /** The arguments of which no two resources may have the same value. */
  readonly #names: readonly string[];
  readonly #uniqueName: string | undefined;
  readonly #claims = new Map<string, string>();
  readonly #holders = new Map<string, Holder>();
  readonly #recorded = new Map<string, Props>();
  /** Resources that the engine asked about without old inputs. */
  readonly #new = new Set<string>();
  /** Objects of these are deleted before they are replaced. */
  readonly #deletedFirst = new Set<string>();
  /** Of existing resources: the old inputs; empty where the engine does not say, as for `--replace`. */
  readonly #existing = new Map<string, Props>();
  readonly #after = new Map<string, readonly string[]>();
  /** Objects whose update a preview has answered: what depends on their resources comes later. */
  readonly #answered = new Set<string>();

  readonly #share: Share;

  constructor(resource: Resource, share: Share) {
    this.#share = share;
    const { uniqueKey, settings = {} } = resource;
    this.#resource = resource;
    this.#className = resource.kind.charAt(0).toUpperCase() + resource.kind.slice(1);
    this.#uniqueName = uniqueKey && argumentName(resource, uniqueKey);
    this.#names = argumentNames(resource).filter((name) => name === this.#uniqueName || own(settings, name)?.identity);
  }

  /** Takes note of a resource of the program; the problems are those of an object that another one has claimed. */
  checked(olds: Props, args: Props, { declaredAs, recorded, after = [], deletesFirst }: Declaration): Problem[] {
    if (declaredAs === undefined) return [];
    this.#after.set(declaredAs, after);
    // Asked without old inputs, an existing resource is about to be replaced: it gives up what it holds.
    if (Object.keys(olds).length > 0) this.#existing.set(declaredAs, olds);
    else if (this.#existing.has(declaredAs)) this.#release(declaredAs);
    // The engine asks about a replacement twice, about a new resource once.
    else if (this.#new.has(declaredAs)) this.#existing.set(declaredAs, {});
    else this.#new.add(declaredAs);
    if (deletesFirst) this.#deletedFirst.add(declaredAs);
    return this.#keysOf(args).flatMap(({ name, key }): Problem[] => {
      if (recorded) this.#recorded.set(key, recorded);
      const first: string = this.#claims.get(key) ?? declaredAs;
      this.#claims.set(key, first);
      if (first === declaredAs) return [];
      const detail = `is that of the ${this.#quoted(first)} already: keep one of the two resources`;
      return [{ field: name, code: "invalid", detail }];
    });
  }

  /** Lets the other provider processes know what a resource declares; the problems are those of what one of theirs declares. */
  async checkedElsewhere(args: Props, { declaredAs }: Declaration): Promise<Problem[]> {
    const [first] = this.#keysOf(args);
    if (declaredAs === undefined || !first) return [];
    const other = await this.#put("intend", { names: args, declaredAs }).catch((error) => {
      // Each write asks again, and fails then.
      if (error instanceof Conflict) return undefined;
      throw error;
    });
    if (!other) return [];
    const detail = `is that of the ${other.label} already, which another provider of this stack manages: keep one of the two resources`;
    return [{ field: first.name, code: "invalid", detail }];
  }

  /** A resource that exists and stays goes by these names and holds this object. Fails where another one has it. */
  async held(id: string, identity: Props, news: Props): Promise<void> {
    const declaredAs = this.#claimantOf(news);
    this.#claimAll(declaredAs, { ...identity, ...news });
    this.#assertNotTaken(id, declaredAs);
    if (declaredAs !== undefined) this.#deletedFirst.add(declaredAs);
    this.#hold(id, { declaredAs, wanted: this.#wanted(news), isNew: false });
    await this.#claimElsewhere(id, declaredAs, { ...identity, ...news });
  }

  /** Before the first write to an object that is there. Fails where another declared resource manages it. */
  async claim(id: string, inputs: Props, identity: Props): Promise<void> {
    const declaredAs = this.#claimantOf(inputs);
    this.#claimAll(declaredAs, identity);
    await this.#claimElsewhere(id, declaredAs, { ...identity, ...inputs });
  }

  /** A resource was created with this object, be it a new one or one that was there. */
  async created(id: string, inputs: Props): Promise<void> {
    const declaredAs = this.#claimantOf(inputs);
    this.#hold(id, { declaredAs, wanted: this.#wanted(inputs), isNew: true });
    await this.#put("claim", { id, names: inputs, declaredAs }).catch((error) => {
      // The object exists: its record must reach the state. Other processes are in the same doubt, and delete nothing.
      if (!(error instanceof Conflict)) throw error;
    });
  }

  /** The resource of another provider process that holds this object, or declares one with the same unique value. */
  async elsewhere(id: string, names: Props): Promise<Other | undefined> {
    return this.#put("ask", { id, names, declaredAs: undefined });
  }

  holds(id: string): boolean {
    return this.#holders.has(id);
  }

  /** The declared resource that holds this object and gives up this value of the unique key. */
  giver(id: string, key: unknown): string | undefined {
    const { declaredAs, wanted } = this.#holders.get(id) ?? {};
    const isGivenUp = typeof wanted === "string" && !isUnknown(wanted) && wanted !== key;
    return isGivenUp && declaredAs !== undefined ? this.#quoted(declaredAs) : undefined;
  }

  /** Whether the resource with these inputs comes after the one that holds the object, as far as a preview knows. */
  isAfter(inputs: Props, id: string): boolean {
    const after = this.#after.get(this.#claimantOf(inputs) ?? "") ?? [];
    const { declaredAs } = this.#holders.get(id) ?? {};
    return this.#answered.has(id) || (declaredAs !== undefined && after.includes(declaredAs));
  }

  /** A preview has answered the update of this object. */
  answered(id: string): void {
    this.#answered.add(id);
  }

  /** The name under which the resource with these inputs was checked. */
  declaredAs(inputs: Props): string | undefined {
    return this.#claimantOf(inputs);
  }

  /** Whether the inputs say which object is meant. */
  names(inputs: Props): boolean {
    return this.#keysOf(inputs).length > 0;
  }

  /** The old inputs of the resource with these inputs, where it exists and is about to get another object. */
  replacedInputs(inputs: Props): Props | undefined {
    return this.#existing.get(this.#claimantOf(inputs) ?? "");
  }

  /** Whether the resource with these inputs deletes its object before it gets another one. */
  deletesFirst(inputs: Props): boolean {
    return this.#deletedFirst.has(this.#claimantOf(inputs) ?? "");
  }

  /** What the state recorded of the object that these inputs name, under whatever resource. */
  recorded(inputs: Props): Props | undefined {
    return this.#keysOf(inputs)
      .map(({ key }) => this.#recorded.get(key))
      .find(isGiven);
  }

  #claimAll(declaredAs: string | undefined, names: Props): void {
    if (declaredAs === undefined) return;
    for (const { key } of this.#keysOf(names)) {
      const first: string = this.#claims.get(key) ?? declaredAs;
      this.#claims.set(key, first);
      if (first !== declaredAs)
        throw new Conflict(
          `the ${this.#quoted(first)} of this stack names the same ${this.#resource.title} already. Keep one of the two resources.`,
        );
    }
  }

  async #claimElsewhere(id: string, declaredAs: string | undefined, names: Props): Promise<void> {
    const other = await this.#put("claim", { id, names, declaredAs });
    if (!other) return;
    throw new Conflict(
      `the ${other.label}, which another provider of this stack manages, holds the same ${this.#resource.title} already. Keep one of the two resources.`,
    );
  }

  async #put(
    kind: Question["kind"],
    {
      id,
      names,
      declaredAs = "",
    }: { readonly id?: string; readonly names: Props; readonly declaredAs?: string | undefined },
  ): Promise<Other | undefined> {
    // Where any number of objects may be alike, no resource holds one.
    if (!this.#isHeld()) return undefined;
    const { kind: resource } = this.#resource;
    const keys = this.#keysOf(names).map(({ key }) => `${resource} ${key}`);
    const object = id === undefined ? {} : { object: `${resource} id ${id.toLowerCase()}` };
    return this.#share({ kind, keys, ...object, label: this.#quoted(declaredAs) });
  }

  #isHeld(): boolean {
    return this.#names.length > 0 || isSingle(this.#resource);
  }

  #claimantOf(inputs: Props): string | undefined {
    return this.#keysOf(inputs)
      .map(({ key }) => this.#claims.get(key))
      .find(isGiven);
  }

  /** Another resource may have adopted the object in this run, before the engine told of this one. */
  #assertNotTaken(id: string, declaredAs: string | undefined): void {
    const holder = this.#holders.get(id);
    if (!holder?.isNew || holder.declaredAs === declaredAs) return;
    const by = holder.declaredAs === undefined ? "another resource" : `the ${this.#quoted(holder.declaredAs)}`;
    throw new Conflict(`${by} of this stack has adopted it in this run. Keep one of the two resources.`);
  }

  #keysOf(props: Props): { name: string; key: string }[] {
    if (isSingle(this.#resource)) return [{ name: `the project's only ${this.#resource.title}`, key: "" }];
    return this.#names.flatMap((name) => {
      const value = props[name];
      if (typeof value !== "string" || isUnknown(value)) return [];
      // Identifiers mean the same in upper and lower case; names do not.
      return [{ name, key: `${name} ${name === this.#uniqueName ? value : value.toLowerCase()}` }];
    });
  }

  /** Where any number of objects may be alike, nobody holds one. */
  #hold(id: string, holder: Holder): void {
    if (this.#isHeld()) this.#holders.set(id, holder);
  }

  #wanted(inputs: Props): unknown {
    return this.#uniqueName === undefined ? undefined : inputs[this.#uniqueName];
  }

  #release(declaredAs: string): void {
    for (const [id, holder] of this.#holders) {
      if (holder.declaredAs === declaredAs && !holder.isNew) this.#holders.delete(id);
    }
  }

  #quoted(declaredAs: string): string {
    return `${this.#className} "${declaredAs}"`;
  }
}
