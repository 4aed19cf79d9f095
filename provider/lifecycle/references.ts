// Finds objects that refer to a deleted one: a number that rings a deleted endpoint cannot be answered.

import {
  argumentFields,
  assignersOf,
  hostedResources,
  isUnknown,
  own,
  type Props,
  type Resource,
  resources,
  roleOf,
  toCamel,
  UUID,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { Conflict, isRefusal, RequestFailure, unlessGone } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { readConnection } from "../config/config.ts";
import type { Pointer, Pointers, Run } from "../run/run.ts";

export class References {
  readonly #resource: Resource;
  readonly #pointers: Pointers;

  constructor(resource: Resource, pointers: Pointers) {
    this.#resource = resource;
    this.#pointers = pointers;
  }

  /** Records the current targets of this object. */
  note(label: unknown, props: Props): void {
    for (const [name, wire] of argumentFields(this.#resource)) {
      if (!own(this.#resource.fields, wire)?.refersTo) continue;
      const pointer = pointerOf(this.#resource, wire, label);
      const key = `${pointer.source} ${name}`;
      for (const known of this.#pointers.values()) known.delete(key);
      const target = props[name];
      if (typeof target !== "string") continue;
      const known = this.#pointers.get(target) ?? new Map<string, Pointer>();
      this.#pointers.set(target, known.set(key, pointer));
    }
  }

  /** Returns a warning when other objects still refer to a deleted object; undefined when none is known. */
  dangling(id: string, label: unknown): string | undefined {
    const pointers = [...(this.#pointers.get(id)?.values() ?? [])];
    if (pointers.length === 0) return undefined;
    const steps = stepsFor(pointers, "still points to it", ({ remedy }) => remedy);
    return `The ${this.#resource.title} "${String(label)}" (${id}) is gone. ${steps}`;
  }

  /**
   * Runs a deletion. When the service refuses it, the failure names the objects that refer to this one. An object that is assigned to
   * others is not deleted: the service would end the assignments later, without a message to the user.
   */
  async explaining<T>(client: Client, id: string, remove: () => Promise<T>): Promise<T> {
    await this.#assertUnassigned(client, id);
    try {
      return await remove();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const known = [...(this.#pointers.get(id)?.values() ?? [])];
      const pointers = known.length > 0 ? known : await pointingAtService(client, id);
      if (pointers.length === 0) throw error;
      const steps = stepsFor(pointers, "points to it", ({ remedy, isAdopted }) => {
        const how =
          ', by `pulumi up` or, where this stack manages it, by `onDestroy: "restore"` or "clear" before the destroy';
        return `${remedy} first${isAdopted ? how : ""}`;
      });
      throw new Conflict(`${error.message}. ${steps}`);
    }
  }

  async #assertUnassigned(client: Client, id: string): Promise<void> {
    for (const { resource, field } of assignersOf(this.#resource)) {
      const holders: string[] = [];
      for await (const live of client.collection(resource).list())
        if (String(live[field]).toLowerCase() === id.toLowerCase()) holders.push(String(live[resource.label]));
      if (holders.length === 0) continue;
      const name = toCamel(field);
      throw new Conflict(
        `it is the ${name} of the ${resource.title} ${holders.join(", ")}. Nothing was deleted. Take \`${name}\` out of the program first, ` +
          'in an `up` of its own; before a destroy, give the resource `onDestroy: "clear"` by `pulumi up`.',
      );
    }
  }
}

function pointerOf({ title, fields, operations }: Resource, wire: string, label: unknown): Pointer {
  const { required, assigned } = fields[wire] ?? {};
  const without = assigned ? `take \`${toCamel(wire)}\` out of it` : "give it another handler";
  const remedy = required ? "remove it" : without;
  return { source: `${title} ${String(label)}`, remedy, isAdopted: !operations.create };
}

/** Returns a sentence for each step, with the objects that need it. */
function stepsFor(pointers: readonly Pointer[], verb: string, stepOf: (pointer: Pointer) => string): string {
  const sentences = [...new Set(pointers.map(stepOf))].map((step) => {
    const sources = new Set(pointers.filter((each) => stepOf(each) === step).map(({ source }) => source));
    return `The ${[...sources].join(", the ")} ${verb}: ${step}.`;
  });
  return sentences.join(" ");
}

/**
 * Returns the fields (the API's names) with the id of a missing object: required ones, those that a chosen handler reads, and
 * those that are assigned.
 */
export async function danglingFields(client: Client, { fields, handlers }: Resource, live: Live): Promise<string[]> {
  const read = handlers.flatMap(({ field, cases }) => own(cases, String(live[field]))?.uses ?? []);
  const used = [...read, ...Object.keys(fields).filter((wire) => fields[wire]?.assigned || fields[wire]?.required)];
  const dangling: string[] = [];
  for (const wire of used) {
    const { refersTo = "", mayReferElsewhere } = own(fields, wire) ?? {};
    const target = mayReferElsewhere ? undefined : own<Resource>(resources, refersTo);
    const id = live[wire];
    if (target && typeof id === "string" && !isUnknown(id) && !(await isThere(client, target, id))) dangling.push(wire);
  }
  return dangling;
}

/**
 * Returns the fields (the API's names) with the address of a script that the service does not have: those that a chosen handler
 * reads, and the document of a script. The list of this project lacks the script, and the service answers 404 at the address:
 * another project's script is no error.
 */
export async function danglingAddresses(run: Run, { handlers, hosted }: Resource, live: Live): Promise<string[]> {
  const used = handlers.flatMap(({ field, cases }) => own(cases, String(live[field]))?.uses ?? []);
  const named = [...used.filter((wire) => roleOf(wire) !== "status"), ...(hosted ? [hosted.contents] : [])];
  const dangling = new Set<string>();
  for (const wire of named)
    for (const address of addressesIn(live[wire])) if (await isScriptGone(run, address)) dangling.add(wire);
  return [...dangling];
}

/** Returns the addresses in a value: an address, or a document, which is a text or an object. */
function addressesIn(value: unknown): string[] {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return [...new Set(text.match(/https?:\/\/[^\s"'<>\\]+/g))];
}

async function isScriptGone(run: Run, address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(readConnection(run.config).baseUrl).origin) return false;
  const target = hostedResources.find(({ hosted }) => {
    const start = hosted.path.replace("{id}", "");
    return pathname.startsWith(start) && UUID.test(pathname.slice(start.length));
  });
  if (!target) return false;
  try {
    const scripts = await run.lists().listed(target);
    return !scripts.some((live) => live[target.hosted.url] === origin + pathname) && (await run.isMissing(pathname));
  } catch (error) {
    // The token may not list scripts, so nothing is proven.
    if (error instanceof RequestFailure) return false;
    throw error;
  }
}

/** True when the object exists, or when the token may not read it. */
async function isThere(client: Client, target: Resource, id: string): Promise<boolean> {
  try {
    return (await unlessGone(client.collection(target).read(id.toLowerCase()))) !== undefined;
  } catch (error) {
    if (error instanceof RequestFailure && error.code === "unauthorized") return true;
    throw error;
  }
}

/** Returns the objects that refer to this one, from the service's lists. */
async function pointingAtService(client: Client, id: string): Promise<Pointer[]> {
  const found: Pointer[] = [];
  for (const resource of Object.values<Resource>(resources)) {
    const pointers = Object.keys(resource.fields).filter((wire) => resource.fields[wire]?.refersTo);
    if (pointers.length === 0) continue;
    try {
      for await (const live of client.collection(resource).list())
        for (const wire of pointers) if (live[wire] === id) found.push(pointerOf(resource, wire, live[resource.label]));
    } catch (error) {
      // The token may not list them, so only the service's own message remains.
      if (!(error instanceof RequestFailure)) throw error;
    }
  }
  return found;
}
