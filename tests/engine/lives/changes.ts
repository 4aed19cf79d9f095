// The changes that a user makes to a program, chosen at random. Each returns its line of the story.

import type { FieldChange } from "../every-field.ts";
import { bodyOf, changesOf, isShown, keyNameOf, MADE_KINDS, pathOf, requiredOf, resourceOf, wordOf } from "./made.ts";
import { DOORS, type Made, type Meant, type Model, type Parent } from "./model.ts";

/** With fewer resources, none is removed. */
const FEWEST = 5;

export class Changes {
  readonly random: () => number;
  readonly #model: Model;
  #fresh = 0;

  constructor(model: Model, seed: number) {
    this.#model = model;
    this.random = mulberry32(seed);
  }

  rename(resource = this.pick(this.#model.resources)): string {
    const { name, parent, door } = resource;
    resource.name = this.unused(name.replace(/-.*/, ""));
    this.#mayAlias(resource, { name, parent, door });
    return `rename ${name} to ${resource.name}${resource.alias ? " with an alias" : ""}`;
  }

  move(resource = this.pick(this.#model.resources)): string {
    const { name, parent, door } = resource;
    const others = [undefined, "north", "south"].filter((each) => each !== parent) as (Parent | undefined)[];
    resource.parent = this.pick(others);
    this.#mayAlias(resource, { name, parent, door });
    return `move ${name} under ${resource.parent ?? "the stack"}${resource.alias ? " with an alias" : ""}`;
  }

  /** Moves a resource from the classes to the plugin, or back. */
  changeDoor(resource = this.pick(this.#model.resources)): string {
    const { name, parent, door } = resource;
    resource.door = door === "classes" ? this.pick(["plugin", "one", "two"]) : "classes";
    this.#mayAlias(resource, { name, parent, door });
    return `${name} goes from ${door} to ${resource.door}${resource.alias ? " with an alias" : ""}`;
  }

  /** Without an alias the engine takes the resource for a new one, and only the classes read in the state what was found before. */
  #mayAlias(resource: Meant, before: NonNullable<Meant["alias"]>): void {
    if (this.random() < 0.3) resource.alias = before;
    else if (resource.kind === "PhoneNumber" && resource.door !== "classes") this.#model.forgetFound(resource);
  }

  remove(resource?: Meant): string {
    if (this.#model.resources.length <= FEWEST) return this.add(["leave", "clear"]);
    const removed = resource ?? this.pick(this.#model.resources);
    this.#model.remove(removed);
    return `remove ${removed.name}`;
  }

  add(onDestroy: readonly ("leave" | "restore" | "clear")[]): string {
    const [digits] = this.#model.freeNumbers;
    const kind = this.pick([...MADE_KINDS, "ClientToken" as const, ...(digits ? ["PhoneNumber" as const] : [])]);
    const name = this.unused(kind === "PhoneNumber" ? "line" : kind === "ClientToken" ? "token" : wordOf(kind));
    if (kind === "PhoneNumber") this.#model.addLine(name, digits ?? "", this.pick(onDestroy));
    else if (kind === "ClientToken") this.#model.addToken(name, `client-of-${name}`);
    else this.#model.addMade(kind, name);
    const added = this.#model.resources.at(-1);
    if (added) added.door = this.pick(DOORS);
    return `add ${name} through ${added?.door}`;
  }

  /** Changes one argument. Arguments that an earlier edit set are removed. */
  edit(resource: Meant = this.pick([...this.#model.made, ...this.#model.lines])): string {
    if (resource.kind === "ClientToken") return this.move(resource);
    if (resource.kind === "PhoneNumber") {
      resource.label = this.unused("Label");
      return `edit ${resource.name}`;
    }
    const { field, others, before, after } = this.pick(changesOf(resource.kind));
    const value = this.pick([before, after]);
    resource.args = { ...requiredOf(resource.kind), ...others, [field]: value };
    if (Object.keys(resource.args).some(isOfHandler)) resource.rings = undefined;
    return `edit ${field} of ${resource.name}`;
  }

  /** Gives calls of a number, an endpoint or a domain application another target, or none. */
  retarget(resource: Meant): string {
    const { scripts, endpoints } = this.#model;
    // A number with `leave` would later ring a deleted endpoint.
    const isFixed = resource.kind === "PhoneNumber" && resource.onDestroy === "leave";
    if (
      resource.kind === "ClientToken" ||
      isFixed ||
      ("key" in resource && resourceOf(resource.kind).handlers.length === 0)
    )
      return this.edit(resource);
    const among = resource.kind === "PhoneNumber" ? [...scripts, ...endpoints] : scripts;
    resource.rings = this.pick([...among.filter((each) => each !== resource.rings), undefined]);
    if (resource.kind !== "PhoneNumber") resource.args = withoutHandler(resource.args);
    return `calls of ${resource.name} go to ${resource.rings?.name ?? "nothing"}`;
  }

  /** Changes the unique key, which the service changes in place. */
  renameKey(): string {
    const made = this.pick(this.#model.made);
    if (!made) return "";
    made.key = this.unused("key");
    return `${made.name} gets the ${keyNameOf(made.kind)} ${made.key}`;
  }

  /** Returns a change of this object outside the program, of the unique key or of a field that the program names. */
  byHand(made: Made): ByHand {
    const { kind, args, id } = made;
    const key = { field: keyNameOf(kind), value: this.unused("hand") };
    const others = changesOf(kind)
      .filter(({ field }) => field in args && isShown(kind, field))
      .map(({ field, ...change }) => ({ field, value: otherValue(change, args[field]) }));
    const { field, value } = this.pick([key, ...others]);
    const required = resourceOf(kind).operations.update?.requires ? bodyOf(kind, keyNameOf(kind), made.key) : {};
    const story = `somebody sets ${field} of ${made.name}`;
    return {
      method: "PUT",
      path: `${pathOf(kind)}/${id}`,
      body: { ...required, ...bodyOf(kind, field, value) },
      story,
    };
  }

  /** Returns a name that no resource has had. */
  unused(kind: string): string {
    this.#fresh += 1;
    return `${kind}-${this.#fresh}x`;
  }

  pick<T>(among: readonly T[]): T {
    return among[Math.floor(this.random() * among.length)] as T;
  }
}

/** A request that a person or another program sends. */
export interface ByHand {
  readonly method: "PUT" | "DELETE";
  readonly path: string;
  readonly body?: object;
  readonly story: string;
}

function otherValue({ before, after }: Omit<FieldChange, "field">, value: unknown): unknown {
  return JSON.stringify(before) === JSON.stringify(value) ? after : before;
}

function isOfHandler(argument: string): boolean {
  return argument.startsWith("call") && argument !== "callerId";
}

function withoutHandler(args: Made["args"]): Made["args"] {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !isOfHandler(name)));
}

/** Returns numbers from 0 up to 1 for a seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
