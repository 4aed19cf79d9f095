// The operations on one resource's collection: every operation in the contract, and none that purchases or releases.

import { setTimeout as pause } from "node:timers/promises";
import {
  type Body,
  isSingle,
  keyOf,
  listsOf,
  nameInBody,
  type Operation,
  type OperationName,
  own,
  PAGE_SIZE,
  parentOf,
  type Resource,
  secretsOf,
  sentForm,
  sipProfile,
  withArticle,
} from "../../contract/index.ts";
import {
  Contradicted,
  idOf,
  isSilent,
  type Live,
  mayInherit,
  missingFields,
  nextPath,
  objectIn,
  pagesIn,
  type Sent,
  theOnly,
  unshownIn,
  unusable,
  unwritten,
} from "./answers.ts";
import { afterWriting, assign, type Patience } from "./assignments.ts";
import { batchReads } from "./batched-reads.ts";
import { isRefusal, isSuccess, RequestFailure, reached, unlessGone } from "./errors.ts";
import { Absences, type Listed, Listing } from "./listing.ts";
import { LAGS, lookUntil } from "./looks.ts";
import { idInPath, nestedCollection, parentIdOf } from "./nested.ts";
import type { Client, Operations } from "./operations.ts";
import { isTemporary } from "./retry.ts";
import { concernsLabel, ServiceForms } from "./service-forms.ts";
import type { Transport } from "./transport.ts";

export interface ClientOptions {
  readonly mayBeEmpty?: boolean;
  readonly patience?: Patience;
  /** What the run has learned about the service. */
  readonly forms?: ServiceForms;
}

/**
 * Opens the API over this transport. Its collections remember reads, so a client serves only one engine operation. Without
 * `mayBeEmpty`, empty lists do not prove that many objects are gone.
 */
export function openClient(
  send: Transport,
  { mayBeEmpty, patience = QUIET, forms = new ServiceForms(patience.print) }: ClientOptions = {},
): Client {
  const collections = new Map<Resource, Operations>();
  const absences = mayBeEmpty ? undefined : new Absences();
  const client: Client = {
    collection(resource) {
      const collection =
        collections.get(resource) ??
        nestedCollection(resource, client) ??
        openCollection(resource, send, { client, absences, patience, forms });
      collections.set(resource, collection);
      return collection;
    },
  };
  return client;
}

interface Shared {
  readonly client: Client;
  readonly absences: Absences | undefined;
  readonly patience: Patience;
  readonly forms: ServiceForms;
}

const QUIET: Patience = { print: () => undefined, pause };

function openCollection(
  resource: Resource,
  send: Transport,
  { client, absences, patience, forms }: Shared,
): Operations {
  const { uniqueKey = "", label } = resource;
  const listing = new Listing(
    () => pages(),
    (live) => keyOf(resource, live),
  );
  const reads = batchReads(readOne, async () =>
    (await listing.nextPage())?.filter((live) => missingFields(resource, live).length === 0),
  );
  // A cancellation ends a wait. The look after it still follows, because its write was sent.
  const wait = (milliseconds: number) => unlessFailed(patience.pause(milliseconds));
  let singleton: Promise<Live> | undefined;
  // Setting the same readable values twice has no further effect. A token is different each time.
  const isReadable = resource.operations.read !== undefined;

  function operation(name: OperationName): Operation {
    const found = resource.operations[name];
    if (!found) throw new Error(`The contract has no operation to ${name} ${withArticle(resource.title)}.`);
    return found;
  }

  async function call(name: OperationName, id = "", body?: Body, labelAs?: string): Promise<unknown> {
    const { method, path, status } = operation(name);
    const repeatable = isReadable && name !== "create";
    const secrets = () => secretsOf(resource, body ?? {});
    const nameOf = (field: string) => (field === label && labelAs) || nameInBody(resource, field);
    const inBody = body && sentForm(resource, body, nameOf);
    const sent = inBody && resource.dialect?.isForm ? new URLSearchParams(inBody as Record<string, string>) : inBody;
    const request = { method, path: pathOf(path, id), body: sent, secrets, repeatable };
    try {
      if (name !== "delete") return await send(request);
      const answer = await send({ ...request, status });
      if (answer !== undefined) throw unusable("a body where a deletion has none", status);
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestFailure) || !isReadable || name === "create") throw error;
      const saysGone = error.code === "not_found" || (name === "delete" && isSuccess(error.status));
      throw saysGone ? await provenGone(error, id) : error;
    }
  }

  /**
   * Returns the failure, as "gone" only when the list lacks the object too. A resource without a list is a singleton, which is
   * never gone.
   */
  async function provenGone(failure: RequestFailure, id: string): Promise<RequestFailure> {
    const { status, reach, message } = failure;
    const unproven = (code: RequestFailure["code"], why: string) =>
      new RequestFailure(code, `${message}, ${why}`, { status, reach });
    if (!resource.operations.list)
      return unproven("unexpected_answer", `and every project has ${withArticle(resource.title)}`);
    try {
      if (await isParentGone()) return new RequestFailure("not_found", message, { status, reach });
      const first = isSuccess(status) ? await listing.afresh() : await listing.known(id.toLowerCase());
      const lacksIt = ({ ids }: Listed) => !ids.has(id.toLowerCase());
      // The list may lag behind a deletion that was carried out.
      const lags = reach === "unknown" ? LAGS : [];
      const listed = await lookUntil(first, lacksIt, () => listing.afresh(), lags, wait);
      // A service that hides its objects also returns an empty list.
      const isShown = isSuccess(status) && listed.ids.size === 0 && (await isThere(id));
      // The repetition of a deletion whose answer was lost finds its own work.
      const isUnproven = listed.ids.size === 0 && reach === "not_done" && (await absences?.areTooMany(id));
      if (isUnproven) return unproven("unexpected_answer", Absences.reason(resource.title));
      if (lacksIt(listed) && !isShown) return new RequestFailure("not_found", message, { status, reach });
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return unproven(error.code, `and the list that would prove it gone could not be read: ${error.message}`);
    }
    return unproven("unexpected_answer", `though its list still has the ${resource.title}`);
  }

  async function isThere(id: string): Promise<boolean> {
    const { path } = operation("read");
    const request = { method: "GET", path: pathOf(path, id), repeatable: true } as const;
    return (await unlessGone(send(request))) !== undefined;
  }

  function pathOf(path: string, id: string): string {
    return path.replace("{id}", encodeURIComponent(idInPath(resource, id)));
  }

  /** True when the service proves that the parent of these objects is gone, and they with it. */
  async function isParentGone(): Promise<boolean> {
    const [parent, id] = [parentOf(resource), parentIdOf(resource)];
    return parent !== undefined && (await unlessGone(client.collection(parent).readAgain(id))) === undefined;
  }

  async function readOne(id?: string): Promise<Live> {
    return objectIn(await call("read", id), resource, { id });
  }

  /** Reads a singleton once. A permanent failure is remembered too, such as a refusal. */
  function readSingleton(): Promise<Live> {
    singleton ??= readOne().catch((error) => {
      if (isTemporary(error)) singleton = undefined;
      throw error;
    });
    return singleton;
  }

  /**
   * Yields the pages of the list. Requests each page when it is needed; links lead from page to page. An answer of several pages
   * may link to one that it contains: its objects are yielded once.
   */
  async function* pages(filter: { readonly [parameter: string]: string } = {}): AsyncGenerator<readonly Live[]> {
    const pathOfSize = (size: number) =>
      `${operation("list").path}?${new URLSearchParams({ ...filter, [listsOf(resource).size]: String(size) })}`;
    const first = pathOfSize(forms.pageSize);
    const paths = new Set([first]);
    const ids = new Set<string>();
    const isNew = (id: string) => !resource.dialect?.pagesInArray || (!ids.has(id) && ids.add(id));
    // The loop also visits the paths that are added meanwhile.
    for (const path of paths) {
      if (paths.size > MOST_PAGES) throw unusable(`a list of more than ${MOST_PAGES} pages`);
      const ask = async (at: string) => pagesIn(await send({ method: "GET", path: at, repeatable: true }), resource);
      const found = await unlessGone(ask(path)).catch(async (error) => {
        const smaller = pathOfSize(PAGE_SIZE.usual);
        if (path !== first || path === smaller || !isRefusal(error)) throw error;
        const pages = await ask(smaller).catch(() => Promise.reject(error));
        forms.useSmallPages();
        return pages;
      });
      if (!found && (await isParentGone())) return;
      // A missing list does not prove that its objects are gone.
      if (!found) throw unusable("404 Not Found where its list should be", 404);
      for (const { entries, next: link } of found) {
        yield entries.filter((live) => isNew(idOf(live)));
        const next = nextPath(link, operation("list").path);
        if (next !== undefined) paths.add(next);
      }
    }
  }

  /** Throws with `not_done` when the list cannot be read: the create was not sent. */
  function unsent(error: unknown): never {
    throw error instanceof RequestFailure ? reached("not_done", error) : error;
  }

  /**
   * Returns the object after a write. Reads it when the answer does not show what was sent: an empty answer, or one without a
   * sent field. Reads it again when what it shows contradicts the request, because an answer may come from a copy that lags.
   */
  async function proven(sent: Sent, id: string, answer: Live | undefined): Promise<Live> {
    const read = () => readOne(isSingle(resource) ? undefined : id);
    const isWhole = answer !== undefined && missingFields(resource, answer).length === 0;
    const answered = isWhole && !isSilent(resource, sent, answer) ? answer : undefined;
    const first = answered ?? (await read());
    let facts = sent;
    const differing = (seen: Live) => unwritten(resource, facts, seen);
    if (mayInherit(resource, sent, first))
      facts = { ...sent, profile: (await unlessFailed(client.collection(sipProfile).read())) ?? {} };
    const isProven = (seen: Live) => differing(seen).length === 0;
    // The write is unproven, whatever the reason why the object cannot be read.
    const look = async (seen: Live) => (await unlessFailed(read())) ?? seen;
    const live = await lookUntil(first, isProven, look, LAGS, wait);
    if (!isProven(live)) throw new Contradicted(resource, live, differing(live));
    // The answer to a write may be a part of the object.
    const isWritten = live === answered && unshownIn(resource, sent, live).length > 0;
    forms.doesNotShow(resource, live, unshownIn(resource, sent, isWritten ? await look(live) : live));
    return live;
  }

  async function writeProven(id: string, body: Body, before: Body): Promise<Live> {
    return underEachName(body, async (labelAs) => {
      const answer = await call("update", id, body, labelAs);
      if (!isReadable) return objectIn(answer, resource, { id, key: body[uniqueKey] });
      const live = answer === undefined ? answer : objectIn(answer, resource, { id, isPart: true });
      return proven({ body, before }, id, live);
    });
  }

  /** Writes the label under its usual name, and under its other one if the service refuses or ignores that. */
  async function underEachName(body: Body, write: (labelAs?: string) => Promise<Live>): Promise<Live> {
    const [usual, other] = Object.hasOwn(body, label) ? forms.namesOfLabel(resource) : [];
    try {
      return await write(usual);
    } catch (error) {
      if (other === undefined || !concernsLabel(error, resource)) throw error;
      const live = await write(other).catch((failure) => {
        // The first failure names the key that the service documents.
        throw isRefusal(failure) || failure instanceof Contradicted ? error : failure;
      });
      forms.takesOtherName(resource);
      return live;
    }
  }

  async function writeAssigned(id: string, wire: string, value: unknown, isWritten: boolean): Promise<Live> {
    const assigned = own(resource.fields, wire)?.assigned;
    if (!assigned) throw new Error(`No request of its own sets ${wire}.`);
    try {
      return await assign(send, () => readOne(id), { resource, id, wire, assigned, value }, patience);
    } catch (error) {
      throw isWritten ? afterWriting(error) : error;
    }
  }

  return {
    async create(body) {
      operation("create");
      const isFound = uniqueKey !== "" && resource.operations.list !== undefined;
      const before = isFound ? await listing.beforeCreates().catch(unsent) : undefined;
      const asked = { key: body[uniqueKey], isPart: isReadable };
      const live = await underEachName(body, async (labelAs) =>
        objectIn(await call("create", undefined, body, labelAs), resource, asked),
      );
      if (!isReadable) return live;
      if (before?.ids.has(idOf(live)) || listing.isOfAnother(idOf(live), keyOf(resource, body)))
        throw unusable(`${withArticle(resource.title)} that existed before`);
      listing.created(idOf(live), keyOf(resource, body));
      return proven({ body }, String(live.id), live);
    },

    before: () => listing.beforeCreates().catch(unsent),

    async read(id) {
      if (isSingle(resource)) return readSingleton();
      if (id === undefined) throw new Error(`To read ${withArticle(resource.title)} takes its id.`);
      return resource.operations.list ? reads.read(id) : readOne(id);
    },

    readAgain(id) {
      if (id !== undefined) {
        reads.forget(id);
        return readOne(id);
      }
      singleton = undefined;
      return readSingleton();
    },

    async *list() {
      for await (const page of pages()) yield* page;
    },

    async find(key) {
      const [parameter] = Object.entries(operation("list").filters ?? {}).find(([, name]) => name === uniqueKey) ?? [];
      const all: Live[] = [];
      // The filter matches parts of values, so a page can contain other objects too.
      for await (const page of pages(parameter ? { [parameter]: key } : {})) {
        all.push(...page.filter((live) => keyOf(resource, live) === key));
        if (all.length > 0 && !resource.keyMayRepeat) break;
      }
      const found = theOnly(resource, all);
      return found && objectIn(found, resource);
    },

    async update(id, all, before = {}) {
      reads.forget(id);
      const assigning = Object.keys(all).filter((wire) => own(resource.fields, wire)?.assigned);
      const body = Object.fromEntries(Object.entries(all).filter(([wire]) => !assigning.includes(wire)));
      const isWritten = Object.keys(body).length > 0 || assigning.length === 0;
      try {
        let live = isWritten ? await writeProven(id, body, before) : {};
        for (const wire of assigning) live = await writeAssigned(id, wire, all[wire], isWritten);
        return live;
      } finally {
        singleton = undefined;
      }
    },

    async delete(id) {
      reads.forget(id);
      await unlessGone(call("delete", id));
    },
  };
}

async function unlessFailed<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RequestFailure) return undefined;
    throw error;
  }
}

/** More pages than any project has: stops at a link cycle. */
const MOST_PAGES = 1_000;
