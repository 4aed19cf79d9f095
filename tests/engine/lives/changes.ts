// The changes that a user makes to a program, chosen at random. Each returns its line of the story.

import { DOORS, type Meant, type Model, type Parent } from "./model.ts";

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

  /** Gives a resource another provider of the plugin. To the engine it stays the same resource. */
  changeProvider(resource = this.pick(this.#model.resources.filter(({ door }) => door !== "classes"))): string {
    if (!resource) return this.changeDoor();
    const { name, door } = resource;
    resource.door = this.pick((["plugin", "one", "two"] as const).filter((each) => each !== door));
    return `${name} goes from the provider ${door} to ${resource.door}`;
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
    const kind = this.pick(["SipEndpoint", "ClientToken", ...(digits ? ["PhoneNumber"] : [])]);
    const name = this.unused(kind === "SipEndpoint" ? "desk" : kind === "PhoneNumber" ? "line" : "token");
    if (kind === "SipEndpoint") this.#model.addEndpoint(name, `user-of-${name}`);
    else if (kind === "ClientToken") this.#model.addToken(name, `client-of-${name}`);
    else this.#model.addLine(name, digits ?? "", this.pick(onDestroy));
    const added = this.#model.resources.at(-1);
    if (added) added.door = this.pick(DOORS);
    return `add ${name} through ${added?.door}`;
  }

  edit(resource = this.pick([...this.#model.endpoints, ...this.#model.lines])): string {
    const value = this.unused("Label");
    if (resource.kind === "SipEndpoint") resource.callerId = value;
    else resource.label = value;
    return `edit ${resource.name}`;
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
