// Holds the paths of callers against what their program expects (docs/routes.md#expectations).

import {
  domainApplication,
  type Expectation,
  type Expected,
  isObject,
  masked,
  phoneNumber,
  SECRET,
  sipEndpoint,
  timesIn,
  UNKNOWN,
} from "../../contract/index.ts";
import { isHidden } from "../calls/document.ts";
import { CALLER } from "../calls/keys.ts";
import { common } from "../calls/spans.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import type { Party } from "../calls/trace.ts";
import { follow } from "../calls/traffic.ts";
import type { Project } from "../store/store.ts";
import { type Caller, callersOf, type ExploredCaller } from "./callers.ts";
import type { Explorer } from "./explorer.ts";
import { type Entry, type Names, outcomeOf, type Result, resultOf } from "./outcomes.ts";
import { isCovered, type Path, pointOf } from "./paths.ts";
import { pathTitle, titleOf } from "./titles.ts";
import type { Play } from "./try-paths.ts";

/** What a program expects of the callers of one object. */
export interface Expecting {
  /** The number or the domain application. */
  readonly party: Party;
  /** The argument `expects`, as far as it is known. */
  readonly expects: unknown;
}

/** What was found on the first path that differs, or that was not tried; for `held`, on the first of all. */
export interface Judged extends Result {
  readonly party: Party;
  readonly kind: ExploredCaller["kind"];
  /** The place in the list of the argument. */
  readonly index: number;
  /** As in the program: `{ keys: "1", rings: "sales" }`. */
  readonly text: string;
  /** True if the program expects that nobody is reached. */
  readonly isNobody: boolean;
  /** The first path that differs, or that was not tried. */
  readonly path: string;
  /** The number of paths that differ or were not tried; for `held`, all. */
  readonly count: number;
  /** The paths that it covers: those of the call that it describes. */
  readonly covers: readonly Path[];
}

/** Judges every expectation, in the order of the program. */
export async function judge(
  switchboard: Switchboard,
  explorer: Explorer,
  expecting: readonly Expecting[],
  names: Names = namesIn(switchboard),
): Promise<Judged[]> {
  if (expecting.length === 0) return [];
  const callers = switchboard.store
    .projects()
    .flatMap((project) => callersOf(switchboard, explorer, project).map((caller) => ({ ...caller, project })));
  const tried = new Map<string, readonly Path[]>();
  const judged: Judged[] = [];
  for (const { party, expects } of expecting) {
    const own = callers.filter((each) => each.party.what === party.what && each.party.name === party.name);
    for (const { index, entry } of entriesOf(expects))
      judged.push({
        party,
        index,
        text: textOf(entry),
        isNobody: entry.reaches === "nobody",
        ...(await judgeOne({ explorer, names, tried }, own, entry)),
      });
  }
  return judged;
}

/** Returns the names that the service has: those of a program are not known here. */
function namesIn({ store, scripts }: Switchboard): Names {
  const known = new Map<string, readonly string[]>();
  const add = ({ what, name }: Party, more: readonly string[]) => known.set(`${what} ${name}`, [name, ...more]);
  for (const { id } of store.projects()) {
    for (const resource of [phoneNumber, domainApplication, sipEndpoint])
      for (const { document } of store.collection(resource).all(id))
        add(
          { what: resource.title, name: String(document[resource.label]) },
          typeof document.name === "string" ? [document.name] : [],
        );
    for (const { party } of scripts(id)) add(party, []);
  }
  return { of: ({ what, name }) => known.get(`${what} ${name}`) ?? [name], all: [...known.values()].flat() };
}

/** Returns a function that is true for a path of which the program expects, at each of its times, that it reaches nobody. */
export function expectedNobody(judged: readonly Judged[]): (caller: ExploredCaller, path: Path) => boolean {
  const held = judged.filter(({ verdict, isNobody }) => verdict === "held" && isNobody);
  return ({ party, kind }, path) => {
    const covers = held
      .filter((each) => each.kind === kind && each.party.what === party.what && each.party.name === party.name)
      .flatMap((each) => each.covers.filter((covered) => pointOf(covered) === pointOf(path)));
    return path.end.kind === "nobody" && covers.length > 0 && isCovered(path, covers);
  };
}

/**
 * Returns a function that is true for a path that an expectation covers at one of its times. A path with an assumed failure needs no
 * expectation of its own, and neither does an address that is refused.
 */
export function coveredBy(judged: readonly Judged[]): (caller: ExploredCaller, path: Path) => boolean {
  return ({ party, kind }, path) => {
    if (path.isFailure || path.end.code === "source_refused") return true;
    const own = judged.filter((each) => each.kind === kind && each.party.what === party.what);
    return own
      .filter((each) => each.party.name === party.name)
      .some(({ covers }) => covers.some((each) => pointOf(each) === pointOf(path) && isAtOneTime(each, path)));
  };
}

function isAtOneTime({ times: some }: Path, { times: others }: Path): boolean {
  return some === undefined || others === undefined || common(some, others).length > 0;
}

interface Judging {
  readonly explorer: Explorer;
  readonly names: Names;
  /** Equal callers with equal expectations → their paths. */
  readonly tried: Map<string, readonly Path[]>;
}

function entriesOf(expects: unknown): { readonly index: number; readonly entry: Entry }[] {
  if (isHidden(expects)) return [{ index: 0, entry: { rings: expects } }];
  if (!Array.isArray(expects)) return [];
  // The provider refuses what is no expectation.
  return expects.flatMap((each, index) => {
    const entry = isHidden(each) ? { rings: each } : isObject(each) ? each : {};
    return outcomeOf(entry) === undefined ? [] : [{ index, entry }];
  });
}

function textOf(entry: Entry): string {
  const given = Object.entries(entry).filter(([, value]) => typeof value === "string");
  const shown = (value: unknown) => (value === UNKNOWN ? "(not known yet)" : JSON.stringify(masked(value)));
  return `{ ${given.map(([name, value]) => `${name}: ${shown(value)}`).join(", ")} }`;
}

async function judgeOne(
  judging: Judging,
  callers: readonly (Caller & { readonly project: Project })[],
  entry: Entry,
): Promise<Omit<Judged, "party" | "index" | "text" | "isNobody">> {
  const kind: ExploredCaller["kind"] = typeof entry.message === "string" ? "message" : "call";
  const [first] = callers;
  const caller =
    callers.find((each) => each.kind === kind) ?? (first && { ...first, kind, alike: `${kind} ${first.to}` });
  const one = { kind, count: 1, covers: [], path: caller ? titleOf({ kind, to: caller.to }) : "" };
  const hidden = Object.entries(entry).find(([, value]) => isHidden(value));
  if (hidden) {
    const [name, value] = hidden;
    const isSecret = String(value).includes(SECRET);
    return {
      ...one,
      verdict: isSecret ? "untried" : "waiting",
      found: `its ${name} is ${isSecret ? "a secret" : "not known yet"}`,
    };
  }
  if (!caller) return { ...one, verdict: "broken", found: "no object has this address any more" };
  const paths = usual(await pathsOf(judging, caller, entry as Partial<Expectation>), entry);
  const results = paths.map((path) => ({ path, ...resultOf(path, entry as unknown as Expected, judging.names) }));
  const verdict = (["broken", "untried", "waiting"] as const).find((each) =>
    results.some((result) => result.verdict === each),
  );
  const told = results.filter((each) => each.verdict === (verdict ?? "held"));
  const { path, found = "" } = told[0] ?? {};
  return {
    kind,
    verdict: verdict ?? "held",
    path: pathTitle(titleOf({ kind, to: caller.to, ...sourceOf(entry) }), choicesOf(path, entry).join(", ")),
    found,
    count: told.length,
    covers: paths,
  };
}

/** Returns the IP address that a caller of a domain application has. */
function sourceOf({ from }: Entry): { readonly sourceIp?: string } {
  return typeof from === "string" && !from.startsWith("+") ? { sourceIp: from } : {};
}

/** Returns what decides a path, with the time that is given. */
function choicesOf(path: Path | undefined, { at }: Entry): readonly string[] {
  const { choices = [], hours = "" } = path ?? {};
  return typeof at === "string" && hours === "" ? [...choices, at] : choices;
}

/** Leaves out the paths of single dates, such as holidays, where the expectation names days of the week. */
function usual(paths: readonly Path[], { at }: Entry): readonly Path[] {
  if (typeof at !== "string" || timesIn(at)?.date !== undefined) return paths;
  const days = new Map(paths.map((path) => [path, daysIn(path.times)]));
  const most = Math.max(...days.values());
  return paths.filter((path) => (days.get(path) ?? 0) >= most * LEAST_SHARE);
}

/** Of the days with the commonest path. A holiday has less, a season more. */
const LEAST_SHARE = 0.1;

function daysIn(times: Path["times"] = []): number {
  const DAY = 24 * 60;
  return times.reduce((sum, [first, last]) => sum + Math.floor(last / DAY) - Math.floor(first / DAY) + 1, 0);
}

/** Plays the call that an expectation describes: what it leaves open in every way. Equal calls are played once. */
async function pathsOf(
  { explorer, tried }: Judging,
  caller: Caller & { readonly project: Project },
  entry: Partial<Expectation>,
): Promise<readonly Path[]> {
  const { keys = "", at, from, message } = entry;
  const { sourceIp = caller.sourceIp } = sourceOf(entry);
  const { to, alike, project } = caller;
  const isCaller = typeof from === "string" && from.startsWith("+");
  const more = message === undefined || message === null ? { sourceIp } : { body: message };
  const inbound = { to, from: isCaller ? from : CALLER, project: project.id, ...more };
  const name = JSON.stringify([alike, keys, at, from, message]);
  const known = tried.get(name);
  if (known) return known;
  const given = { keys: keys ?? "", at: at == null ? undefined : timesIn(at), isCallerKnown: isCaller };
  const play: Play = (parts, assumptions) => follow(parts, inbound, assumptions);
  const { paths, readsCall } = await explorer.pathsOf(alike, play, `${to} ${name}`, given);
  const ended = paths.some(({ end }) => end.code === "menu_repeats") ? await withWaysOut() : paths;
  if (!readsCall) tried.set(name, ended);
  return ended;

  /** Whether a menu that repeats keeps its callers depends on its other keys. */
  async function withWaysOut(): Promise<readonly Path[]> {
    const whole = await explorer.pathsOf(alike, play, to);
    const stuck = new Set(whole.paths.filter(({ end }) => end.kind === "nobody").map(({ key }) => key));
    return paths.map((path) => {
      const same = stuck.has(path.key) ? whole.paths.find(({ key }) => key === path.key) : undefined;
      return same ? { ...path, end: same.end } : path;
    });
  }
}
