// Tries every path of one call or message with the server's own player: each key, condition and time that a document tells apart,
// and one failure at a time, or more when asked for. Nothing is sent.

import { setImmediate as nextTurn } from "node:timers/promises";
import { type CallTimes, masked, number } from "../../contract/index.ts";
import { timesFrom, timesOf } from "../calls/changes-of-time.ts";
import type { Option } from "../calls/choices.ts";
import type { StepCode } from "../calls/events.ts";
import { Expressions } from "../calls/expressions.ts";
import { Keys } from "../calls/keys.ts";
import { type Assumed, type Assumptions, assumedAt } from "../calls/running-call.ts";
import { joined, type Times, without } from "../calls/spans.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { decidingParty, type Step, type Trace } from "../calls/trace.ts";
import { Traces } from "../calls/tracer.ts";
import { endOf, MISTAKES, type Mistake, mistakesIn, type PathEnd, type Reached, reachedIn } from "./ends.ts";
import { HourNames } from "./hour-names.ts";
import { type Asked, Questions } from "./questions.ts";

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
  /** The times at which a call takes this path: "Mon–Fri 09:00–17:00". The last of the choices may be shorter. */
  readonly hours?: string;
  /** The same, for the next 366 days, as spans: the first and the last minute, counted from 1970. */
  readonly times?: Times;
  /** Steps of the path that lead to what does not exist, whatever comes after them. */
  readonly mistakes: readonly Mistake[];
  readonly end: PathEnd;
  /** What the call or message reaches on its way. */
  readonly reached: Reached;
  /** Of a call with given keys: those that no menu took. */
  readonly unused?: string;
}

/** Returns the choices of a path without its hours. */
export function pointOf({ key, hours }: Path): string {
  if (hours === undefined) return key;
  return key === hours ? "" : key.slice(0, -`, ${hours}`.length);
}

/** True when the other paths have each time of this one. */
export function isCovered({ times }: Path, others: readonly Path[]): boolean {
  if (others.some((other) => other.times === undefined)) return true;
  return times !== undefined && without(times, joined(others.flatMap((other) => other.times ?? []))).length === 0;
}

/** A call or message of which something is given. It meets no failure; what else is open is tried in every way. */
export interface Given {
  /** The keys that its caller presses, and no more. */
  readonly keys: string;
  /** When it comes. Default: each time is tried. */
  readonly at?: CallTimes | undefined;
  readonly isCallerKnown: boolean;
}

/** Of one caller. */
const MOST_PATHS = 2_000;
/** What is tried of a caller with more paths. */
export const TRIED = `the first ${number(MOST_PATHS)}, those with the fewest failures first`;
/** Processor time for all expressions of an exploration. */
const MOST_MILLISECONDS = 20_000;

/** The paths of one call or message. */
export interface TriedPaths {
  readonly paths: readonly Path[];
  /** False when there are more paths than were tried. */
  readonly isComplete: boolean;
  /** True when something depends on the number that was called, or on the caller. */
  readonly readsCall: boolean;
}

/** Plays a call or message with these choices. */
export type Play = (switchboard: Switchboard, assumptions: Assumptions) => Promise<Trace>;

/** What earlier explorations of equal callers told apart. A later one tries it again, so that two of them can be compared. */
interface Explored {
  /** Menu → the inputs that documents told apart there. */
  readonly told: Map<string, ReadonlySet<string>>;
  /** The addresses that calls to a domain application came from. */
  readonly addresses: Set<string>;
  /** Caller → its last exploration. */
  readonly tried: Map<string, Exploration>;
}

interface Exploration {
  readonly found: TriedPaths;
  readonly asked: Asked;
  readonly toldApart: number;
  /** The steps of its documents, by their texts. */
  readonly steps: ReadonlyMap<string, Step>;
}

/** Tries paths at a switchboard that rings nothing. A caller whose questions have the same answers is not tried again. */
export class Explorer {
  readonly #questions: Questions;
  readonly #explored = new Map<string, Explored>();
  /** Address of a document → its steps, by their texts. */
  readonly #steps = new Map<string, Map<string, Step>>();
  readonly #documents: Assumed["documents"] = new Map();
  readonly #evaluated: Assumed["evaluated"] = new Map();
  readonly #evaluatedAtTimes = new Map<string, Assumed["evaluated"]>();
  readonly #now: number;
  readonly #horizon: Times;
  readonly #hours: HourNames;
  readonly #failures: number;
  #expressions = new Expressions(MOST_MILLISECONDS);

  /** @param failures - The failures that a path may have. */
  constructor(switchboard: Switchboard, failures = 1) {
    this.#failures = failures;
    this.#questions = new Questions(switchboard);
    this.#now = switchboard.clock.now();
    this.#horizon = timesFrom(this.#now);
    this.#hours = new HourNames(this.#horizon);
  }

  /** Returns what was told apart under this name: the name of equal callers. */
  explored(name: string): Explored {
    const known = this.#explored.get(name) ?? { told: new Map(), addresses: new Set(), tried: new Map() };
    this.#explored.set(name, known);
    return known;
  }

  /** How many inputs and addresses were told apart so far. Each exploration tries all of them. */
  get toldApart(): number {
    return [...this.#explored.values()].reduce((sum, { told, addresses }) => sum + sizeOf(told) + addresses.size, 0);
  }

  /** Notes that the objects may have changed. */
  forget(): void {
    this.#questions.forget();
    this.#steps.clear();
    this.#expressions = new Expressions(MOST_MILLISECONDS);
  }

  /** @param caller - Default: the only one of this name. */
  async pathsOf(name: string, play: Play, caller = name, given?: Given): Promise<TriedPaths> {
    const { told, tried } = this.explored(name);
    const last = tried.get(caller);
    const isSame = last?.toldApart === sizeOf(told) && this.#questions.areSame(last.asked);
    const exploration = last && isSame ? last : await this.#explore(told, play, given);
    tried.set(caller, exploration);
    for (const step of exploration.steps.values()) this.#note(step);
    return exploration.found;
  }

  async #explore(told: Explored["told"], play: Play, given: Given | undefined): Promise<Exploration> {
    const shared = { expressions: this.#expressions, documents: this.#documents, evaluated: this.#evaluated };
    const { at } = given ?? {};
    const assume = () => {
      if (at === undefined) return assumedAt(this.#now, { ...shared, horizon: this.#horizon, told, given });
      // An expression is evaluated at these times alone: it may have no value at others.
      const horizon = timesOf(at, this.#horizon);
      const evaluated = this.#evaluatedAt(at);
      return assumedAt((horizon[0]?.[0] ?? 0) * 60_000, { ...shared, horizon, evaluated, told, given });
    };
    const { switchboard } = this.#questions;
    const trying = { switchboard, assume, told, hours: this.#hours, failures: given ? 0 : this.#failures, given };
    const steps = new Map<string, Step>();
    const { value: found, asked } = await this.#questions.during(() =>
      pathsOf(trying, play, (all) => {
        for (const step of all) steps.set(`${step.by} ${step.attempt?.url ?? step.text}`, step);
      }),
    );
    return { found, asked, toldApart: sizeOf(told), steps };
  }

  #evaluatedAt(at: CallTimes): Assumed["evaluated"] {
    const name = JSON.stringify(at);
    const known = this.#evaluatedAtTimes.get(name) ?? new Map();
    this.#evaluatedAtTimes.set(name, known);
    return known;
  }

  /** True when the document at this address was played. */
  hasPlayed(address: string): boolean {
    return this.#steps.has(masked(address));
  }

  /** Returns the steps of a document that lead on, or to what does not exist: each one once. */
  stepsBy(address: string): readonly Step[] {
    return [...(this.#steps.get(masked(address))?.values() ?? [])];
  }

  #note(step: Step): void {
    const { by, code, attempt, next, text } = step;
    if (by === undefined) return;
    const known = this.#steps.get(by) ?? new Map<string, Step>();
    this.#steps.set(by, known);
    const isLead = attempt !== undefined || next !== undefined || code === "document_not_ours" || MISTAKES.has(code);
    if (isLead) known.set(attempt ? attempt.url : text, step);
  }
}

interface Trying extends Pick<Assumed, "told"> {
  readonly switchboard: Switchboard;
  readonly assume: () => Assumed;
  readonly hours: HourNames;
  readonly failures: number;
  readonly given: Given | undefined;
}

/**
 * Tries all paths, those with the fewest failures first: plays the call from its start again for each choice that was not made yet. A document may tell more inputs apart
 * than were known at an earlier choice; then all is tried again with these.
 */
async function pathsOf(
  { switchboard, assume, told, hours, failures, given }: Trying,
  play: Play,
  note: (steps: readonly Step[]) => void,
): Promise<TriedPaths> {
  for (;;) {
    const before = sizeOf(told);
    const tried: Tried[] = [];
    const open: Open = Array.from({ length: failures + 1 }, () => []);
    open[0]?.push([]);
    const nextPath = () => open.find(({ length }) => length > 0)?.pop();
    let readsCall = false;
    let prefix = nextPath();
    for (; prefix && tried.length < MOST_PATHS; prefix = nextPath()) {
      const assumed = assume();
      const { times } = assumed;
      const made = new Choices(prefix, open, given && new Keys(given.keys));
      // Other requests to the server are answered between two paths.
      await nextTurn();
      const trace = await play(
        { ...switchboard, traces: new Traces() },
        { choose: made.choose, assumed, ...(made.keysGiven && { keys: made.keysGiven }) },
      );
      readsCall ||= assumed.readsCall;
      note(trace.steps);
      if (isOver(trace.steps)) continue;
      tried.push({
        made,
        path: pathOf(trace, made, { ...assumed, all: times, isGiven: given?.at !== undefined }, hours),
      });
    }
    const isComplete = prefix === undefined;
    if (sizeOf(told) !== before && isComplete) continue;
    tried.sort((a, b) => compareIndices(a.made.indices, b.made.indices));
    return { paths: numbered(given ? tried.map(({ path }) => path) : withoutWayOut(tried)), isComplete, readsCall };
  }
}

function sizeOf(told: Explored["told"]): number {
  return [...told.values()].reduce((sum, { size }) => sum + size, 0);
}

/** For each number of failures, the indices of the options of each path that is to be tried. The next path is the last. */
type Open = readonly number[][][];

/** Sorts a path before those that differ from it by a later option. */
function compareIndices(some: readonly number[], others: readonly number[]): number {
  const at = some.findIndex((index, at) => index !== others[at]);
  return at < 0 ? some.length - others.length : (some[at] ?? 0) - (others[at] ?? 0);
}

/** True for a document that goes on after the one who took the call, and does nothing more: this is no other path. */
function isOver(steps: readonly Step[]): boolean {
  const over = steps.findLastIndex(({ code }) => code === "goes_on");
  return over >= 0 && steps.slice(over + 1).every(({ code }) => IDLE.has(code));
}

const IDLE: ReadonlySet<StepCode> = new Set([
  ...(["condition_holds", "condition_fails", "switch_takes_case", "switch_takes_default", "switch_passed"] as const),
  ...(["digits_pressed", "digits_missing", "goes_to_label", "section_next"] as const),
]);

/** Numbers the keys that several paths share: of devices that ring at once, each may be the one that does not answer. */
function numbered(paths: readonly Path[]): Path[] {
  const seen = new Map<string, number>();
  return paths.map((path) => {
    const count = (seen.get(path.key) ?? 0) + 1;
    seen.set(path.key, count);
    return count === 1 ? path : { ...path, key: `${count}. ${path.key}` };
  });
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

/** The choices of one path: first those that were given, then the first option of each point. Those with keys meet no failure. */
class Choices {
  readonly #given: readonly number[];
  readonly #open: Open;
  /** The keys that are given, as far as no menu took them. */
  readonly keysGiven: Keys | undefined;
  readonly indices: number[] = [];
  readonly names: string[] = [];
  readonly keys: string[] = [];
  /** The choices before the last menu. */
  beforeMenu: readonly string[] = [];
  digits = "";
  body: string | undefined;
  #failures = 0;
  /** True while each failure is one that may have further ones. */
  #isSilent = true;

  constructor(given: readonly number[], open: Open, keysGiven: Keys | undefined) {
    this.#given = given;
    this.#open = open;
    this.keysGiven = keysGiven;
  }

  get isFailure(): boolean {
    return this.#failures > 0;
  }

  readonly choose = <Value>(
    point: string,
    options: readonly Option<Value>[],
    given?: () => Option<Value>,
  ): Value | undefined => {
    if (this.keysGiven && given) return this.#made(point, given(), options.length > 1);
    const failuresWith = (option?: Option<Value>) => this.#failures + (option && this.#isCounted(option) ? 1 : 0);
    const possible = options.filter((option) => failuresWith(option) < this.#open.length);
    const at = this.indices.length;
    const index = this.#given[at] ?? 0;
    // The last one is tried first, so they are pushed in reverse order.
    if (at >= this.#given.length)
      for (let other = possible.length - 1; other > index; other -= 1)
        this.#open[failuresWith(possible[other])]?.push([...this.indices, other]);
    this.indices.push(index);
    const chosen = possible[index];
    return chosen && this.#made(point, chosen, possible.length > 1 && (index > 0 || !possible[1]?.isFailure));
  };

  #isCounted({ isFailure, isFurther }: Option<unknown>): boolean {
    return isFailure === true && !(isFurther && this.#failures > 0 && this.#isSilent);
  }

  #made<Value>(point: string, chosen: Option<Value>, isNamed: boolean): Value {
    if (chosen.keys !== undefined) this.beforeMenu = [...this.names];
    if (isNamed) {
      // A failure is named with the point at which it happens.
      this.names.push(chosen.isFailure ? `${point}: ${chosen.name}` : chosen.name);
      this.keys.push(chosen.name);
    }
    if (this.#isCounted(chosen)) this.#failures += 1;
    if (chosen.isFailure) this.#isSilent &&= chosen.isFurther === true;
    this.digits += chosen.keys ?? "";
    this.body = chosen.body ?? this.body;
    return chosen.value;
  }
}

function pathOf(
  trace: Trace,
  { names, keys, digits, body, isFailure, keysGiven }: Choices,
  { times, zones, all, isGiven }: Pick<Assumed, "times" | "zones"> & { readonly all: Times; readonly isGiven: boolean },
  hours: HourNames,
): Path {
  // Each choice by the time leaves fewer times.
  const isTimed = times !== all;
  const { whole, short } = isTimed ? hours.of(times, [...zones]) : { whole: "", short: "" };
  const last = trace.steps.at(-1);
  const party = decidingParty(trace.steps);
  const named = (all: readonly string[]) => masked(all.filter((name) => name !== ""));
  return {
    choices: named([...names, short]),
    key: named([...keys, whole]).join(", "),
    ...{ isFailure, digits },
    ...(body !== undefined && { body }),
    ...((isTimed || isGiven) && { at: (times[0]?.[0] ?? 0) * 60_000, times }),
    ...(isTimed && { hours: whole }),
    mistakes: mistakesIn(trace.steps),
    end: { ...endOf(trace), ...(last && { code: last.code }), ...(party && { party }) },
    reached: reachedIn(trace.steps),
    ...(keysGiven && { unused: keysGiven.left }),
  };
}
