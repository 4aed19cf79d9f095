// The paths of callers in a report.

import { listed, number } from "../../contract/index.ts";
import type { Item, LeveledSection } from "../report/model.ts";
import type { SourceOf } from "../report/sources.ts";
import { plural } from "../report/text.ts";
import { type Calls, countOf, type Paths } from "./paths.ts";

export const PATH_SECTIONS = {
  nobody: { title: "nobody reached", mark: "⚠", noun: "path", level: "error" },
  calls: { title: "other end", mark: "→", noun: "path", level: "info" },
} satisfies { readonly [key: string]: LeveledSection };

/** How a report names the two states that it compares. */
interface Sides {
  readonly before: string;
  readonly after: string;
}

export const PLANNED: Sides = { before: "now", after: "then" };
export const DRIFTED: Sides = { before: "recorded", after: "at the service" };

/** Returns a finding for each path that reaches nobody, at the line of the script or object that decides it. */
export function brokenItems({ broken }: Paths, sides: Sides, sourceOf: SourceOf, fails = true): Item[] {
  return broken.map(({ path, before, after, declared }) => ({
    ...{ section: "nobody", level: "error", fails, subject: path, changes: [] },
    ...(declared && { ...declared, source: sourceOf(declared) }),
    lines: [before === undefined ? "a new path" : `${sides.before}: ${before}`, `${sides.after}: ${after}`],
  }));
}

export function changedItems({ changed }: Paths, sides: Sides): Item[] {
  return changed.map(({ path, before, after }) => ({
    ...{ section: "calls", level: "info", fails: false, subject: path, changes: [] },
    lines: [`${sides.before}: ${before}`, `${sides.after}: ${after}`],
  }));
}

/** `Who rings changes on 1 path: 412 paths of 108 callers tried, 3 unknown.` */
export function whoRings(calls: Calls): string {
  const elsewhere = countOf([...calls.paths.changed, ...calls.paths.broken]);
  return `Who rings ${elsewhere > 0 ? `changes on ${plural(elsewhere, "path")}` : "stays the same"}: ${triedOf(calls)}.`;
}

/** `412 paths of 108 callers tried, 3 unknown` */
function triedOf({ numbers, paths }: Calls): string {
  // Nothing changes, so no path was tried.
  if (paths.callers === 0) return `${plural(numbers, "number")}, unchanged`;
  const unknown = paths.unknown > 0 ? `, ${number(paths.unknown)} unknown` : "";
  const cut = paths.cut.length > 0 ? `, and not all paths of ${listed(paths.cut, 3)}` : "";
  return `${plural(paths.tried, "path")} of ${plural(paths.callers, "caller")} tried${unknown}${cut}`;
}
