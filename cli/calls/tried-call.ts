// Tries a call at a reference server in memory, which holds the recorded or planned objects of a stack. Sends nothing to the
// service.

import { type Expected, isGiven, isSingle, resources, visible } from "../../contract/index.ts";
import { isHidden } from "../../server/calls/document.ts";
import { isStatus } from "../../server/calls/status-callback.ts";
import { CLIENT } from "../../server/calls/targets.ts";
import type { Attempt } from "../../server/calls/trace.ts";
import { Clock } from "../../server/conditions/clock.ts";
import type { ExploredCaller, InboundCall, Party, ServerOptions, Step, Trace } from "../../server/index.ts";
import { type Judged, judge } from "../../server/reach/expectations.ts";
import { explore } from "../../server/reach/explore.ts";
import { Explorer } from "../../server/reach/explorer.ts";
import { isHeldBy, type Names } from "../../server/reach/outcomes.ts";
import { type Routed, waysOf } from "../../server/reach/ways.ts";
import { Sessions } from "../../server/sessions/sessions.ts";
import { startWith } from "../../server/start-server.ts";
import { inEachText } from "../report/text.ts";
import { absenceIn, type Known } from "./absence.ts";
import { heldObjects } from "./held-objects.ts";
import {
  heldName,
  isNeverRequested,
  isPlaceholder,
  NOT_KNOWN,
  nameOfHidden,
  shownText,
  shownValue,
  standInFor,
} from "./hidden-values.ts";
import { type KnownObject, labelOf, namedTypes, scriptIn } from "./objects.ts";
import { answer, type Scripts, scriptAt, scriptsOf } from "./trial-documents.ts";

export interface TriedStep {
  readonly text: string;
  readonly field?: string;
}

export interface TriedCall extends Pick<Trace, "to" | "from" | "outcome" | "verdict" | "way"> {
  readonly steps: readonly TriedStep[];
  /** For each outcome that was expected, whether the call has it. */
  readonly held: readonly boolean[];
}

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
  hold(objects: readonly KnownObject[], known?: Known): void;
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
  const inWords = (text: string) => withoutStandIns(shownText(text), standIns);

  return {
    hold(objects, known = {}) {
      const { earlier = [] } = known;
      held = objects;
      scripts = scriptsOf(objects, earlier);
      domain = domainIn([...earlier, ...objects]);
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
      const isHeld = expected.map((each) => isHeldBy(trace, each, names));
      return { ...inEachText(triedCall(trace, held), inWords), held: isHeld };
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
    ways: async () => inEachText(await waysOf(parts, explorer), inWords),
    async explore() {
      const { callers } = await explore(parts, {}, explorer);
      // Callers with equal paths share one list.
      const lists = [...new Set(callers.map(({ paths }) => paths))];
      const shown = new Map(lists.map((each) => [each, inEachText(each, inWords)]));
      return callers.map(({ paths, ...caller }) => ({
        ...inEachText(caller, inWords),
        paths: shown.get(paths) ?? [],
      }));
    },
    async judge() {
      const expecting = held.filter(({ expects }) => expects !== undefined);
      const wanted = expecting.map((each) => ({ party: heldParty(each), expects: each.expects }));
      return inEachText(await judge(parts, explorer, wanted, namesOf(held)), inWords);
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
    const shown = isHidden(party.name) || standInFor(each) !== undefined ? [] : [party.name];
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

/** Returns a text that is equal for two calls with the same route. */
export function wayOf({ outcome, steps }: Pick<TriedCall, "outcome" | "steps">): string {
  return JSON.stringify([outcome, steps]);
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

function triedCall(trace: Trace, objects: readonly KnownObject[]): Omit<TriedCall, "held"> {
  const { to, from, outcome, verdict, way, steps } = trace;
  let object: KnownObject | undefined;
  const shown = steps.map((step): TriedStep => {
    const { details, field } = step;
    object = objects.find((each) => partyKey(heldParty(each)) === details.who) ?? object;
    return { text: textOf(step, object), ...(field === undefined ? {} : { field }) };
  });
  return { to, from, outcome, verdict: `${verdict}${assumptionIn(steps)}`, way, steps: shown };
}

function assumptionIn(steps: readonly Step[]): string {
  if (steps.some(({ code }) => code === "value_hidden")) return " (assumed: a value is not known)";
  return steps.some(isAssumed) ? " (assumed: it was not asked)" : "";
}

/** True for the request of a document that was not sent. */
function isAssumed(step: Step): boolean {
  const { attempt } = step;
  return attempt !== undefined && attempt.status === null && !attempt.failure && !isStatus(step);
}

function requestIn({ attempt }: Step): string {
  return `${attempt?.method} ${attempt?.url}`;
}

/** Returns the sentence of a step, without the times that differ between two calls. */
function textOf(step: Step, object: KnownObject | undefined): string {
  const { code, details, attempt, text } = step;
  // The project has a random id here.
  if (code === "belongs_to_project") return `The ${details.who} is called.`;
  return attempt ? `${requestIn(step)} ${resultOf(step, attempt, object)}` : text;
}

function resultOf(step: Step, { url, status, failure, script }: Attempt, object: KnownObject | undefined): string {
  if (isStatus(step)) return "would receive the call's status.";
  if (failure) return `failed (${failure.code}): ${failure.reason}.`;
  if (script) return "answered with a script of the stack.";
  if (status !== null) return "answered with a document.";
  const reason = isNeverRequested(url) ? "" : `: ${visible(new URL(url).hostname)} is not allowed (--allow)`;
  const fallback = object?.fields[(step.field ?? "").replace(/_request_url$/, "_fallback_url")];
  const more = `; after a failure, ${shownValue(fallback)} would be requested`;
  const isNamed = step.field?.endsWith("_request_url") && isGiven(fallback);
  return `was not requested${reason}. The trace assumes a document that keeps the call${isNamed ? more : ""}.`;
}

/** Returns the `who` of a trace's details. */
function partyKey({ what, name }: Party): string {
  return `${what} ${name}`;
}
