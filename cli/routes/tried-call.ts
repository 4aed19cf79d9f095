// Tries a call at a reference server in memory, which holds the recorded or planned objects of a stack. Sends nothing to the
// service.

import {
  isSingle,
  masked,
  type Resource,
  type ResourceName,
  resources,
  SECRET,
  UNKNOWN,
  visible,
} from "../../contract/index.ts";
import type {
  ExploredCaller,
  InboundCall,
  Party,
  Path,
  ReferenceServer,
  ServerOptions,
  Step,
  Trace,
  TrafficOutcome,
} from "../../server/index.ts";
import { startWith } from "../../server/start-server.ts";
import { type Event, events, type StepCode } from "../../server/traffic/events.ts";
import { CLIENT } from "../../server/traffic/targets.ts";
import { verdictOf } from "../../server/traffic/verdict.ts";
import { heldObjects, withoutPlaceholders } from "./held-objects.ts";
import { type KnownObject, labelOf, namedTypes } from "./objects.ts";
import { type Asked, type HostedDocument, openStandIn, type StandIn } from "./stand-in.ts";

export interface TriedStep {
  readonly text: string;
  /** The field that decided this step. */
  readonly field?: string;
  /** `POST https://…`, when the step assumes the answer to a request that was not sent. */
  readonly unasked?: string;
}

export interface TriedCall {
  readonly to: string;
  readonly from: string;
  readonly outcome: TrafficOutcome;
  /** One sentence with the cause, as in a trace. */
  readonly verdict: string;
  /** The route on one line. */
  readonly way: string;
  readonly steps: readonly TriedStep[];
  /** Endpoints, clients and further numbers that the call reached, each with all its names. */
  readonly reached: readonly (readonly string[])[];
  /** The applications, rooms, flows and agents that took the call over. */
  readonly handedTo: readonly string[];
  /** The addresses of documents that were fetched, or that would be. */
  readonly documents: readonly string[];
}

export interface TrialOptions {
  /** The id of the stack's project. Default: a random id. */
  readonly project?: string | undefined;
  /** Hosts that may be asked for documents. */
  readonly allow?: readonly string[] | undefined;
  /** Clients that count as connected, besides the clients of the stack's own tokens. */
  readonly clients?: readonly string[] | undefined;
}

export interface Trial {
  /** Replaces all objects. Rejects with an InputError for objects that no service could hold. */
  hold(objects: readonly KnownObject[]): Promise<void>;
  call(to: string, from: string, more?: Omit<InboundCall, "to" | "from" | "project">): Promise<TriedCall>;
  /** Tries every path of every caller, and requests no document. */
  explore(): Promise<readonly ExploredCaller[]>;
  close(): Promise<void>;
}

export async function openTrial({ project, allow = [], clients = [] }: TrialOptions = {}): Promise<Trial> {
  const seed = { projects: [{ ...(project === undefined ? {} : { id: project }) }] };
  /** Text that only this server uses → its replacement. */
  let spoken: [string, string][] = [];
  const translate = (document: string) => spoken.reduce((text, [ours, real]) => text.replaceAll(real, ours), document);
  const standIn = await openStandIn({ allow, translate, hosted: (url) => scripts.get(url.replace(/#.*/, "")) });
  const addressIn = (named: string, base: string) => standIn.addressIn(named, base);
  const documentAt = (url: URL) => standIn.documentAt(url);
  const options: ServerOptions = { seed, extraFields: true, rateLimit: false, journalLimit: 1 };
  const server = await startWith(options, { addressIn, documentAt });
  const empty = server.snapshot();
  let names: Names = new Map();
  /** By address. */
  let scripts: ReadonlyMap<string, HostedDocument> = new Map();
  let sockets: WebSocket[] = [];

  return {
    async hold(objects) {
      for (const socket of sockets) socket.close();
      standIn.clear();
      names = namesOf(objects);
      scripts = scriptsOf(objects);
      server.restore(empty);
      server.put(heldObjects(objects, server.project.id, standIn));
      spoken = await domainsOf(server, objects);
      const connected = new Set([...clients, ...objects.filter(isClient).map(labelOf)]);
      sockets = await Promise.all([...connected].map((name) => connectedClient(server, name)));
    },
    async call(to, from, more) {
      standIn.take();
      const trace = await server.call({ to, from, ...more });
      return triedCall(trace, standIn, names, spoken);
    },
    async explore() {
      const { callers } = await server.explore();
      const realOf = realTexts(standIn, spoken);
      // Equal callers share the list of their paths, also afterwards.
      const translated = new Map<readonly Path[], readonly Path[]>();
      const pathsOf = (paths: readonly Path[]) => {
        const known = translated.get(paths);
        if (known) return known;
        const real = paths.map(({ choices, key, end, ...path }) => ({
          ...path,
          choices: choices.map(realOf),
          key: realOf(key),
          end: { ...end, text: realOf(end.text) },
        }));
        translated.set(paths, real);
        return real;
      };
      return callers.map(({ to, paths, ...caller }) => ({ ...caller, to: realOf(to), paths: pathsOf(paths) }));
    },
    async close() {
      for (const socket of sockets) socket.close();
      await Promise.all([server.close(), standIn.close()]);
    },
  };
}

/** Returns a text that is equal for two calls with the same route. */
export function wayOf({ outcome, steps }: TriedCall): string {
  return JSON.stringify([outcome, steps]);
}

/** Call outcome → names it can be referred to by. */
type Names = ReadonlyMap<string, readonly string[]>;

function isClient({ type }: KnownObject): boolean {
  return namedTypes.has(type);
}

/** Returns the domain of the endpoints at this server, and the domain at the service when the stack contains it. */
async function domainsOf(server: ReferenceServer, objects: readonly KnownObject[]): Promise<[string, string][]> {
  const profile = objects.find(({ type }) => isSingle(resources[type]));
  if (!profile) return [];
  const { label, operations } = resources[profile.type] as Resource;
  const real = profile.fields[label];
  const { [label]: ours } = await ask(server, "GET", operations.read?.path ?? "");
  return typeof real === "string" && typeof ours === "string" && real !== ours ? [[ours, real]] : [];
}

async function ask({ url, project }: ReferenceServer, method: string, path: string, body?: object) {
  const authorization = `Basic ${Buffer.from(`${project.id}:${project.apiToken}`).toString("base64")}`;
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, {
    ...{ method, headers: { authorization, "content-type": "application/json" } },
    ...sent,
  });
  return (await answer.json()) as { readonly [field: string]: unknown };
}

/** Connects a client under the name of a token that the server issues. */
async function connectedClient(server: ReferenceServer, name: string): Promise<WebSocket> {
  const [type] = namedTypes;
  const { operations, label } = resources[type as ResourceName] as Resource;
  const { jwt_token } = await ask(server, "POST", operations.create?.path ?? "", { [label]: name });
  const socket = new WebSocket(server.url.replace(/^http/, "ws"));
  const authentication = { project: server.project.id, jwt_token };
  const request = { jsonrpc: "2.0", id: "1", method: "blade.connect", params: { authentication } };
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error(`The client ${name} could not be connected.`));
    socket.onopen = () => socket.send(JSON.stringify(request));
    socket.onmessage = () => resolve();
  });
  return socket;
}

function triedCall(
  trace: Trace,
  standIn: StandIn,
  names: Names,
  spoken: readonly (readonly [string, string])[],
): TriedCall {
  const { to, from, outcome, steps } = trace;
  const asked = standIn.take();
  const realOf = realTexts(standIn, spoken);
  const { verdict, way } = verdictOf({ ...trace, steps: withAsked(steps, asked) });
  const isAssumed = asked.some((each) => each.unasked !== undefined);
  const parties = steps.flatMap(({ next }) => next ?? []);
  const documents = asked
    .filter(({ address }) => !address.isStatus)
    .map(({ address }) => withoutPlaceholders(address.shown));
  const shown = steps.map(({ code, details, text, field, attempt }) => {
    const { text: request = text, unasked } = (attempt && asked.shift()) ?? {};
    const said = attempt ? request : (OF_A_PROJECT[code] ?? events[code].text)(details);
    return {
      text: realOf(said),
      ...(field === undefined ? {} : { field }),
      ...(unasked === undefined ? {} : { unasked: realOf(unasked) }),
    };
  });
  return {
    to,
    from,
    outcome,
    verdict: `${realOf(verdict)}${isAssumed ? " (assumed: it was not asked)" : ""}`,
    way: realOf(way),
    steps: shown,
    reached: parties.flatMap((party) => {
      const known = party.what === CLIENT ? [party.name] : names.get(keyOf(party));
      return known ? [known] : [];
    }),
    handedTo: steps
      .filter(({ code }) => code === "handed_over")
      .map(({ next }) => visible(masked(withoutPlaceholders(next?.name ?? "")))),
    documents,
  };
}

/** Returns a function that replaces this server's addresses and domain in a text by the stack's. */
function realTexts(standIn: StandIn, spoken: readonly (readonly [string, string])[]): (text: string) => string {
  const inDomain = (text: string) => spoken.reduce((known, [ours, name]) => known.replaceAll(ours, name), text);
  return (text) => withoutPlaceholders(visible(masked(standIn.withRealAddresses(inDomain(text)))));
}

/** Returns the stack's scripts by their addresses, except those with a part that is secret or not known yet. */
function scriptsOf(objects: readonly KnownObject[]): Map<string, HostedDocument> {
  const found = objects.flatMap((object): [string, HostedDocument][] => {
    const { type, fields } = object;
    const { hosted, title }: Resource = resources[type];
    const [url, contents] = hosted ? [fields[hosted.url], fields[hosted.contents]] : [];
    if (typeof url !== "string" || contents === undefined) return [];
    const document = typeof contents === "string" ? contents : JSON.stringify(contents);
    if ([UNKNOWN, SECRET].some((hidden) => document.includes(hidden))) return [];
    return [[url, { script: { what: title, name: labelOf(object) }, document }]];
  });
  return new Map(found);
}

/** Replaces the stand-in's addresses in steps with the handlers' addresses, and adds the results of requests. */
function withAsked(steps: readonly Step[], all: readonly Asked[]): Step[] {
  const asked = [...all];
  return steps.map((step) => {
    const { failure, address, script } = (step.attempt && asked.shift()) ?? {};
    if (!step.attempt || !address) return step;
    const { failure: _, ...attempt } = step.attempt;
    return {
      ...step,
      attempt: { ...attempt, url: address.shown, ...(failure && { failure }), ...(script && { script }) },
    };
  });
}

/** Sentences that must not mention the server, because the reader asks about a project. */
const OF_A_PROJECT: { readonly [code in StepCode]?: Event["text"] } = {
  belongs_to_project: ({ who }) => `The ${who} is called.`,
  leaves_server: ({ to }) => `The call leaves the project for ${to}.`,
  rings_devices: () => "It rings the endpoint's devices.",
  handler_unlisted: () => "The specification does not list that handler, and it is not played.",
  handed_over: ({ thing, name }) => `It goes to the ${thing} ${name}.`,
  dials_outside: ({ to }) => `The document dials ${to}, which is outside of the project.`,
};

function keyOf({ what, name }: Party): string {
  return `${what} ${name}`;
}

function namesOf(objects: readonly KnownObject[]): Names {
  return new Map(
    objects.map((each) => {
      const label = labelOf(each);
      const key = keyOf({ what: resources[each.type].title, name: label });
      return [key, each.name === undefined ? [label] : [label, each.name]] as const;
    }),
  );
}
