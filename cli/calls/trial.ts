// A reference server in memory that holds the recorded or planned objects of a stack. Calls are tried there, and nothing is sent to
// the service.

import { type Expected, isSingle, resources } from "../../contract/index.ts";
import { isHidden } from "../../server/calls/document.ts";
import { CLIENT } from "../../server/calls/targets.ts";
import { Clock } from "../../server/conditions/clock.ts";
import type { ExploredCaller, InboundCall, Party, ServerOptions } from "../../server/index.ts";
import { type Judged, judge } from "../../server/reach/expectations.ts";
import { explore } from "../../server/reach/explore.ts";
import { Explorer } from "../../server/reach/explorer.ts";
import { isHeldBy, type Names } from "../../server/reach/outcomes.ts";
import { type Routed, routesOf } from "../../server/reach/ways.ts";
import { Sessions } from "../../server/sessions/sessions.ts";
import { startWith } from "../../server/start-server.ts";
import { inEachText } from "../report/text.ts";
import { absenceIn, type HoldOptions } from "./absence.ts";
import { heldObjects } from "./held-objects.ts";
import { heldName, isPlaceholder, NOT_KNOWN, nameOfHidden, shownText, standInFor } from "./hidden-values.ts";
import { type KnownObject, labelOf, namedTypes, scriptIn } from "./objects.ts";
import { answer, type Scripts, scriptAt, scriptsOf } from "./trial-documents.ts";
import { type TriedCall, triedCall } from "./tried-call.ts";

export interface TrialOptions {
  /** Default: a random id. */
  readonly project?: string | undefined;
  /** Hosts that may be asked for documents. */
  readonly allow?: readonly string[] | undefined;
  /** Clients that count as connected, besides the clients of the stack's own tokens. */
  readonly clients?: readonly string[] | undefined;
  /** The failures that a path may have. Default: 1. */
  readonly failures?: number | undefined;
}

export interface CallOptions extends Omit<InboundCall, "to" | "from" | "project"> {
  /** What the call is expected to do. Default: nothing. */
  readonly expected?: readonly Expected[];
}

export interface Trial {
  /** Replaces all objects. A call to the address of a script that a change deleted fails. */
  hold(objects: readonly KnownObject[], known?: HoldOptions): void;
  call(to: string, from: string, more?: CallOptions): Promise<TriedCall>;
  /** Tries every path of every caller, and requests no document. */
  explore(): Promise<readonly ExploredCaller[]>;
  /** Judges what the programs of the objects expect of their callers. */
  judge(): Promise<readonly Judged[]>;
  /** Returns the ways of every object. Ids are in lower case. */
  ways(): Promise<readonly Routed[]>;
  /** True after a call went to an endpoint or a domain that the objects do not have. The account may have it. */
  readonly isUnsure: boolean;
  /** What was assumed without the SIP profile, as a sentence without its full stop; absent if no call depended on it. */
  readonly assumption?: string | undefined;
  /** How many inputs and addresses the explorations so far told apart. Each exploration tries all of them. */
  readonly toldApart: number;
  close(): Promise<void>;
}

export async function openTrial({ project, allow = [], clients = [], failures }: TrialOptions = {}): Promise<Trial> {
  const seed = { projects: [{ ...(project === undefined ? {} : { id: project }) }] };
  let scripts: Scripts = new Map();
  let domain: ReturnType<typeof domainIn>;
  /** The project's domain before a change of it. */
  let former: string | undefined;
  let absence = absenceIn([], {});
  let isUnsure = false;
  let assumption: string | undefined;
  const clock = new Clock();
  /** Numbers and user names that stand for hidden ones → how people see them. */
  const standIns = new Map<string, string>();
  const sessions = new AssumedSessions(clock);
  const options: ServerOptions = { seed, clock, extraFields: true, rateLimit: false, journalLimit: 1 };
  const { server, parts } = await startWith(options, {
    fetchDocument: (wanted) => answer(wanted, { scripts, allow }),
    documentAt: ({ href }) => scriptAt(scripts, href),
    scripts: () => [...scripts.values()].filter((each) => each.document !== undefined),
    sipDomain: (_, dialled) => {
      if (dialled !== undefined && domain?.isKnown !== true) {
        isUnsure = true;
        assumption ??= `The SIP profile was not read: ${domain?.name ?? "no domain"} counts as the project's SIP domain`;
      }
      return domain?.name ?? NOT_KNOWN;
    },
    movedTo: (dialled) => (dialled === former?.toLowerCase() ? domain?.name : undefined),
    absence: (name) => {
      isUnsure ||= !isPlaceholder(name);
      return absence(name);
    },
    sessions,
  });
  const { store } = parts;
  const empty = store.tables();
  const explorer = new Explorer(parts, failures);
  let held: readonly KnownObject[] = [];
  /** Text → how people see it. Callers and ways repeat most texts. */
  const words = new Map<string, string>();
  const inWords = (text: string) => {
    const known = words.get(text) ?? withoutStandIns(shownText(text), standIns);
    words.set(text, known);
    return known;
  };

  return {
    hold(objects, known = {}) {
      const { earlier = [] } = known;
      held = objects;
      words.clear();
      scripts = scriptsOf(objects, earlier);
      const [own, before] = [domainIn(objects), domainIn(earlier)];
      domain = own?.isKnown ? own : domainIn([...earlier, ...objects]);
      former = before?.isKnown && before.name !== domain?.name ? before.name : undefined;
      absence = absenceIn(objects, known);
      for (const each of objects) {
        const standIn = standInFor(each);
        if (standIn !== undefined) standIns.set(standIn, nameOfHidden(each));
      }
      sessions.names = new Set([...clients, ...objects.filter(isClient).map(labelOf)]);
      const rows = heldObjects(objects, server.project.id);
      store.replace(empty, () => {
        for (const [at, row] of rows.entries()) store.putObject(at, row);
      });
      explorer.forget();
    },
    async call(to, from, { expected = [], ...more } = {}) {
      const trace = await server.call({ to, from, ...more });
      const names = namesOf(held);
      const call = triedCall(trace, (who) => held.find((each) => partyKey(heldParty(each)) === who));
      return { ...inEachText(call, inWords), held: expected.map((each) => isHeldBy(trace, each, names)) };
    },
    get toldApart() {
      return explorer.toldApart;
    },
    get isUnsure() {
      return isUnsure;
    },
    get assumption() {
      return assumption;
    },
    ways: async () => inEachText(await routesOf(parts, explorer), inWords),
    async explore() {
      const { callers } = await explore(parts, {}, explorer);
      // Callers with equal paths share one list.
      const lists = [...new Set(callers.map(({ paths }) => paths))];
      const shown = new Map(lists.map((each) => [each, inEachText(each, inWords)]));
      return callers.map(({ to, party, paths, ...caller }) => ({
        ...{ ...caller, to: inWords(to), party: { ...party, name: inWords(party.name) } },
        paths: shown.get(paths) ?? [],
      }));
    },
    async judge() {
      const expecting = held.filter(({ expects }) => expects !== undefined);
      const wanted = expecting.map((each) => ({ party: heldParty(each), expects: each.expects }));
      const judged = await judge(parts, explorer, wanted, namesOf(held));
      // Of the paths that are covered, the key alone is compared with those of callers.
      return judged.map(({ covers, ...each }) => ({
        ...inEachText(each, inWords),
        covers: covers.map((path) => ({ ...path, key: inWords(path.key) })),
      }));
    },
    close: () => server.close(),
  };
}

/** Returns the names of every object at the service, and those in the program. */
function namesOf(objects: readonly KnownObject[]): Names {
  const names = new Map<string, readonly string[]>();
  for (const each of objects) {
    const party = heldParty(each);
    const { name: title } = each.fields;
    const shown = isHidden(labelOf(each)) ? [] : [party.name];
    const all = [...shown, ...(each.name === undefined ? [] : [each.name])];
    names.set(partyKey(party), [...all, ...(typeof title === "string" && !isHidden(title) ? [title] : [])]);
    if (isClient(each)) names.set(partyKey({ what: CLIENT, name: party.name }), all);
  }
  return { of: (party) => names.get(partyKey(party)) ?? [party.name], all: [...names.values()].flat() };
}

/** Returns the party as the server in memory has it. */
function heldParty(object: KnownObject): Party {
  return { what: resources[object.type].title, name: heldName(object) };
}

function withoutStandIns(text: string, standIns: ReadonlyMap<string, string>): string {
  return [...standIns].reduce((shown, [standIn, name]) => shown.replaceAll(standIn, name), text);
}

/** Clients that count as connected, without a connection. */
class AssumedSessions extends Sessions {
  names: ReadonlySet<string> = new Set();

  override named(_: string, resource: string): number {
    return this.names.has(resource) ? 1 : 0;
  }
}

function isClient({ type }: KnownObject): boolean {
  return namedTypes.has(type);
}

/** Returns the domain of the SIP endpoints: the profile's, or else the first at which a script names an endpoint of these objects. */
function domainIn(objects: readonly KnownObject[]): { readonly name: string; readonly isKnown: boolean } | undefined {
  const profile = objects.find(({ type }) => isSingle(resources[type]));
  const domain = profile?.fields[resources[profile.type].label];
  if (typeof domain === "string") return { name: domain, isKnown: true };
  const usernames = new Set(objects.filter(({ type }) => type === "SipEndpoint").map(labelOf));
  const addresses = objects.flatMap((each) => [...(scriptIn(each)?.document ?? "").matchAll(SIP_ADDRESS)]);
  const [, , name] = addresses.find(([, user = ""]) => usernames.has(user)) ?? [];
  return name === undefined ? undefined : { name, isKnown: false };
}

const SIP_ADDRESS = /\bsips?:([^\s"'<>@;:?]+)@([\w-]+(?:\.[\w-]+)+)/gi;

/** Returns the `who` of a trace's details. */
function partyKey({ what, name }: Party): string {
  return `${what} ${name}`;
}
