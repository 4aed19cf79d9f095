// One collection a resource: every operation that the contract gives it, and none that buys or releases.

import {
  type Body,
  isSingle,
  type Operation,
  type OperationName,
  own,
  PAGE_SIZE,
  type Resource,
} from "../../contract/index.ts";
import { batchReads, type Live } from "./batched-reads.ts";
import { RequestFailure, unlessGone } from "./errors.ts";
import { mayPass } from "./retry.ts";
import type { Transport } from "./transport.ts";

interface Operations {
  /** The new object. Never sent again when it may have been carried out: a failure with `reach: "unknown"` has to be looked up. */
  create(body: Body): Promise<Live>;
  /**
   * Fails with the code `not_found` when there is no such object. Reads that come together share pages of the list. Where
   * the path has no place for an id there is one object a project, asked for once for the life of the process.
   */
  read(id?: string): Promise<Live>;
  /** All of the project's objects, in the fewest requests. */
  list(): AsyncIterable<Live>;
  /** The project's object with exactly this value of the unique key, if there is one. */
  find(key: string): Promise<Live | undefined>;
  /** The object as it is now; empty when the service answered without a body. The id is not sent where the path has no place for it. */
  update(id: string, body: Body): Promise<Live>;
  /** Succeeds also when the object is gone already. */
  delete(id: string): Promise<void>;
}

type Has<R extends Resource> = OperationName & keyof R["operations"];

/** The operations that the resource has. Of a resource that is not known until the program runs: all, and those it lacks throw. */
export type Collection<R extends Resource = Resource> = Pick<
  Operations,
  Has<R> | ("list" extends Has<R> ? "find" : never)
>;

export interface Client {
  collection<R extends Resource>(resource: R): Collection<R>;
}

/** The API over this transport; what its collections remember of their reads is good for one engine operation. */
export function openClient(send: Transport): Client {
  const collections = new Map<Resource, Operations>();
  return {
    collection(resource) {
      const collection = collections.get(resource) ?? openCollection(resource, send);
      collections.set(resource, collection);
      return collection;
    },
  };
}

function openCollection(resource: Resource, send: Transport): Operations {
  const reads = batchReads(readOne, pages());
  let only: Promise<Live> | undefined;
  // What can be read stands at the service: the same values set twice are the same values. A token is handed out anew each time.
  const stands = resource.operations.read !== undefined;

  function operation(name: OperationName): Operation {
    const found = resource.operations[name];
    if (!found) throw new Error(`The contract has no operation to ${name} a ${resource.title}.`);
    return found;
  }

  async function call(name: OperationName, id = "", body?: Body): Promise<unknown> {
    const { method, path } = operation(name);
    const repeatable = stands && name !== "create";
    const secrets = secretsOf(resource, body);
    return send({ method, path: path.replace("{id}", encodeURIComponent(id)), body, secrets, repeatable });
  }

  async function readOne(id?: string): Promise<Live> {
    return objectOf(await call("read", id));
  }

  /** What another attempt would not change is kept, a refusal too. */
  function readOnly(): Promise<Live> {
    only ??= readOne().catch((error) => {
      if (mayPass(error)) only = undefined;
      throw error;
    });
    return only;
  }

  /** The pages of the list, each asked for when it is needed; links lead from one to the next. */
  async function* pages(filter: { readonly [parameter: string]: string } = {}): AsyncGenerator<readonly Live[]> {
    const query = new URLSearchParams({ ...filter, page_size: String(PAGE_SIZE.largest) });
    const visited = new Set<string>();
    for (let path: string | undefined = `${operation("list").path}?${query}`; path && !visited.has(path); ) {
      visited.add(path);
      if (visited.size > MOST_PAGES) throw unusable(`a list of more than ${MOST_PAGES} pages`);
      const page: Live | undefined = await unlessGone(send({ method: "GET", path, repeatable: true }).then(objectOf));
      // A list that is not there does not mean that its objects are gone.
      if (!page) throw unusable("no list to look in");
      if (!Array.isArray(page.data)) throw unusable("a list that has no data");
      yield page.data.map(objectOf);
      path = nextPath(page.links);
    }
  }

  return {
    create: async (body) => objectOf(await call("create", undefined, body)),

    async read(id) {
      if (isSingle(resource)) return readOnly();
      if (id === undefined) throw new Error(`To read a ${resource.title} takes its id.`);
      return resource.operations.list ? reads.read(id) : readOne(id);
    },

    async *list() {
      for await (const page of pages()) yield* page;
    },

    async find(key) {
      const { uniqueKey: field = "" } = resource;
      const [parameter] = Object.entries(operation("list").filters ?? {}).find(([, name]) => name === field) ?? [];
      if (!parameter) throw new Error(`The contract has no filter by which to find a ${resource.title}.`);
      // The filter matches parts of values, so a page can hold more than the one meant.
      for await (const page of pages({ [parameter]: key })) {
        const found = page.find((live) => live[field] === key);
        if (found) return found;
      }
      return undefined;
    },

    async update(id, body) {
      reads.forget(id);
      try {
        const answer = await call("update", id, body);
        return answer === undefined && stands ? {} : objectOf(answer);
      } finally {
        only = undefined;
      }
    },

    async delete(id) {
      reads.forget(id);
      await unlessGone(call("delete", id));
    },
  };
}

/** Where every path of the API begins. */
const API = "/api/relay/rest/";
/** Far more than any project holds; links that never end must not be followed for ever. */
const MOST_PAGES = 1_000;

function objectOf(answer: unknown): Live {
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return answer as Live;
  throw unusable("a success whose body is no JSON object");
}

function unusable(what: string): RequestFailure {
  return new RequestFailure("unexpected_answer", `the service answered with ${what}`, { reach: "unknown" });
}

/**
 * Links come relative or absolute, and behind a gateway with a path before the API's. Only the API's own path and the query
 * are taken, so that no link leads the credentials anywhere but to the configured address.
 */
function nextPath(links: unknown): string | undefined {
  const next = (links as { next?: unknown } | null | undefined)?.next ?? "";
  if (next === "") return undefined;
  const url = typeof next === "string" ? URL.parse(next, "https://service.invalid") : null;
  // Parsed as https, so that backslashes and dots are resolved here and not by whoever parses the whole address.
  const path = url?.protocol === "https:" || url?.protocol === "http:" ? url.pathname : "";
  const start = path.indexOf(API);
  if (url && start >= 0) return path.slice(start) + url.search;
  throw unusable(`a list whose next page is not below ${API}`);
}

function secretsOf(resource: Resource, body: Body = {}): string[] {
  const secrets = Object.entries(body).filter(([field]) => own(resource.fields, field)?.secret);
  return secrets.map(([, value]) => value).filter((value) => typeof value === "string");
}
