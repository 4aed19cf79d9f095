// Tries every path of one call or message with the server's own player: each key, condition and time that a document tells apart,
// and one failure at a time, or more when asked for. Nothing is sent.

import { setImmediate as nextTurn } from "node:timers/promises";
import { type CallTimes, masked, number } from "../../contract/index.ts";
import type { StepCode } from "../calls/events.ts";
import { Keys } from "../calls/keys.ts";
import type { Assumed, Assumptions } from "../calls/running-call.ts";
import type { Times } from "../calls/spans.ts";
import type { Switchboard } from "../calls/switchboard.ts";
import { decidingParty, type Step, type Trace } from "../calls/trace.ts";
import { Traces } from "../calls/tracer.ts";
import { endOf, mistakesIn, reachedIn } from "./ends.ts";
import type { HourNames } from "./hour-names.ts";
import { Choices, type Open } from "./made-choices.ts";
import type { Path } from "./paths.ts";

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

export interface Trying extends Pick<Assumed, "told"> {
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
export async function tryPaths(
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
      if (isOver(trace.steps) || made.isStale) continue;
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

export function sizeOf(told: Assumed["told"]): number {
  return [...told.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Sorts a path before those that differ from it by a later option. */
function compareIndices(some: readonly number[], others: readonly number[]): number {
  const at = some.findIndex((index, at) => index !== others[at]);
  return (some[at] ?? 0) - (others[at] ?? 0);
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
