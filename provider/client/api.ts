// Decides which requests the provider can send: one method an endpoint of the contract, none that buys or releases.

import {
  type Body,
  clientToken,
  type Operation,
  own,
  phoneNumber,
  type Resource,
  sipEndpoint,
  sipProfile,
} from "../../contract/index.ts";
import { BatchReader, type Live, type Page } from "./batch-reader.ts";
import { RequestFailure, unlessGone } from "./errors.ts";
import { mayPass } from "./retry.ts";
import type { Transport } from "./transport.ts";

export interface Api {
  createSipEndpoint(body: Body): Promise<Live>;
  /** The project's endpoint with exactly this user name, if there is one. */
  findSipEndpoint(username: string): Promise<Live | undefined>;
  /** All of the project's endpoints, in the fewest requests. */
  listSipEndpoints(): AsyncIterable<Live>;
  readSipEndpoint(id: string): Promise<Live>;
  updateSipEndpoint(id: string, body: Body): Promise<Live>;
  deleteSipEndpoint(id: string): Promise<void>;
  /** What the project's SIP endpoints inherit: asked for once, for all of them; `undefined` where it is not shown. */
  readSipProfile(): Promise<Live | undefined>;
  /** The project's number in exactly this E.164 form, if it owns it. */
  findPhoneNumber(number: string): Promise<Live | undefined>;
  /** All of the project's numbers, in the fewest requests. */
  listPhoneNumbers(): AsyncIterable<Live>;
  readPhoneNumber(id: string): Promise<Live>;
  updatePhoneNumber(id: string, body: Body): Promise<Live>;
  issueToken(body: Body): Promise<Live>;
  refreshToken(refreshToken: string): Promise<Live>;
}

export function openApi(send: Transport): Api {
  const endpoints = readerOf(sipEndpoint.operations);
  const numbers = readerOf(phoneNumber.operations);
  let profile: Promise<Live | undefined> | undefined;

  async function write(resource: Resource, operation: Operation, body: Body, id?: string): Promise<Live> {
    const path = id === undefined ? operation.path : itemPath(operation, id);
    const secrets = secretsOf(resource, body);
    // The same values set twice are the same values; a second create or a second refresh is not.
    const repeatable = operation.method === "PUT" && id !== undefined;
    const answer = await send({ method: operation.method, path, body, secrets, repeatable });
    // A change is done whatever the answer shows; who creates something needs to learn its id.
    return answer === undefined && repeatable ? {} : objectOf(answer);
  }

  async function readPage(path: string): Promise<Page> {
    const page = objectOf(await send({ method: "GET", repeatable: true, path }));
    if (!Array.isArray(page.data))
      throw new RequestFailure("unexpected_answer", "the service answered with a list that has no data");
    return { objects: page.data.map(objectOf), next: nextPath(page.links) };
  }

  function readerOf({ list, read }: { readonly list: Operation; readonly read: Operation }): BatchReader {
    return new BatchReader({
      readOne: async (id) => objectOf(await send({ method: "GET", repeatable: true, path: itemPath(read, id) })),
      // A service without such a list still has its objects.
      readPage: async (path) =>
        (await unlessGone(readPage(path ?? `${list.path}?page_size=${LARGEST_PAGE}`))) ?? {
          objects: [],
          next: undefined,
        },
    });
  }

  /** Every object of a list; links lead from page to page. */
  async function* objects(path: string): AsyncGenerator<Live> {
    const visited = new Set<string>();
    for (let next: string | undefined = path; next !== undefined && !visited.has(next); ) {
      visited.add(next);
      if (visited.size > MOST_PAGES)
        throw new RequestFailure("unexpected_answer", `the service answered with more than ${MOST_PAGES} pages`);
      const page: Page = await readPage(next).catch(asMissingList);
      yield* page.objects;
      next = page.next;
    }
  }

  /** The filter matches parts of values, so a page can hold more than the one meant. */
  async function find({ path }: Operation, filter: string, field: string, value: string): Promise<Live | undefined> {
    const query = new URLSearchParams({ [filter]: value, page_size: LARGEST_PAGE });
    for await (const each of objects(`${path}?${query}`)) if (each[field] === value) return each;
    return undefined;
  }

  /** The specification names the profile and no way to read it (gap `sip-profile`): a service may well have none. */
  async function readProfile(): Promise<Live | undefined> {
    const { method, path } = sipProfile.operations.read;
    try {
      return objectOf(await send({ method, path, repeatable: true }));
    } catch (error) {
      if (!mayPass(error)) return undefined;
      // Another time it may be there: only what was answered is kept.
      profile = undefined;
      throw error;
    }
  }

  return {
    createSipEndpoint: (body) => write(sipEndpoint, sipEndpoint.operations.create, body),
    findSipEndpoint: (username) => find(sipEndpoint.operations.list, "filter_username", "username", username),
    listSipEndpoints: () => objects(`${sipEndpoint.operations.list.path}?page_size=${LARGEST_PAGE}`),
    readSipEndpoint: (id) => endpoints.read(id),
    updateSipEndpoint: (id, body) => {
      endpoints.forget(id);
      return write(sipEndpoint, sipEndpoint.operations.update, body, id);
    },
    async deleteSipEndpoint(id) {
      endpoints.forget(id);
      const { method } = sipEndpoint.operations.delete;
      await unlessGone(send({ method, repeatable: true, path: itemPath(sipEndpoint.operations.delete, id) }));
    },
    readSipProfile() {
      profile ??= readProfile();
      return profile;
    },
    findPhoneNumber: (number) => find(phoneNumber.operations.list, "filter_number", "number", number),
    listPhoneNumbers: () => objects(`${phoneNumber.operations.list.path}?page_size=${LARGEST_PAGE}`),
    readPhoneNumber: (id) => numbers.read(id),
    updatePhoneNumber: (id, body) => {
      numbers.forget(id);
      return write(phoneNumber, phoneNumber.operations.update, body, id);
    },
    issueToken: (body) => write(clientToken, clientToken.operations.create, body),
    refreshToken: (token) => write(clientToken, clientToken.operations.update, { refresh_token: token }),
  };
}

const LARGEST_PAGE = "1000";
/** Where every path of the API begins. */
const API = "/api/relay/rest/";
/** Far more than any project holds; links that never end must not be followed for ever. */
const MOST_PAGES = 1_000;

/** A list that is not there does not mean that its objects are gone. */
function asMissingList(error: unknown): never {
  if (!(error instanceof RequestFailure) || error.code !== "not_found") throw error;
  throw new RequestFailure("unexpected_answer", `the service has no list to look in: ${error.message}`, error);
}

function itemPath({ path }: Operation, id: string): string {
  return path.replace("{id}", encodeURIComponent(id));
}

function objectOf(answer: unknown): Live {
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return answer as Live;
  const message = "the service answered with a success whose body is no JSON object";
  throw new RequestFailure("unexpected_answer", message, { reach: "unknown" });
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
  throw new RequestFailure("unexpected_answer", `the service answered with a list whose next page is not below ${API}`);
}

function secretsOf(resource: Resource, body: Body): string[] {
  return Object.entries(body)
    .filter(([field]) => own(resource.fields, field)?.secret)
    .map(([, value]) => value)
    .filter((value) => typeof value === "string");
}
