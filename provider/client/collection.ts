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
import { bodyIn, contradictions, entriesIn, idOf, type Live, missingFields, objectIn, unusable } from "./answers.ts";
import { batchReads } from "./batched-reads.ts";
import { RequestFailure, unlessGone } from "./errors.ts";
import { Listing } from "./listing.ts";
import { mayPass } from "./retry.ts";
import type { Transport } from "./transport.ts";

interface Operations {
  /** The new object. Never sent again when it may have been carried out: a failure with `reach: "unknown"` has to be looked up. */
  create(body: Body): Promise<Live>;
  /** Whether the object existed before the first create of this run: no create whose answer was lost made it. */
  existedBefore(id: string): Promise<boolean>;
  /**
   * Fails with the code `not_found` when the service says so and its list lacks the object too. Reads that come together share pages of the list. Where
   * the path has no place for an id there is one object a project, asked for once for the life of the process.
   */
  read(id?: string): Promise<Live>;
  /** All of the project's objects, in the fewest requests. */
  list(): AsyncIterable<Live>;
  /** The project's object with exactly this value of the unique key, if there is one. */
  find(key: string): Promise<Live | undefined>;
  /** The object as it is now. The id is not sent where the path has no place for it. */
  update(id: string, body: Body): Promise<Live>;
  /** Succeeds also when the object is proven to be gone already. */
  delete(id: string): Promise<void>;
}

type Has<R extends Resource> = OperationName & keyof R["operations"];

/** The operations that the resource has. Of a resource that is not known until the program runs: all, and those it lacks throw. */
export type Collection<R extends Resource = Resource> = Pick<
  Operations,
  Has<R> | ("list" extends Has<R> ? "find" | "existedBefore" : never)
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
  const { uniqueKey = "" } = resource;
  const listing = new Listing(() => pages());
  const reads = batchReads(readOne, async () =>
    (await listing.nextPage())?.filter((live) => missingFields(resource, live).length === 0),
  );
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
    const request = { method, path: path.replace("{id}", encodeURIComponent(id)), body, secrets, repeatable };
    return send(request).catch(async (error) => {
      const isGone = error instanceof RequestFailure && error.code === "not_found" && stands && name !== "create";
      throw isGone ? await provenGone(error, id) : error;
    });
  }

  /** A 404 means "gone" only where the list lacks the object too. What has no list has one object a project, which never goes. */
  async function provenGone(failure: RequestFailure, id: string): Promise<RequestFailure> {
    const { status, reach, message } = failure;
    const unproven = (code: RequestFailure["code"], why: string) =>
      new RequestFailure(code, `${message}, ${why}`, { status, reach });
    if (!resource.operations.list) return unproven("unexpected_answer", `and every project has a ${resource.title}`);
    try {
      if (!(await listing.has(id.toLowerCase()))) return failure;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return unproven(error.code, `and the list that would prove it gone could not be read: ${error.message}`);
    }
    return unproven("unexpected_answer", `though its list still has the ${resource.title}`);
  }

  async function readOne(id?: string): Promise<Live> {
    return objectIn(await call("read", id), resource, { id });
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
      const page: Live | undefined = await unlessGone(send({ method: "GET", path, repeatable: true }).then(bodyIn));
      // A list that is not there does not mean that its objects are gone.
      if (!page) throw unusable("404 Not Found where its list should be");
      yield entriesIn(page, resource);
      path = nextPath(page.links);
    }
  }

  /** The objects before the first create, in which a create whose answer is lost does not look for its own. */
  function existing(): Promise<ReadonlySet<string>> {
    return listing.beforeCreates().catch((error) => {
      // The create itself was not sent.
      throw error instanceof RequestFailure ? new RequestFailure(error.code, error.message, notDone(error)) : error;
    });
  }

  /** Makes sure of a change that was answered without a body: an empty answer shows nothing. */
  async function confirmed(id: string, sent: Body): Promise<Live> {
    const live = await readOne(isSingle(resource) ? undefined : id);
    const differing = contradictions(resource, sent, live);
    if (differing.length === 0) return live;
    throw unusable(`nothing to a change, and does not show it: ${differing.join(", ")} differs`);
  }

  return {
    async create(body) {
      operation("create");
      const isFound = uniqueKey !== "" && resource.operations.list !== undefined;
      if (isFound) await existing();
      const live = objectIn(await call("create", undefined, body), resource, { key: body[uniqueKey] });
      if (isFound) listing.created(idOf(live));
      return live;
    },

    async existedBefore(id) {
      return (await existing()).has(id.toLowerCase());
    },

    async read(id) {
      if (isSingle(resource)) return readOnly();
      if (id === undefined) throw new Error(`To read a ${resource.title} takes its id.`);
      return resource.operations.list ? reads.read(id) : readOne(id);
    },

    async *list() {
      for await (const page of pages()) yield* page;
    },

    async find(key) {
      const [parameter] = Object.entries(operation("list").filters ?? {}).find(([, name]) => name === uniqueKey) ?? [];
      if (!parameter) throw new Error(`The contract has no filter by which to find a ${resource.title}.`);
      // The filter matches parts of values, so a page can hold more than the one meant.
      for await (const page of pages({ [parameter]: key })) {
        const found = page.find((live) => live[uniqueKey] === key);
        if (found) return objectIn(found, resource);
      }
      return undefined;
    },

    async update(id, body) {
      reads.forget(id);
      try {
        const answer = await call("update", id, body);
        if (answer === undefined && stands) return await confirmed(id, body);
        return objectIn(answer, resource, { id, key: body[uniqueKey] });
      } finally {
        only = undefined;
      }
    },

    async delete(id) {
      reads.forget(id);
      const answer = await unlessGone(call("delete", id));
      if (answer !== undefined) throw unusable("a body where a deletion has none");
    },
  };
}

/** Where every path of the API begins. */
const API = "/api/relay/rest/";
/** Far more than any project holds; links that never end must not be followed for ever. */
const MOST_PAGES = 1_000;

function notDone({ status, retryAfter }: RequestFailure): Partial<RequestFailure> {
  return { status, retryAfter, reach: "not_done" };
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
