// A client for dry runs: answers from the service's lists and sends no write.

import { keyOf, PAGE_SIZE, type Resource } from "../../contract/index.ts";
import { idOf, type Live, theOnly } from "./answers.ts";
import { RequestFailure } from "./errors.ts";
import type { Listed } from "./listing.ts";
import { nestedCollection } from "./nested.ts";
import type { Client } from "./operations.ts";

/** An update that would have been sent to an existing object. */
export interface NotedUpdate {
  readonly found: Live;
  readonly body: Live;
}

/** Thrown when the object is not on the pages that were read, and the list has more pages. */
export class NotListed extends Error {}

/** The id of an object that does not exist yet. */
export const NOT_THERE_YET = "new";

/** Five full pages: a preview reads a few pages, however many objects exist. */
export const MOST_LISTED = 5 * PAGE_SIZE.largest;

interface Read {
  readonly objects: readonly Live[];
  readonly isWhole: boolean;
}

/** The lists that one preview reads, each once. */
export class Lists {
  readonly #client: Client;
  readonly #lists = new Map<Resource, Promise<Read>>();

  constructor(client: Client) {
    this.#client = client;
  }

  get isAsked(): boolean {
    return this.#lists.size > 0;
  }

  /** Returns a client that answers from the lists. It sends no write and passes updates to `note`. */
  dryRun(note: (update: NotedUpdate) => void): Client {
    const client = this.#client;
    const dry: Client = {
      collection: (resource) => {
        const all = nestedCollection(resource, dry);
        if (all) return all;
        const find = (matches: (live: Live) => boolean) => this.#find(resource, matches);
        const read = async (id?: string) => {
          if (id === undefined || !resource.operations.list) return client.collection(resource).read(id);
          const found = await find((live) => live.id === id);
          if (found) return found;
          throw new RequestFailure("not_found", `there is no such ${resource.title}`);
        };
        return {
          read,
          readAgain: read,
          list: () => client.collection(resource).list(),
          // A dry run creates nothing, so the list is as it was before.
          before: (key) => this.#listedNow(resource, key),
          find: (key: string) => find((live) => keyOf(resource, live) === key),
          create: async (body: Live) => {
            const key = keyOf(resource, body);
            if (!(await find((live) => keyOf(resource, live) === key))) return { id: NOT_THERE_YET };
            throw new RequestFailure("invalid", `${resource.uniqueKey} "${String(key)}" is taken`);
          },
          update: async (id: string, body: Live) => {
            note({ found: await read(resource.operations.list ? id : undefined), body });
            return {};
          },
          delete: () => Promise.reject(new Error("A dry run deletes nothing.")),
        };
      },
    };
    return dry;
  }

  /** Returns the objects on the pages that a preview reads. */
  async listed(resource: Resource): Promise<readonly Live[]> {
    return (await this.#list(resource)).objects;
  }

  async #listedNow(resource: Resource, key: string): Promise<Listed> {
    const { objects, isWhole } = await this.#list(resource);
    const keys = new Set(objects.map((live) => keyOf(resource, live)));
    if (!isWhole && !keys.has(key)) throw new NotListed();
    return { ids: new Set(objects.map(idOf)), keys };
  }

  async #find(resource: Resource, matches: (live: Live) => boolean): Promise<Live | undefined> {
    const { objects, isWhole } = await this.#list(resource);
    const found = resource.keyMayRepeat ? theOnly(resource, objects.filter(matches)) : objects.find(matches);
    if (!found && !isWhole) throw new NotListed();
    return found;
  }

  #list(resource: Resource): Promise<Read> {
    const list = this.#lists.get(resource) ?? this.#read(resource);
    this.#lists.set(resource, list);
    return list;
  }

  async #read(resource: Resource): Promise<Read> {
    const objects: Live[] = [];
    for await (const live of this.#client.collection(resource).list()) {
      if (objects.push(live) === MOST_LISTED) return { objects, isWhole: false };
    }
    return { objects, isWhole: true };
  }
}
