// The service as its lists show it, for finding out what a write would meet without sending it.

import { PAGE_SIZE, type Resource } from "../../contract/index.ts";
import type { Live } from "./answers.ts";
import type { Client } from "./collection.ts";
import { RequestFailure } from "./errors.ts";

/** What would have been sent to an object that is there. */
export interface NotedUpdate {
  readonly found: Live;
  readonly body: Live;
}

/** The list goes on beyond what was read of it, so nobody knows whether the object is there. */
export class NotListed extends Error {}

/** What stands for the id of an object that is not there yet. */
export const NOT_THERE_YET = "new";

/** Five full pages: a preview asks for a handful of pages, however many objects there are. */
export const MOST_LISTED = 5 * PAGE_SIZE.largest;

interface Listed {
  readonly objects: readonly Live[];
  readonly isWhole: boolean;
}

/** The lists that one preview reads, each once, by this client. */
export class Lists {
  readonly #client: Client;
  readonly #lists = new Map<Resource, Promise<Listed>>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** True after the first list was asked for. */
  get isAsked(): boolean {
    return this.#lists.size > 0;
  }

  /** A client that answers from the lists. It sends no write: it notes the updates. */
  rehearse(note: (update: NotedUpdate) => void): Client {
    const client = this.#client;
    return {
      collection: (resource) => {
        const find = (matches: (live: Live) => boolean) => this.#find(resource, matches);
        const read = async (id?: string) => {
          if (id === undefined || !resource.operations.list) return client.collection(resource).read(id);
          const found = await find((live) => live.id === id);
          if (found) return found;
          throw new RequestFailure("not_found", `there is no such ${resource.title}`);
        };
        return {
          read,
          list: () => client.collection(resource).list(),
          // A dry run creates nothing, so no object is its own.
          existedBefore: async () => true,
          find: (key: string) => find((live) => live[resource.uniqueKey ?? ""] === key),
          create: async (body: Live) => {
            const { uniqueKey: key = "" } = resource;
            if (!(await find((live) => live[key] === body[key]))) return { id: NOT_THERE_YET };
            throw new RequestFailure("invalid", `${key} is taken`);
          },
          update: async (id: string, body: Live) => {
            note({ found: await read(resource.operations.list ? id : undefined), body });
            return {};
          },
          delete: () => Promise.reject(new Error("A rehearsal deletes nothing.")),
        };
      },
    };
  }

  async #find(resource: Resource, matches: (live: Live) => boolean): Promise<Live | undefined> {
    const { objects, isWhole } = await this.#list(resource);
    const found = objects.find(matches);
    if (!found && !isWhole) throw new NotListed(`Only ${MOST_LISTED} of the list were read.`);
    return found;
  }

  #list(resource: Resource): Promise<Listed> {
    const list = this.#lists.get(resource) ?? this.#read(resource);
    this.#lists.set(resource, list);
    return list;
  }

  async #read(resource: Resource): Promise<Listed> {
    const objects: Live[] = [];
    for await (const live of this.#client.collection(resource).list()) {
      if (objects.push(live) === MOST_LISTED) return { objects, isWhole: false };
    }
    return { objects, isWhole: true };
  }
}
