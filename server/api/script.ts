// Scripts: documents that this server hosts, and the requests for them (gap `script-addresses`).

import { type Body, type HostedResource, hostedResources, type Resource } from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import { type Answer, notFound } from "../http/answers.ts";
import type { OpenRoute } from "../http/listener.ts";
import type { Store } from "../store/store.ts";
import { collectionHandlers, type Handlers, nestedIdOf } from "./collection.ts";
import type { Context } from "./context.ts";

export function scriptHandlers(context: Context, resource: HostedResource): Handlers {
  return collectionHandlers(context, resource, {
    computed: ({ request_count = 0 }) => ({ request_count }),
    shown: (_, stored, id) => ({
      [resource.hosted.url]: hostedAddress(context, resource, id),
      script_type: stored.script_type ?? "calling",
      status_callback_method: stored.status_callback_method ?? "POST",
    }),
  });
}

export function hostedAddress({ origin }: Pick<Context, "origin">, { hosted }: HostedResource, id: string): string {
  return origin() + hosted.path.replace("{id}", nestedIdOf(id));
}

export function hostedRoutes(context: Context): OpenRoute[] {
  return hostedResources.map((resource) => ({
    methods: ["GET", "POST"],
    path: resource.hosted.path,
    answer: (nestedId) => serveScript(context, resource, nestedId),
  }));
}

export interface HostedScript {
  readonly address: string;
  readonly id: string;
  readonly resource: HostedResource;
  /** Its kind and its name: "SWML script" and "Main menu". */
  readonly party: { readonly what: string; readonly name: string };
  /** What it answers. */
  readonly traffic: "call" | "message";
  readonly document: string;
}

/** An address that a script had before it was deleted. */
export type DeletedScript = Pick<HostedScript, "address"> &
  Partial<Pick<HostedScript, "party">> & { readonly document?: undefined };

/**
 * Returns the script at a stored address that names one of this server's documents on this machine, with its present address.
 * With a data file, the port may have changed since then. Undefined for any other address.
 */
export function hostedScript(
  { store, origin }: Pick<Context, "store" | "origin">,
  url: URL,
): HostedScript | DeletedScript | undefined {
  const own = new URL(origin());
  if (url.hostname !== own.hostname || url.protocol !== "http:") return undefined;
  for (const resource of hostedResources) {
    const id = idIn(resource, url.pathname);
    if (id === undefined) continue;
    const address = own.origin + url.pathname + url.search;
    const script = find(store, resource, id);
    return script ? scriptOf(resource, id, script, address) : { address };
  }
  return undefined;
}

/** Returns the scripts of a project, with their present addresses. */
export function hostedScripts(context: Pick<Context, "store" | "origin">, project: string): HostedScript[] {
  return hostedResources.flatMap((resource) => {
    const all = context.store.collection(resource).all(project);
    return all.map(({ id, document }) => scriptOf(resource, id, document, hostedAddress(context, resource, id)));
  });
}

function scriptOf(resource: HostedResource, id: string, script: Body, address: string): HostedScript {
  return {
    ...{ address, id, resource },
    party: { what: resource.title, name: String(script[resource.label]) },
    traffic: script.script_type === "messaging" ? "message" : "call",
    document: textOf(script[resource.hosted.contents]),
  };
}

function serveScript({ store, clock }: Context, resource: HostedResource, nestedId: string): Answer {
  const id = nestedIdOf(nestedId.toLowerCase());
  const document = find(store, resource, id);
  if (!document) return notFound;
  const { request_count: count = 0 } = document;
  const counted = { request_count: Number(count) + 1, last_accessed_at: timestamp(clock.now()) };
  store.collection(resource).update(id, { ...document, ...counted });
  const contents = document[resource.hosted.contents];
  if (typeof contents !== "string") return { status: 200, body: contents };
  const type = resource.hosted.language === "laml" ? "xml" : "yaml";
  return { status: 200, body: contents, headers: { "Content-Type": `application/${type}; charset=utf-8` } };
}

/** Finds a document in any project: an address names no project. */
function find(store: Store, resource: Resource, id: string): Body | undefined {
  for (const project of store.projects()) {
    const document = store.collection(resource).find(project.id, id);
    if (document) return document;
  }
  return undefined;
}

function textOf(contents: unknown): string {
  return typeof contents === "string" ? contents : JSON.stringify(contents);
}

function idIn({ hosted }: HostedResource, path: string): string | undefined {
  const [before = ""] = hosted.path.split("{id}");
  const nestedId = path.startsWith(before) ? path.slice(before.length) : "";
  return /^[\da-f-]{36}$/i.test(nestedId) ? nestedIdOf(nestedId.toLowerCase()) : undefined;
}
