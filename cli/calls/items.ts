// The paths of callers in a report.

import { listed, number } from "../../contract/index.ts";
import { isSame } from "../../server/reach/compare.ts";
import { expectationTitle } from "../../server/reach/titles.ts";
import { TRIED } from "../../server/reach/try-paths.ts";
import type { Item, LeveledSection } from "../report/model.ts";
import type { SourceOf } from "../report/sources.ts";
import { plural } from "../report/text.ts";
import type { Calls, DeclaredExpectation, DeclaredRow, Paths } from "./compare.ts";

export const PATH_SECTIONS = {
  nobody: { title: "nobody reached", mark: "⚠", noun: "path", level: "error" },
  mistake: { title: "broken", mark: "⚠", noun: "path", level: "error" },
  allowed: { title: "allowed", mark: "·", noun: "path", level: "info" },
  expected: { title: "expectation broken", mark: "⚠", noun: "expectation", level: "error" },
  untried: { title: "expectation not tried", mark: "?", noun: "expectation", level: "warning" },
  waiting: { title: "expectation not known yet", mark: "?", noun: "expectation", isUnchecked: true, level: "info" },
  calls: { title: "other end", mark: "→", noun: "path", level: "info" },
} satisfies { readonly [key: string]: LeveledSection };

/** How a report names the two states that it compares. */
interface Sides {
  readonly before: string;
  readonly after: string;
  /** The option that allows an alarm. */
  readonly option?: string;
}

export const PLANNED: Sides = { before: "before", after: "then", option: "--allow-nobody" };
export const DRIFTED: Sides = { before: "recorded", after: "at the service" };

/** Returns an item for each row: an alarm at the line of the script or object that decides it. */
export function pathItems(paths: Paths, sides: Sides, sourceOf: SourceOf, fails = true): Item[] {
  return [...expectationItems(paths, sides, sourceOf, fails), ...rowItems(paths, sides, sourceOf, fails)];
}

const SECTION_OF = { broken: "expected", untried: "untried", waiting: "waiting" } as const;

/** Returns an item for each expectation that is not held, at its own line of the program. */
function expectationItems({ expectations = [] }: Paths, sides: Sides, sourceOf: SourceOf, fails: boolean): Item[] {
  return expectations.flatMap((each): Item[] => {
    const { verdict, to, index, path, found, count, declared, source } = each;
    if (verdict === "held") return [];
    const section = SECTION_OF[verdict];
    const more = count === 1 ? "" : ` and ${plural(count - 1, "more path")}`;
    const what = verdict === "broken" ? sides.after : "not tried";
    return [
      {
        ...{ section, level: PATH_SECTIONS[section].level, fails: fails && verdict !== "waiting" },
        ...{ subject: expectationTitle(to, each), changes: [] },
        ...(declared && { ...declared, source: source ?? sourceOf({ ...declared, entry: index }) }),
        lines: [`${path}${more}`, `${what}: ${found}`],
      },
    ];
  });
}

/** True for an expectation that fails a report. */
export function isUnmet({ verdict }: DeclaredExpectation): boolean {
  return verdict === "broken" || verdict === "untried";
}

const SECTION_OF_ALARM = { nobody: "nobody", unchecked: "nobody", mistake: "mistake" } as const;

function rowItems({ rows }: Paths, sides: Sides, sourceOf: SourceOf, fails: boolean): Item[] {
  return rows.map((row) => {
    const { path, alarm, allowedBy, declared } = row;
    const section = alarm === undefined ? "calls" : allowedBy === undefined ? SECTION_OF_ALARM[alarm] : "allowed";
    return {
      ...{ section, level: PATH_SECTIONS[section].level, fails: fails && isAlarm(row), subject: path, changes: [] },
      ...(alarm && declared && { ...declared, source: sourceOf(declared) }),
      lines: [...endsOf(row, sides), ...flagOf(row, sides)],
    };
  });
}

function endsOf({ before, after }: DeclaredRow, sides: Sides): string[] {
  return [
    before === undefined ? "a new path" : `${sides.before}: ${before}`,
    after === undefined ? `${sides.after}: no such path` : `${sides.after}: ${after}`,
  ];
}

/** Returns the option that allows an alarm, or that allowed it. */
function flagOf({ path, alarm, allowedBy, isExpected }: DeclaredRow, { option }: Sides): string[] {
  if (isExpected) return ["The program expects it."];
  if (alarm === undefined || option === undefined) return [];
  const flag = (text: string) => `\`${option} '${text.replaceAll("'", "'\\''")}'\``;
  return [allowedBy === undefined ? `To allow it, add ${flag(path)}.` : `Allowed by ${flag(allowedBy)}.`];
}

/** True for a row that fails a report. */
export function isAlarm({ alarm, allowedBy }: DeclaredRow): boolean {
  return alarm !== undefined && allowedBy === undefined;
}

/** Returns the alarms of one kind that nothing allows. */
export function alarmsOf({ rows }: Paths, kind: DeclaredRow["alarm"]): readonly DeclaredRow[] {
  return rows.filter((row) => isAlarm(row) && row.alarm === kind);
}

export function countOf(rows: readonly DeclaredRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the parts of a title about alarms: `2 paths would reach nobody`, `1 path may reach nobody`, `1 path would break`. */
export function alarmsIn(paths: Paths): string[] {
  const counted = (kind: DeclaredRow["alarm"], verb: string) => {
    const count = countOf(alarmsOf(paths, kind));
    return count > 0 ? [`${plural(count, "path")} ${verb}`] : [];
  };
  const unmet = (paths.expectations ?? []).filter(isUnmet).length;
  return [
    ...(unmet > 0 ? [`${plural(unmet, "expectation")} would not be held`] : []),
    ...counted("nobody", "would reach nobody"),
    ...counted("unchecked", "may reach nobody"),
    ...counted("mistake", "would break"),
  ];
}

/** Returns `Who rings changes on 1 path: 412 paths of 108 callers tried.`, with what was not tried and why. */
export function whoRings(calls: Calls): string {
  const { numbers, paths } = calls;
  const { rows, callers, notTried, cut } = paths;
  const tried = `${plural(paths.paths, "path")} of ${plural(callers, "caller")} tried`;
  if (callers === 0) return `Who rings stays the same: ${plural(numbers, "number")}, unchanged.`;
  if (isSame(paths)) return `Who rings stays the same: ${tried}.`;
  const allowed = countOf(rows.filter(({ allowedBy }) => allowedBy !== undefined));
  const left = [
    ...(allowed > 0 ? [`${number(allowed)} allowed`] : []),
    ...(notTried.length > 0 ? [notTriedOf(paths)] : []),
    ...(cut.length > 0 ? [`not all paths of ${listed(cut, 3)} (${TRIED})`] : []),
  ];
  const changed = countOf(rows);
  const what = changed > 0 ? `Who rings changes on ${plural(changed, "path")}` : "No other end was found";
  return `${what}: ${[tried, ...left].join("; ")}.`;
}

function notTriedOf({ notTried }: Paths): string {
  const count = notTried.reduce((sum, each) => sum + each.count, 0);
  const named = notTried.map(({ path, reason }) => `${path} (${reason})`);
  return `${number(count)} not tried: ${listed(named, 3)}`;
}
