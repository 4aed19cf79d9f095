// A random world: a stack as real commands left it, the next program, and the failures of the service and of processes on the way
// there. Everything follows from the seed.

import { type ByHand, Changes } from "../lives/changes.ts";
import { pathOf, secretOf } from "../lives/made.ts";
import { type Account, DOORS, type Door, isDeclared, type Made, type Meant, Model, urnOf } from "../lives/model.ts";
import { programText } from "../lives/program.ts";
import { APIS, type Failure, VICTIMS, WRONG_ANSWERS } from "./failures.ts";

export const NUMBERS = Array.from({ length: 6 }, (_, at) => `+1202555010${at}`);
/** Consecutive seeds that start from the same stack, which takes two commands of the engine to make. */
const SEEDS_OF_A_STACK = 5;
const STACKS = 20;

const FAILURES = ["kill", "lost", "wrong", "wrong"] as const;
const POSTS = ["POST", "POST"] as const;
const DELETES = ["DELETE", "DELETE"] as const;

/** The SIP profile of the project, which a program declares at most once. */
export interface Profile {
  readonly door: Door;
  encryption: "required" | "optional";
}

/** The stack from which a world starts. */
export class Origin {
  readonly model: Model;
  readonly profile: Profile;
  /** Kept for the program's arguments, which must not change with the world. */
  readonly number: number;

  constructor(seed: number, account: Account) {
    this.number = Math.floor(seed / SEEDS_OF_A_STACK) % STACKS;
    const changes = new Changes(new Model(NUMBERS, 0, account), 1_000_000 + this.number);
    const { random } = changes;
    this.model = new Model(NUMBERS, 2 + Math.floor(random() * 2), account);
    // Each door costs a process for each command. Changes of doors add the others.
    const doors = [changes.pick(DOORS), changes.pick(DOORS)];
    this.profile = { door: changes.pick(doors), encryption: changes.pick(["required", "optional"]) };
    for (const each of this.model.resources) {
      each.door = changes.pick(doors);
      each.parent = changes.pick([undefined, undefined, "north", "south"]);
      if (each.kind === "PhoneNumber") each.exclusive = random() < 0.3;
      else if ("key" in each && random() < 0.3) makeSecret(each);
    }
  }
}

export class World {
  readonly story: string[] = [];
  readonly model: Model;
  readonly profile: Profile;
  readonly command: "up" | "destroy";
  readonly flags: readonly string[];
  /** The requests that a person or another program sends before the command. */
  readonly byHand: ByHand[] = [];
  readonly failures: readonly Failure[];
  readonly hasCheckpoints: boolean;
  readonly adoptsMatching: boolean;
  readonly #deleted: Made[] = [];
  /** Whether the state is exported and imported at the end. */
  readonly isLoadedAgain: boolean;
  /** Whether the world ends with `destroy`. */
  readonly isDestroyed: boolean;

  constructor(seed: number, { model, profile, number }: Origin) {
    this.model = model;
    this.profile = profile;
    const changes = new Changes(model, seed);
    const { random } = changes;
    this.command = random() < 0.1 ? "destroy" : "up";
    const kinds = Array.from({ length: random() < 0.2 ? 2 : 1 }, () => changes.pick(FAILURES));
    const mayRefresh = random() < 0.2;
    this.hasCheckpoints = random() < 0.3;
    this.adoptsMatching = random() < 0.3;
    this.isLoadedAgain = seed % 10 === 0;
    const isKilled = kinds.includes("kill");
    // What an adoption found is lost with a process that was killed before the state was written.
    this.isDestroyed = this.command === "up" && !isKilled && random() < 0.15;
    const count = model.resources.length;
    this.story.push(
      `stack ${number}${this.hasCheckpoints ? ", with checkpoints" : ""}${this.adoptsMatching ? ", adoptMatching" : ""}`,
    );
    if (this.command === "destroy") {
      if (random() < 0.3) this.#deleteByHand(changes.pick(model.made));
      this.removeAll();
    } else this.#change(changes, isKilled);
    this.failures = kinds.map((kind) => randomFailure(changes, kind, this.#methods(count)));
    // Without a refresh, an `up` does not read changes by a person or another program.
    this.flags = this.command === "up" && (mayRefresh || this.byHand.length > 0) ? ["--refresh"] : [];
  }

  /** The program ends without resources. Numbers go first, because an endpoint's removal changes those that ring it. */
  removeAll(): void {
    for (const each of [...this.model.lines, ...this.model.resources.filter(({ kind }) => kind !== "PhoneNumber")])
      this.model.remove(each);
  }

  /** Changes each resource at most once, because the engine sees only the sum. */
  #change(changes: Changes, isKilled: boolean): void {
    const { random } = changes;
    const numbers = this.model.numbers;
    const managed = new Set(this.model.lines.map(({ digits }) => digits));
    const before = new Map(this.model.resources.map((each) => [each, { urn: urnOf(each), ...each }]));
    const isAnew = (each: Meant) => !each.alias && urnOf(each) !== before.get(each)?.urn;
    const untouched = [...this.model.resources];
    const take = (): Meant => untouched.splice(Math.floor(random() * untouched.length), 1)[0] as Meant;
    const operations = [
      () => changes.rename(take()),
      () => changes.move(take()),
      () => changes.changeDoor(take()),
      () => changes.remove(take()),
      () => changes.add(isKilled ? ["leave", "clear"] : ["leave", "restore", "clear"]),
      () => changes.edit(take()),
      () => changes.edit(take()),
      () => changes.retarget(take()),
      () => changes.retarget(take()),
      () => changes.renameKey(),
      () => this.#editProfile(),
      () => this.#changeByHand(changes, take()),
      () => this.#changeByHand(changes, take()),
    ];
    const count = 1 + Math.floor(random() * 5);
    for (let at = 0; at < count; at += 1) this.story.push(changes.pick(operations)());
    for (const made of this.model.made.filter(isAnew)) {
      const was = before.get(made);
      // Neither the name in the program nor the one at the service says that it is the same object.
      if (was && "key" in was && was.key !== made.key) made.id = undefined;
    }
    for (const line of this.model.lines.filter(isAnew)) {
      const found = numbers[line.digits];
      // The state is hidden from the plugin: it adopts the number as the earlier resource left it.
      if (line.door === "classes" || !found || !managed.has(line.digits)) continue;
      const { name: _, ...kept } = found;
      line.found = found;
      if (!line.exclusive && !line.rings) line.kept = kept;
    }
    for (const made of this.#deleted) made.id = undefined;
  }

  /** Returns methods that the command probably uses. `count` is the number of resources before. */
  #methods(count: number): readonly Failure["method"][] {
    const { made, resources } = this.model;
    const isCreated = made.some(({ id }) => id === undefined);
    const isRemoved = resources.length < count;
    return ["GET", "PUT", "write", "write", ...(isCreated ? POSTS : []), ...(isRemoved ? DELETES : [])];
  }

  #changeByHand(changes: Changes, resource: Meant): string {
    if (!("key" in resource) || resource.id === undefined) return changes.edit(resource);
    if (changes.random() < 0.5) return this.#deleteByHand(resource);
    const change = changes.byHand(resource);
    this.byHand.push(change);
    return change.story;
  }

  #deleteByHand(made: Made): string {
    const story = `somebody deletes ${made.name}`;
    this.byHand.push({ method: "DELETE", path: `${pathOf(made.kind)}/${made.id}`, story });
    this.#deleted.push(made);
    return story;
  }

  #editProfile(): string {
    this.profile.encryption = this.profile.encryption === "required" ? "optional" : "required";
    return `the profile's encryption is ${this.profile.encryption}`;
  }
}

/** Returns the program for this model and profile. */
export function programOf({ model, profile }: { readonly model: Model; readonly profile: Profile }): string {
  const { door, encryption } = profile;
  const made = door === "classes" ? "" : "viaPlugin.";
  const options = isDeclared(door) ? `, { provider: ${door} }` : "";
  return `${programText(model, door)}\nnew ${made}SipProfile("profile", { defaultEncryption: "${encryption}" }${options});`;
}

/** Marks the contents as secret, if the resource has any. */
function makeSecret(made: Made): void {
  const args = secretOf(made.kind);
  if (args) Object.assign(made, { args, isSecret: true });
}

function randomFailure(changes: Changes, kind: Failure["kind"], methods: readonly Failure["method"][]): Failure {
  const method = changes.pick(methods);
  // The first requests are the likeliest to be sent at all.
  const nth = 1 + Math.floor(changes.random() ** 2 * (method === "GET" ? 8 : method === "write" ? 4 : 2));
  const isDone = changes.random() < 0.5;
  const api = changes.pick(["/api/", "/api/", "/api/", ...APIS] as const);
  // Requests are repeated up to four times, so ten refused ones end an operation.
  const when = { api, method, nth, isDone, times: changes.random() < 0.8 ? 1 : 10 };
  if (kind === "kill") return { kind, victim: changes.pick(VICTIMS), ...when, times: 1 };
  if (kind === "lost") return { kind, ...when };
  return { kind, answer: changes.pick(WRONG_ANSWERS), ...when };
}
