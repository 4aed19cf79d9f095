// Replaces the hosts of documents during a tried call. Hosts on the allow list are asked; for the others, it serves a document
// that takes the call. The stack's own scripts are served as the stack has them. Status callbacks are not passed on.

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { masked, visible } from "../../contract/index.ts";
import type { HostedScript } from "../../server/api/script.ts";
import { fetchDocument } from "../../server/traffic/fetch-document.ts";
import { addressIn } from "../../server/traffic/switchboard.ts";
import type { Failure, Party } from "../../server/traffic/trace.ts";
import { isPlaceholderAddress } from "./objects.ts";

export interface Address {
  /** The handler's address; `undefined` when it is secret or not known yet. */
  readonly url: string | undefined;
  /** The address as shown to people. */
  readonly shown: string;
  readonly isStatus: boolean;
  /** The address that is asked after a failure. */
  readonly fallback?: string;
}

/** The result of one request. */
export interface Asked {
  readonly address: Address;
  /** The result as a sentence. */
  readonly text: string;
  /** Why the address returned no document. */
  readonly failure?: Failure;
  /** The stack's script at this address. */
  readonly script?: Party;
  /** `POST https://…`, when this request was not sent; the call was assumed to be taken there. */
  readonly unasked?: string;
}

export interface StandIn {
  /** Returns the address that the server asks instead. */
  addressOf(address: Address): string;
  /** Returns the address that the server asks for a document that another document names; undefined for text that is no URL. */
  addressIn(named: string, base: string): string | undefined;
  /** Replaces the addresses that the server asked by the handlers' addresses. */
  withRealAddresses(text: string): string;
  /** Returns the stack's script at an address that the server asks, as it is served. */
  documentAt(url: URL): HostedScript | undefined;
  /** Returns the requests since the last call of this function, in order. */
  take(): Asked[];
  /** Forgets all addresses. */
  clear(): void;
  close(): Promise<void>;
}

/** A script of the stack, with its document. */
export interface HostedDocument {
  readonly script: Party;
  readonly document: string;
}

export interface StandInOptions {
  /** Hosts that may be asked for documents, with or without a port. */
  readonly allow: readonly string[];
  /** Returns the stack's script at this address; undefined for any other address. */
  readonly hosted: (url: string) => HostedDocument | undefined;
  /** Rewrites a fetched document for this server. */
  readonly translate: (document: string) => string;
}

export async function openStandIn({ allow, hosted, translate }: StandInOptions): Promise<StandIn> {
  let addresses: Address[] = [];
  /** Addresses of documents after redirects, where their relative addresses begin. */
  let bases = new Map<Address, string>();
  let asked: Asked[] = [];
  const allowed = ({ hostname, host }: URL) => allow.some((each) => [hostname, host].includes(each.toLowerCase()));

  async function answerTo(request: IncomingMessage): Promise<string | undefined> {
    const { method, pathname, search } = partsOf(request);
    const address = addresses[Number(pathname.slice(1))];
    if (!address) return undefined;
    const { url, shown, isStatus } = address;
    const say = (sentence: string, more: Omit<Asked, "address" | "text"> = {}) =>
      asked.push({ address, text: `${method} ${shown} ${sentence}`, ...more });
    if (isStatus) {
      say("would receive the call's status.");
      return "";
    }
    const known = url === undefined ? undefined : hosted(url);
    if (known) {
      const { script, document } = known;
      // Without its name: a renamed script does not change the route.
      say("answered with a script of the stack.", { script });
      return translate(document);
    }
    if (url === undefined || !allowed(new URL(url))) {
      say(`was not requested${reasonOf(url)}. The trace assumes a document that keeps the call${insteadOf(address)}.`, {
        unasked: `${method} ${shown}`,
      });
      return request.headers["content-type"] === "application/json" ? SCRIPT : DOCUMENT;
    }
    const wanted = {
      method,
      url: withQuery(url, search),
      headers: passedOn(request),
      allowed,
      onAttempt: () => undefined,
    };
    const body = method === "POST" ? { body: await text(request) } : {};
    const fetched = await fetchDocument({ ...wanted, ...body });
    if ("body" in fetched) {
      say("answered with a document.");
      bases.set(address, fetched.url);
      return translate(fetched.body);
    }
    const { code, cause } = fetched.failure;
    const reason =
      cause === "host_not_allowed" ? "a redirect leads to a host that is not allowed" : fetched.failure.reason;
    say(`failed (${code}): ${reason}.`, { failure: { ...fetched.failure, reason } });
    return undefined;
  }

  const server = createServer(async (request, response) => {
    const body = await answerTo(request);
    request.resume();
    response.writeHead(body === undefined ? 502 : 200, { connection: "close" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const origin = `http://127.0.0.1:${port}`;
  const ownOf = (address: Address) => {
    // The fragment of a handler's address sets time-outs.
    const [, fragment] = (address.url ?? "").split("#");
    return `${origin}/${addresses.indexOf(address)}${fragment === undefined ? "" : `#${fragment}`}`;
  };

  const addressOf = (address: Address) => {
    // Numbers with one script get one address, so that their calls are equal.
    const known = addresses.find((each) => isDeepStrictEqual(each, address));
    if (!known) addresses.push(address);
    return ownOf(known ?? address);
  };

  return {
    addressOf,
    documentAt({ href, pathname, origin: asked }) {
      const { url } = (asked === origin && addresses[Number(pathname.slice(1))]) || {};
      const known = url === undefined ? undefined : hosted(url);
      return known && { address: href, party: known.script, document: translate(known.document) };
    },
    addressIn(named, base) {
      const document = addresses[Number(new URL(base).pathname.slice(1))];
      const url = addressIn(named, (document && bases.get(document)) ?? document?.url ?? "");
      if (url === undefined) return undefined;
      // Documents that lead back to each other get the same address again, so that the server notices the loop.
      const known = addresses.find((address) => address.url === url && !address.isStatus);
      return known ? ownOf(known) : addressOf({ url, shown: visible(masked(url)), isStatus: false });
    },
    withRealAddresses(text) {
      return text.replace(new RegExp(`${origin}/(\\d+)`, "g"), (own, at) => addresses[Number(at)]?.shown ?? own);
    },
    take() {
      const taken = asked;
      asked = [];
      return taken;
    },
    clear() {
      addresses = [];
      bases = new Map();
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

const DOCUMENT = "<Response><Say/></Response>";
const SCRIPT = '{"sections":{"main":["play"]}}';

function partsOf({ url = "/", method }: IncomingMessage) {
  const { pathname, search } = new URL(url, "http://localhost");
  return { method: method === "GET" ? "GET" : "POST", pathname, search } as const;
}

function reasonOf(url: string | undefined): string {
  // A script that does not exist yet, with a part that is not known.
  if (url === undefined || isPlaceholderAddress(url)) return "";
  return `: ${visible(new URL(url).hostname)} is not allowed (--allow)`;
}

function insteadOf({ fallback }: Address): string {
  return fallback === undefined ? "" : `; after a failure, ${visible(masked(fallback))} would be requested`;
}

function withQuery(url: string, search: string): string {
  const target = new URL(url);
  for (const [name, value] of new URLSearchParams(search)) target.searchParams.append(name, value);
  return target.href;
}

/** Returns the headers for a handler's host, including the signature. */
function passedOn({ headers }: IncomingMessage): { [name: string]: string } {
  const named = Object.entries(headers).filter(([name]) => name === "content-type" || name.startsWith("x-signalwire"));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}
