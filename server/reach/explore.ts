// Tries every path of every caller with the server's own player: each key, condition and time that a document tells apart, and one
// failure at a time. Nothing is sent.

import { setImmediate as nextTurn } from "node:timers/promises";
import { type Body, domainApplication, masked, phoneNumber } from "../../contract/index.ts";
import { applicationHost } from "../api/domain-application.ts";
import type { Choose, Option } from "../calls/choices.ts";
import type { StepCode } from "../calls/events.ts";
import { Expressions } from "../calls/expressions.ts";
import { hoursOf, minutesToTry, spansOf } from "../calls/hours.ts";
import { CALLER } from "../calls/keys.ts";
import { type Assumed, assumedAt } from "../calls/running-call.ts";
import type { Explored, Switchboard } from "../calls/switchboard.ts";
import { decidingParty, type Party, type Step, type Trace } from "../calls/trace.ts";
import { Traces } from "../calls/tracer.ts";
import { follow } from "../calls/traffic.ts";
import { endIn } from "../calls/verdict.ts";
import type { Project } from "../store/store.ts";

export interface ExploreOptions {
  /** The number, or the identifier of the domain application, whose callers are explored. Default: all callers. */
  readonly called?: string | undefined;
}

/** All callers, in the order of their addresses. */
export interface Exploration {
  readonly callers: readonly ExploredCaller[];
}

/** A caller, with each path that a call or message may take. */
export interface ExploredCaller {
  readonly kind: "call" | "message";
  /** A number in E.164, or the SIP address of a domain application. */
  readonly to: string;
  /** The called object: its kind and its name. */
  readonly party: Party;
  /** The address that a call to a domain application comes from. */
  readonly sourceIp?: string;
  /** True for a number that no program and no person has named. */
  readonly isUnnamed?: true;
  readonly paths: readonly Path[];
  /** False when there are more paths than were tried. */
  readonly isComplete: boolean;
}

export interface Path {
  /** What decides this path, in order: "key 1", "SIP endpoint desk: no answer", "Mon–Fri 09:00–17:00". Empty for the only path. */
  readonly choices: readonly string[];
  /** The same for the same choices of two programs, whatever a device that does not answer is called. */
  readonly key: string;
  /** True when a failure is assumed: a device that does not answer, a document that cannot be had. */
  readonly isFailure: boolean;
  /** The keys with which a call takes this path. */
  readonly digits: string;
  /** The text with which a message takes this path; only where the text matters. */
  readonly body?: string;
  /** A time at which a call takes this path, in milliseconds since 1970; only where the time matters. */
  readonly at?: number;
  /** All times at which a call takes this path: "Mon–Fri 09:00–17:00". */
  readonly hours?: string;
  /** The same as spans, each with its first and its last minute since 1970. */
  readonly times?: readonly (readonly [first: number, last: number])[];
  /** Steps of the path that lead to what does not exist, whatever comes after them. */
  readonly mistakes: readonly Mistake[];
  readonly end: PathEnd;
}

export interface Mistake {
  readonly code: StepCode;
  /** Without its full stop. */
  readonly text: string;
}

/**
 * Where a path ends: `rings` – devices or clients ring; `answered` – a document takes the call; `handed-over` – it goes to something
 * outside of these objects; `unknown` – to a document that is not the project's, or a part that is not played; `nobody`.
 */
export interface PathEnd {
  readonly kind: "rings" | "answered" | "handed-over" | "unknown" | "nobody";
  /** The end in one sentence, with the cause for `nobody`. */
  readonly text: string;
  /** The last event of the path. */
  readonly code?: StepCode;
  /** The script or object whose settings decide the end. */
  readonly party?: Party;
}

/** Of one caller. */
const MOST_PATHS = 2_000;
/** Processor time for all expressions of an exploration. */
const MOST_MILLISECONDS = 20_000;

/** An address that no list of a domain application should have: reserved for documentation. */
const STRANGE_ADDRESS = "192.0.2.1";

/** Explores the callers of all projects. Equal callers are explored once. */
export async function explore(switchboard: Switchboard, { called }: ExploreOptions = {}): Promise<Exploration> {
  const sessions = { named: switchboard.sessions.named.bind(switchboard.sessions), ring: () => undefined };
  const documents = new Map<string, ReturnType<Switchboard["documentAt"]>>();
  const documentAt: Switchboard["documentAt"] = (url) => {
    if (!documents.has(url.href)) documents.set(url.href, switchboard.documentAt(url));
    return documents.get(url.href);
  };
  const explored = switchboard.explored ?? new Map<string, Explored>();
  const parts = { ...switchboard, sessions, documentAt, explored };
  const known = new Map<string, Pick<ExploredCaller, "to" | "paths" | "isComplete">>();
  const callers: ExploredCaller[] = [];
  const expressions = new Expressions(MOST_MILLISECONDS);
  for (const project of switchboard.store.projects())
    for (const { alike, ...caller } of callersOf(parts, project)) {
      if (called !== undefined && caller.party.name !== called) continue;
      const same = known.get(alike);
      if (same) {
        callers.push({ ...caller, isComplete: same.isComplete, paths: pathsFor(caller.to, same) });
        continue;
      }
      const { told, dates } = exploredOf(explored, alike);
      const { readsCall, ...found } = await pathsOf(parts, project, caller, { told, dates, expressions });
      if (!readsCall) known.set(alike, { to: caller.to, ...found });
      callers.push({ ...caller, ...found });
    }
  return { callers };
}

/** Returns the paths of an equal caller. Some of their ends name the number that was called. */
function pathsFor(to: string, { to: other, paths }: Pick<ExploredCaller, "to" | "paths">): readonly Path[] {
  const isNamed = ({ end }: Path) => end.text.includes(other) || end.party?.name === other;
  if (!paths.some(isNamed)) return paths;
  return paths.map(({ end: { text, party, ...end }, ...path }) => ({
    ...path,
    end: {
      ...{ ...end, text: text.replaceAll(other, to) },
      ...(party && { party: party.name === other ? { ...party, name: to } : party }),
    },
  }));
}

type Exploring = Switchboard & { readonly explored: Map<string, Explored> };

interface Caller extends Pick<ExploredCaller, "kind" | "to" | "party" | "sourceIp" | "isUnnamed"> {
  /** Equal for callers whose calls take the same paths. */
  readonly alike: string;
}

function exploredOf(explored: Map<string, Explored>, key: string): Explored {
  const known = explored.get(key) ?? { told: new Map(), dates: new Set(), addresses: new Set() };
  explored.set(key, known);
  return known;
}

function callersOf(parts: Exploring, project: Project): Caller[] {
  const all = [...numbersOf(parts, project), ...applicationsOf(parts, project)];
  return all.sort((a, b) => compareText(a.to, b.to));
}

function numbersOf({ store }: Exploring, project: Project): Caller[] {
  const calledFor = (kind: ExploredCaller["kind"], document: Body): Caller => {
    const isDeciding = (field: string) => field.startsWith(`${kind}_`) || field === "capabilities";
    const settings = Object.entries(document).filter(([field]) => isDeciding(field));
    const to = String(document.number);
    const alike = JSON.stringify([project.id, kind, settings]);
    const isUnnamed = typeof document.name !== "string" && { isUnnamed: true as const };
    return { kind, to, party: { what: phoneNumber.title, name: to }, alike, ...isUnnamed };
  };
  const numbers = store.collection(phoneNumber).all(project.id);
  return numbers.flatMap(({ document }) => [
    calledFor("call", document),
    ...(typeof document.message_handler === "string" ? [calledFor("message", document)] : []),
  ]);
}

function applicationsOf({ store, explored }: Exploring, project: Project): Caller[] {
  const applications = store.collection(domainApplication).all(project.id);
  return applications.flatMap(({ id, document }) => {
    const user = document.user === undefined || document.user === "*" ? "anyone" : String(document.user);
    const to = `sip:${user}@${applicationHost(document)}`;
    const party = { what: domainApplication.title, name: String(document[domainApplication.label]) };
    const entry = Array.isArray(document.ip_auth) ? String(document.ip_auth[0] ?? "") : "";
    const isChecked = document.ip_auth_enabled === true;
    const { addresses } = exploredOf(explored, id);
    if (isChecked) addresses.add(entry.split("/", 1)[0] ?? "");
    return (isChecked ? [...addresses, STRANGE_ADDRESS] : [undefined]).map((sourceIp) => ({
      ...{ kind: "call" as const, to, party, alike: `${id} ${sourceIp}` },
      ...(sourceIp !== undefined && { sourceIp }),
    }));
  });
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Found extends Pick<ExploredCaller, "paths" | "isComplete"> {
  readonly readsCall: boolean;
}

/**
 * Tries all paths of a caller: plays the call from its start again for each choice that was not made yet. A document may tell more
 * inputs and dates apart than were known at an earlier choice; then all is tried again with these.
 */
async function pathsOf(
  parts: Switchboard,
  project: Project,
  caller: Omit<Caller, "alike">,
  { told, dates, expressions }: Pick<Assumed, "told" | "dates" | "expressions">,
): Promise<Found> {
  const evaluated: Assumed["evaluated"] = new Map();
  const toldApart = () => [...told.values()].reduce((sum, each) => sum + each.size, dates.size);
  for (;;) {
    const before = toldApart();
    const { week, days } = minutesToTry(parts.clock.now(), dates);
    const times = [...week, ...days];
    const tried: Tried[] = [];
    /** The indices of the options of each path that is to be tried; the next path is the last. */
    const open: number[][] = [[]];
    let readsCall = false;
    for (let prefix = open.pop(); prefix && tried.length < MOST_PATHS; prefix = open.pop()) {
      const assumed = assumedAt(times, { told, dates, evaluated, expressions });
      const made = new Choices(prefix, open);
      // Other requests to the server are answered between two paths.
      await nextTurn();
      const trace = await followOnce(parts, project, caller, made.choose, assumed);
      readsCall ||= assumed.readsCall;
      tried.push({ made, path: pathOf(trace, made, assumed, week) });
    }
    const isComplete = open.length === 0;
    if (toldApart() === before || !isComplete) return { paths: withoutWayOut(tried), isComplete, readsCall };
  }
}

interface Tried {
  readonly made: Choices;
  readonly path: Path;
}

/** A menu that repeats keeps its callers only when one of its keys leads on. */
function withoutWayOut(tried: readonly Tried[]): Path[] {
  const repeats = ({ path }: Tried) => path.end.code === "menu_repeats";
  return tried.map((each) => {
    const { path, made } = each;
    if (!repeats(each)) return path;
    const alike = tried.filter((other) => made.beforeMenu.every((name, at) => other.made.names[at] === name));
    if (!alike.every(repeats)) return path;
    return { ...path, end: { ...path.end, kind: "nobody", text: "The menu repeats, and no key leads on" } };
  });
}

function followOnce(
  parts: Switchboard,
  { id }: Project,
  { kind, to, sourceIp }: Omit<Caller, "alike">,
  choose: Choose,
  assumed: Assumed,
): Promise<Trace> {
  const inbound = { to, from: CALLER, project: id, ...(kind === "message" ? { body: "" } : { sourceIp }) };
  return follow({ ...parts, traces: new Traces() }, inbound, { choose, assumed });
}

/** The choices of one path: first those that were given, then the first option of each point. */
class Choices {
  readonly #given: readonly number[];
  readonly #open: number[][];
  readonly #indices: number[] = [];
  readonly names: string[] = [];
  readonly keys: string[] = [];
  /** The choices before the last menu. */
  beforeMenu: readonly string[] = [];
  digits = "";
  body: string | undefined;
  isFailure = false;

  constructor(given: readonly number[], open: number[][]) {
    this.#given = given;
    this.#open = open;
  }

  readonly choose = <Value>(point: string, options: readonly Option<Value>[]): Value | undefined => {
    const possible = options.filter((option) => !option.isFailure || !this.isFailure);
    const at = this.#indices.length;
    const index = this.#given[at] ?? 0;
    // The last one is tried first, so they are pushed in reverse order.
    if (at >= this.#given.length)
      for (let other = possible.length - 1; other > index; other -= 1) this.#open.push([...this.#indices, other]);
    this.#indices.push(index);
    const chosen = possible[index];
    if (!chosen) return undefined;
    if (chosen.keys !== undefined) this.beforeMenu = [...this.names];
    if (possible.length > 1 && (index > 0 || !possible[1]?.isFailure)) {
      // A failure is named with the point at which it happens.
      this.names.push(chosen.isFailure ? `${point}: ${chosen.name}` : chosen.name);
      this.keys.push(chosen.name);
    }
    this.isFailure ||= chosen.isFailure === true;
    this.digits += chosen.keys ?? "";
    this.body = chosen.body ?? this.body;
    return chosen.value;
  };
}

function pathOf(
  trace: Trace,
  { names, keys, digits, body, isFailure }: Choices,
  assumed: Assumed,
  week: readonly number[],
): Path {
  const { times } = assumed;
  // Each choice by the time leaves fewer times.
  const isTimed = times.length < assumed.week.length;
  const hours = isTimed ? hoursOf(times, week) : "";
  const last = trace.steps.at(-1);
  const party = decidingParty(trace.steps);
  const withHours = (all: readonly string[]) => masked([...all, hours].filter((name) => name !== ""));
  return {
    choices: withHours(names),
    key: withHours(keys).join(", "),
    ...{ isFailure, digits },
    ...(body !== undefined && { body }),
    ...(isTimed && { at: times[0] ?? 0, hours, times: spansOf(times) }),
    mistakes: mistakesIn(trace),
    end: { ...endOf(trace), ...(last && { code: last.code }), ...(party && { party }) },
  };
}

function withSmallStart(sentence: string): string {
  return sentence.replace(/^\w/, (letter) => letter.toLowerCase());
}

function mistakesIn({ steps }: Trace): Mistake[] {
  const found = steps.flatMap(({ code, text, attempt }): Mistake[] => {
    if (MISTAKES.has(code)) return [{ code, text: text.replace(/\.$/, "") }];
    const { failure, script } = attempt ?? {};
    if (failure?.cause !== "script_deleted" || !script) return [];
    return [
      { code, text: `The request of the ${script.what} ${script.name} failed, because it does not exist any more` },
    ];
  });
  return [...new Map(found.map((each) => [each.text, each])).values()];
}

/** Events of a step that leads to what does not exist. */
const MISTAKES: ReadonlySet<StepCode> = new Set([
  ...(["dials_unknown", "endpoint_unknown", "section_unknown", "next_address_invalid"] as const),
  ...(["script_address_invalid", "verb_unknown"] as const),
]);

/** Returns the end of a path, with a note where the live service may cut a dial short that nobody answers. */
function endOf(trace: Trace): Pick<PathEnd, "kind" | "text"> {
  const end = playedEnd(trace);
  const detailsOf = (code: StepCode) => trace.steps.find((step) => step.code === code)?.details;
  const long = detailsOf("not_taken")?.reason === "noAnswer" ? detailsOf("rings_long") : undefined;
  if (!long) return end;
  const note = `the document dials for ${long.seconds} seconds; one recorded space ended each dial with an error after about ${long.longest}`;
  return { ...end, text: `${end.text} (${note})` };
}

function playedEnd(trace: Trace): Pick<PathEnd, "kind" | "text"> {
  const detailsOf = (code: StepCode) => trace.steps.find((step) => step.code === code)?.details;
  const [recorded, hidden] = [detailsOf("document_as_recorded"), detailsOf("value_hidden")];
  const ended = detailsOf("expression_ended");
  const { kind, text } = endBy(trace);
  if (hidden) return { kind: "unknown", text: `Not tried: ${hidden.part} has ${hidden.what}` };
  if (ended)
    return { kind: "unknown", text: `Not tried: the expression ${ended.expression} has no value (${ended.problem})` };
  if (kind === "nobody") return { kind, text: recorded ? `${text} (by the recorded text of ${recorded.name})` : text };
  // A recorded text shows for certain only that a caller reaches nobody.
  const shown = recorded ? "unknown" : kind;
  const [mistake] = mistakesIn(trace);
  return { kind: shown, text: mistake ? `${text}, after ${withSmallStart(mistake.text)}` : text };
}

function endBy({ outcome, steps, summary }: Trace): Pick<PathEnd, "kind" | "text"> {
  if (outcome === "answered") return answerIn(steps, summary);
  if (outcome === "ringing") return { kind: "rings", text: summary };
  if (outcome !== "handed-over") return { kind: "nobody", text: summary };
  return { kind: HANDED[endIn(steps)?.code ?? "handed_over"] ?? "handed-over", text: summary };
}

/** Returns the end of a path that documents answer. */
function answerIn(steps: readonly Step[], summary: string): Pick<PathEnd, "kind" | "text"> {
  const has = (code: StepCode) => steps.some((step) => step.code === code);
  if (has("document_not_ours")) return { kind: "unknown", text: summary };
  const unplayed = steps.findLast(({ code }) => code === "part_unplayed")?.details.part;
  if (unplayed) return { kind: "unknown", text: `${summary}, with ${unplayed}, which is not played` };
  if (has("nothing_sent")) return { kind: "nobody", text: "Answered by documents that send nothing" };
  if (has("nothing_played")) return { kind: "nobody", text: "Answered by documents that play nothing" };
  const takers = new Set(steps.flatMap(({ code, details }) => (TAKERS.has(code) ? [details.what] : [])));
  const kind = has("message_forwarded") && !has("message_replied") ? "handed-over" : "answered";
  return { kind, text: takers.size === 0 ? summary : `${summary}: ${[...takers].join(" and ")}` };
}

/** Events whose details say how a document takes a call or a message. */
const TAKERS: ReadonlySet<StepCode> = new Set([
  ...(["taken_by", "message_replied", "message_forwarded", "message_received"] as const),
]);

/** The last event of a call that is handed over → the end of its path, unless it is `handed-over`. */
const HANDED: { readonly [code in StepCode]?: PathEnd["kind"] } = {
  rings_devices: "rings",
  handler_unlisted: "unknown",
  dials_unplayed: "unknown",
  dials_unchecked: "unknown",
  endpoint_unchecked: "unknown",
};
