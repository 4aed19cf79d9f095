// What the provider learns during one run of the engine about the resources that the program declares, and which objects they hold.
//
// In every run the engine checks and diffs each resource of the program and creates the new ones; what the program no longer
// declares is removed last (docs/decisions/0016). So by the time of a removal every object that a declared resource holds has been seen
// here, or by another provider process of the run (provider/registry.ts).

import { setTimeout as pause } from "node:timers/promises";
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

/** The engine asks about one resource after the other; once it pauses for so many milliseconds, it has told of all it knows. */
const PAUSE = 300;
const LONGEST_WAIT = 10_000;

let lastAsked = 0;

/** Resolves once the engine has told of every resource that the program declares, as far as they do not wait for one another. */
export async function declarationsKnown(): Promise<void> {
  const started = Date.now();
  for (let rest = 1; rest > 0 && Date.now() - started < LONGEST_WAIT; ) {
    rest = lastAsked + PAUSE - Date.now();
    if (rest > 0) await pause(rest);
  }
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
  readonly #existing = new Set<string>();

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
  checked(olds: Props, args: Props, { declaredAs, recorded }: Declaration): Problem[] {
    lastAsked = Date.now();
    if (declaredAs === undefined) return [];
    // Asked without old inputs, an existing resource is about to be replaced: it gives up what it holds.
    if (Object.keys(olds).length > 0) this.#existing.add(declaredAs);
    else if (this.#existing.has(declaredAs)) this.#release(declaredAs);
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
    lastAsked = Date.now();
    const declaredAs = this.#claimantOf(news);
    this.#claimAll(declaredAs, { ...identity, ...news });
    this.#assertNotTaken(id, declaredAs);
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

  /** What the program wants to call the object that a declared resource holds; undefined where none does. */
  wantedName(id: string): unknown {
    return this.#holders.get(id)?.wanted;
  }

  /** Whether the inputs say which object is meant. */
  names(inputs: Props): boolean {
    return this.#keysOf(inputs).length > 0;
  }

  /** Whether these are the inputs of a resource that exists and is about to get another object. */
  isReplaced(inputs: Props): boolean {
    const declaredAs = this.#claimantOf(inputs);
    return declaredAs !== undefined && this.#existing.has(declaredAs);
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
