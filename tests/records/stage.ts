// A stage for a record: a reference server with the objects that the record gives, and a receiver of its requests.

import { isObject, plural, type Resource, requiredFields, resources, sentForm } from "../../contract/index.ts";
import type { ReferenceServer, Seed, ServerOptions } from "../../server/index.ts";
import { startServer } from "../../server/index.ts";
import { list } from "../engine/service.ts";
import { LAML, type Receiver, receiver } from "../server/receiver.ts";
import type { Exchange, LiveRecord } from "./form.ts";
import { exampleOf } from "./shape.ts";

/** The values of words, from the answers so far. */
export interface Known {
  readonly [word: string]: string;
}

/** A server with what the record gives, and a receiver of its requests. */
export interface Stage {
  readonly server: ReferenceServer;
  readonly receiver: Receiver;
}

/** Runs with a stage, and closes it. */
export async function onStage<T>(record: LiveRecord, play: (stage: Stage) => Promise<T>): Promise<T> {
  const asked = await receiverFor(record);
  const project = filledIn({ numbers: ["+12025550101"], ...objectsFor(record), ...record.given }, asked.url);
  const seed = { projects: [project] } as Seed;
  const server = await startServer({ ...(record.options as ServerOptions), seed });
  try {
    return await play({ server, receiver: asked });
  } finally {
    await server.close();
  }
}

export function send(
  { method, sent, type = "application/json", credentials, path }: Exchange,
  to: string,
  { url, project }: ReferenceServer,
  known = {},
) {
  const isForm = path.startsWith("/api/laml/");
  const body = sent === undefined ? undefined : exampleOf(sent, known);
  const password = credentials === "wrong" ? "wrong" : project.apiToken;
  return fetch(url + to, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${project.id}:${password}`)}`,
      ...(body === undefined || isForm ? {} : { "content-type": type }),
    },
    ...(body === undefined
      ? {}
      : { body: isForm ? new URLSearchParams(body as object as never) : JSON.stringify(body) }),
  });
}

/** Fills in the project, known values, and the id of the newest object of the collection; an unknown one where there is none. */
export async function pathOf(
  { path }: Pick<Exchange, "path">,
  server: ReferenceServer,
  known: Known = {},
): Promise<string> {
  const inProject = String(exampleOf(path.replace("[id]", "{id}"), { ...known, project: server.project.id }));
  if (!path.includes("[id]")) return inProject;
  const [newest] = (await list(server, inProject.slice(0, inProject.indexOf("/{id}")))) ?? [];
  return inProject.replace("{id}", String(newest?.id ?? newest?.sid ?? exampleOf("[id]")));
}

/** Returns the members of an answer that are texts, and the token of the next page. */
export function textsOf(body: unknown): Known {
  if (!isObject(body)) return {};
  const texts = Object.entries(body).filter(([, value]) => typeof value === "string");
  const next = isObject(body.links) ? URL.parse(String(body.links.next), "http://server") : null;
  const page_token = next?.searchParams.get("page_token");
  return { ...(Object.fromEntries(texts) as Known), ...(page_token ? { page_token } : {}) };
}

/** Returns one object of each kind that a path of the record names, as small as possible. */
function objectsFor({ exchanges }: LiveRecord): object {
  const paths = exchanges.flatMap((each) => ("method" in each && each.path.includes("/[id]") ? [each.path] : []));
  const named = Object.values<Resource>(resources).filter(
    ({ operations }) =>
      operations.create && operations.list && paths.some((path) => resourceAt(path)?.operations === operations),
  );
  return Object.fromEntries(named.map((resource) => [plural(resource.kind), [smallest(resource)]]));
}

/** Returns the fields without which there is no object. */
function smallest(resource: Resource): { readonly [field: string]: unknown } {
  const required = requiredFields(resource, "create").filter((field) => field !== resource.parent);
  return sentForm(resource, Object.fromEntries(required.map((field) => [field, resource.fields[field]?.type.example])));
}

/** Returns the resource of a path of the contract. */
export function resourceAt(path: string): Resource | undefined {
  const [place = ""] = path.replace("[project]", "{project}").replace("[id]", "{id}").split("?");
  return Object.values<Resource>(resources).find(({ operations }) =>
    Object.values(operations).some((each) => each.path === place || sameItem(each.path, place)),
  );
}

function sameItem(template: string, place: string): boolean {
  const [collection, item] = template.split("/{id}");
  return item === "" && place.startsWith(`${collection}/`) && !place.slice(`${collection}/`.length).includes("/");
}

function filledIn(given: object, receiver: string): object {
  return exampleOf(JSON.parse(JSON.stringify(given)), { receiver }) as object;
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts a receiver that answers the requests of the service as the record says. */
function receiverFor(record: LiveRecord): Promise<Receiver> {
  const requests = record.exchanges.flatMap((each) => ("call" in each ? each.requests : []));
  return receiver({}, (response) => {
    const { url, headers } = response.req;
    const usual = headers["content-type"]?.includes("form") ? LAML : SWML;
    const { status, body } = requests.find((each) => each.path === url)?.reply ?? { status: 200, body: usual };
    return response.writeHead(status).end(body);
  });
}

const SWML = '{"version":"1.0.0","sections":{"main":["answer"]}}';
