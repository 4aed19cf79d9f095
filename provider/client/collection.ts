// The operations on one resource's collection: every operation in the contract, and none that purchases or releases.

import {
  type Body,
  isSingle,
  type Operation,
  type OperationName,
  PAGE_SIZE,
  type Resource,
  secretsOf,
  sentForm,
} from "../../contract/index.ts";
import { contradictions, idOf, type Live, missingFields, objectIn, pagesIn, theOnly, unusable } from "./answers.ts";
import { batchReads } from "./batched-reads.ts";
import { RequestFailure, unlessGone } from "./errors.ts";
import { Listing } from "./listing.ts";
import { mayPass } from "./retry.ts";
import type { Transport } from "./transport.ts";

interface Operations {
  /**
   * Returns the new object. Never repeats a request that may have been carried out: after a failure with `reach: "unknown"`,
   * the caller must look the object up.
   */
  create(body: Body): Promise<Live>;
  /** True when the object existed before this run's first create, so a create whose answer was lost did not make it. */
  existedBefore(id: string): Promise<boolean>;
  /**
   * Returns the object. Fails with the code `not_found` when the service returns 404 and its list lacks the object too.
   * Simultaneous reads share pages of the list. A singleton is read once for the life of the process.
   */
  read(id?: string): Promise<Live>;
  /** Lists all of the project's objects in the fewest requests. */
  list(): AsyncIterable<Live>;
  /**
   * Returns the project's object with exactly this value of the unique key, if there is one. Throws `Conflict` when several
   * have it.
   */
  find(key: string): Promise<Live | undefined>;
  /** True when the list had this value of the unique key at the first such question. Reads the list once. */
  hadKey(key: string): Promise<boolean>;
  /** Returns the updated object. The id is not sent for a singleton. */
  update(id: string, body: Body): Promise<Live>;
  /** Deletes the object. Succeeds also when the object is proven to be gone. */
  delete(id: string): Promise<void>;
}

type Has<R extends Resource> = OperationName & keyof R["operations"];

/** The operations that the resource has. For a resource that is known only at run time: all, and missing ones throw. */
export type Collection<R extends Resource = Resource> = Pick<
  Operations,
  Has<R> | ("list" extends Has<R> ? "find" | "hadKey" | "existedBefore" : never)
>;

export interface Client {
  collection<R extends Resource>(resource: R): Collection<R>;
}

/** Opens the API over this transport. Its collections remember reads, so a client serves only one engine operation. */
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
  let keys: Promise<ReadonlySet<unknown>> | undefined;
  // Setting the same readable values twice has no further effect. A token is different each time.
  const stands = resource.operations.read !== undefined;

  function operation(name: OperationName): Operation {
    const found = resource.operations[name];
    if (!found) throw new Error(`The contract has no operation to ${name} a ${resource.title}.`);
    return found;
  }

  async function call(name: OperationName, id = "", body?: Body): Promise<unknown> {
    const { method, path } = operation(name);
    const isWrite = name === "create" || name === "update";
    const repeatable = stands && name !== "create";
    const secrets = () => secretsOf(resource, body ?? {});
    const sent = body && isWrite ? sentForm(resource, name, body) : body;
    const request = { method, path: path.replace("{id}", encodeURIComponent(id)), body: sent, secrets, repeatable };
    return send(request).catch(async (error) => {
      const isGone = error instanceof RequestFailure && error.code === "not_found" && stands && name !== "create";
      throw isGone ? await provenGone(error, id) : error;
    });
  }

  /**
   * Returns the failure, as "gone" only when the list lacks the object too. A resource without a list is a singleton, which is
   * never gone.
   */
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

  /** Reads a singleton once. A permanent failure is remembered too, such as a refusal. */
  function readOnly(): Promise<Live> {
    only ??= readOne().catch((error) => {
      if (mayPass(error)) only = undefined;
      throw error;
    });
    return only;
  }

  /**
   * Yields the pages of the list. Requests each page when it is needed; links lead from page to page. An answer of several pages
   * may link to one that it contains: its objects are yielded once.
   */
  async function* pages(filter: { readonly [parameter: string]: string } = {}): AsyncGenerator<readonly Live[]> {
    const query = new URLSearchParams({ ...filter, page_size: String(PAGE_SIZE.largest) });
    const paths = new Set([`${operation("list").path}?${query}`]);
    const ids = new Set<string>();
    const isNew = (id: string) => !resource.dialect?.pagesInArray || (!ids.has(id) && ids.add(id));
    // The loop also visits the paths that are added meanwhile.
    for (const path of paths) {
      if (paths.size > MOST_PAGES) throw unusable(`a list of more than ${MOST_PAGES} pages`);
      const answer = send({ method: "GET", path, repeatable: true }).then((each) => pagesIn(each, resource));
      const found = await unlessGone(answer);
      // A missing list does not prove that its objects are gone.
      if (!found) throw unusable("404 Not Found where its list should be", 404);
      for (const { entries, links } of found) {
        yield entries.filter((live) => isNew(idOf(live)));
        const next = nextPath(links, apiOf(operation("list").path));
        if (next !== undefined) paths.add(next);
      }
    }
  }

  /** Returns the ids from before the first create. After a lost answer, the search for the new object skips them. */
  function existing(): Promise<ReadonlySet<string>> {
    return listing.beforeCreates().catch((error) => {
      // The create was not sent.
      throw error instanceof RequestFailure ? new RequestFailure(error.code, error.message, notDone(error)) : error;
    });
  }

  /** Reads the object after an update with an empty answer, because an empty answer proves nothing. */
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
      const all: Live[] = [];
      // The filter matches parts of values, so a page can contain other objects too.
      for await (const page of pages(parameter ? { [parameter]: key } : {})) {
        all.push(...page.filter((live) => live[uniqueKey] === key));
        if (all.length > 0 && !resource.keyMayRepeat) break;
      }
      const found = theOnly(resource, all);
      return found && objectIn(found, resource);
    },

    async hadKey(key) {
      keys ??= keysIn(pages(), uniqueKey).catch((error) => {
        keys = undefined;
        throw error;
      });
      return (await keys).has(key);
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

async function keysIn(pages: AsyncIterable<readonly Live[]>, uniqueKey: string): Promise<ReadonlySet<unknown>> {
  const keys = new Set<unknown>();
  for await (const page of pages) for (const live of page) keys.add(live[uniqueKey]);
  return keys;
}

/** Returns the prefix of the API's paths: `/api/relay/rest/` or `/api/fabric/`. */
function apiOf(path: string): string {
  return /^\/api\/(?:relay\/rest|fabric)\//.exec(path)?.[0] ?? path;
}

/** More pages than any project has: stops at a link cycle. */
const MOST_PAGES = 1_000;

function notDone({ status, retryAfter }: RequestFailure): Partial<RequestFailure> {
  return { status, retryAfter, reach: "not_done" };
}

/**
 * Returns the path of the next page. Links may be relative or absolute, and a gateway may add a path before the API's. Only the
 * API's own path and query are used, so that no link can send the credentials to another address.
 */
function nextPath(links: unknown, api: string): string | undefined {
  const next = (links as { next?: unknown } | null | undefined)?.next ?? "";
  if (next === "") return undefined;
  const url = typeof next === "string" ? URL.parse(next, "https://service.invalid") : null;
  // Parsed as https, so that backslashes and dots are resolved here instead of in a later parser.
  const path = url?.protocol === "https:" || url?.protocol === "http:" ? url.pathname : "";
  const start = path.indexOf(api);
  if (url && start >= 0) return path.slice(start) + url.search;
  throw unusable(`a list whose next page is not below ${api}`);
}
