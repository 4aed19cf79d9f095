// The paths after a change that are an alarm: nobody is reached, or a step leads to what does not exist, and the same caller had no
// such path before.

import type { Mistake } from "./ends.ts";
import { isCovered, type Path, pointOf } from "./paths.ts";

export type Alarm = "nobody" | "unchecked" | "mistake";

/** Returns a function that says which alarm a path after the change is. */
export function alarms(before: readonly Path[] | undefined, after: readonly Path[]): (path: Path) => Alarm | undefined {
  const old = new Map(before?.map((path) => [path.key, path]));
  const lost = Map.groupBy(before?.filter(isLost) ?? [], pointOf);
  const knownMistakes = new Set(before?.flatMap((path) => path.mistakes.map((each) => mistakeKey(path, each))));
  const certain = new Set(after.flatMap((path) => (path.isFailure ? [] : path.mistakes.map(({ text }) => text))));
  const causes = new Set(before?.flatMap((path) => (path.isFailure && isLost(path) ? [path.end.text] : [])));
  const isNewlyLost = (path: Path) => {
    const was = old.get(path.key);
    // A new device without a voicemail is no alarm, and neither is one that moves to another key.
    if (path.isFailure) return was !== undefined && !isLost(was) && !causes.has(path.end.text);
    if (before === undefined || idleIn(before)) return !(isIdle(path) || MEANT.has(path.end.code ?? ""));
    return !isCovered(path, lost.get(pointOf(path)) ?? []);
  };
  return (path) => {
    const was = old.get(path.key);
    if (isLost(path) && isNewlyLost(path)) return "nobody";
    if (path.end.code === "menu_ends" && path.end.kind === "answered" && was && hasTaker(was)) return "nobody";
    if (isUnchecked(path) && was && !isLost(was) && was.end.kind !== "unknown") return "unchecked";
    const isNew = (mistake: Mistake) =>
      !knownMistakes.has(mistakeKey(path, mistake)) && !(path.isFailure && certain.has(mistake.text));
    if (!path.mistakes.some(isNew)) return undefined;
    return isLost(path) ? "nobody" : "mistake";
  };
}

/** Ends of a new caller that are no mistake: a list that refuses, and a number without messages, which another rule reports. */
const MEANT: ReadonlySet<string> = new Set(["source_refused", "messages_unsupported"]);

function isLost({ end }: Path): boolean {
  return end.kind === "nobody";
}

/** True for a path on which more than a recorded sentence takes the call. */
function hasTaker({ end: { kind, code } }: Path): boolean {
  return kind === "rings" || kind === "handed-over" || (kind === "answered" && code === "taken_by");
}

/** True for a path to an endpoint that may be missing. */
function isUnchecked({ end: { code } }: Path): boolean {
  return code === "dials_unchecked" || code === "endpoint_unchecked";
}

function mistakeKey(path: Path, { text }: Mistake): string {
  return `${pointOf(path)}\n${text}`;
}

/** Returns the only path of a number without a handler. With a handler, the number is a new caller. */
export function idleIn(before: readonly Path[] = []): Path | undefined {
  const [only, ...others] = before;
  return others.length === 0 && only && isIdle(only) ? only : undefined;
}

/** True for a number without a handler, unless something dials it. */
function isIdle({ end }: Path): boolean {
  return end.code === "handler_unset" && end.party === undefined;
}
