// What a change does to callers: every path of every caller, before and after.

import { listed, number, type Resource, resources } from "../../contract/index.ts";
import type { Party } from "../calls/trace.ts";
import { type Alarm, alarms, idleIn } from "./alarms.ts";
import type { ExploredCaller } from "./callers.ts";
import type { Path } from "./paths.ts";
import { pathTitle, titleOf } from "./titles.ts";

/** Paths of one or more callers that the change affects alike. */
export interface Row {
  /** "+12025550101: key 1", or "400 callers (+12025550101, …): key 1 and 3 more paths". */
  readonly path: string;
  /** The end before the change; absent for a new path. */
  readonly before?: string;
  /** The end after the change; absent for a path that is gone. */
  readonly after?: string;
  /** The number of paths, of all callers. */
  readonly count: number;
  /**
   * `nobody`: these callers reach nobody. `unchecked`: they may reach nobody, because the account was not read. `mistake`: a step
   * leads to what does not exist. Absent where the change breaks nothing.
   */
  readonly alarm?: Alarm;
  /** The text that allows the alarm; absent where none does. */
  readonly allowedBy?: string;
  /** The script or object that decides the end, the most likely first. */
  readonly parties: readonly Party[];
}

/** A path whose end cannot be known. */
export interface NotTried {
  /** As the path of a row. */
  readonly path: string;
  readonly reason: string;
  readonly count: number;
}

/** What was tried counts a caller or path once, also one that is there only before the change, or only after it. */
export interface Change {
  readonly callers: number;
  readonly paths: number;
  /** Alarms first. */
  readonly rows: readonly Row[];
  readonly notTried: readonly NotTried[];
  /** Callers with more paths than were tried. */
  readonly cut: readonly string[];
}

export const NO_CHANGE: Change = { callers: 0, paths: 0, rows: [], notTried: [], cut: [] };

/** True when every caller has the same paths with the same ends, and every one was tried. */
export function isSame({
  rows,
  notTried,
  cut,
}: { readonly [part in "rows" | "notTried" | "cut"]: readonly unknown[] }): boolean {
  return rows.length + notTried.length + cut.length === 0;
}

/**
 * Compares two explorations. Each must have tried the inputs and dates that the other one tells apart.
 *
 * @param isAllowed - True for paths whose alarms are expected: `+12025550101`, one of its paths, `+12025550101: key 3`, or the path of a row.
 */
export function compare(
  before: readonly ExploredCaller[],
  after: readonly ExploredCaller[],
  isAllowed: (path: string) => boolean = () => false,
): Change {
  const groups = groupsOf(before, after);
  const rows = groups.flatMap((group) => rowsOf(group, isAllowed));
  return {
    callers: groups.reduce((sum, { callers }) => sum + callers.length, 0),
    paths: groups.reduce(
      (sum, { before = [], after = [], callers }) => sum + keysOf(before, after) * callers.length,
      0,
    ),
    rows: rows.sort((a, b) => rank(a) - rank(b)),
    notTried: groups.flatMap(notTriedIn),
    cut: [...before, ...after].filter(({ isComplete }) => !isComplete).map(titleOf),
  };
}

function keysOf(before: readonly Path[], after: readonly Path[]): number {
  return new Set([...before, ...after].map(({ key }) => key)).size;
}

function rank({ alarm, allowedBy }: Row): number {
  return alarm === undefined ? 2 : allowedBy === undefined ? 0 : 1;
}

/** Callers with the same paths, before and after the change. */
interface Group {
  /** Undefined for new callers. */
  readonly before: readonly Path[] | undefined;
  /** Undefined for callers that are gone. */
  readonly after: readonly Path[] | undefined;
  readonly callers: readonly ExploredCaller[];
  /** True for callers whose address is gone at the service, too. */
  readonly isRemoved: boolean;
}

/** Equal callers share the list of their paths, so each list is compared once. */
function groupsOf(before: readonly ExploredCaller[], after: readonly ExploredCaller[]): Group[] {
  const [old, now] = [before, after].map((all) => new Map(all.map((caller) => [keyOf(caller), caller])));
  const called = new Set(after.map(calledIn));
  const ids = new Map<readonly Path[] | undefined, number>();
  const idOf = (paths: readonly Path[] | undefined) => {
    if (!ids.has(paths)) ids.set(paths, ids.size);
    return ids.get(paths);
  };
  const pairs = [...new Set([...after, ...before].map(keyOf))].map((key) => [old?.get(key), now?.get(key)] as const);
  const alike = Map.groupBy(pairs, ([was, is]) => [idOf(was?.paths), idOf(is?.paths), (is ?? was)?.sourceIp].join(" "));
  return [...alike.values()].map((each) => {
    const callers = each.flatMap(([was, is]) => is ?? was ?? []);
    // A number stays at the service.
    const isRemoved = callers.every((caller) => isCreated(caller) && !called.has(calledIn(caller)));
    return { before: each[0]?.[0]?.paths, after: each[0]?.[1]?.paths, callers, isRemoved };
  });
}

function isCreated({ party }: ExploredCaller): boolean {
  const resource = Object.values<Resource>(resources).find(({ title }) => title === party.what);
  return resource?.operations.create !== undefined;
}

/** Returns what a call or message is addressed to: the domain of an application, whatever its user and its addresses are. */
function calledIn({ kind, to }: ExploredCaller): string {
  return `${kind} ${to.slice(to.indexOf("@") + 1)}`;
}

function keyOf({ kind, to, sourceIp }: ExploredCaller): string {
  return `${kind} ${to} ${sourceIp}`;
}

/** One path of a group that differs. */
interface Difference extends Pick<Row, "before" | "after" | "alarm"> {
  readonly choices: string;
  readonly party?: Party | undefined;
}

function rowsOf(group: Group, isAllowed: (path: string) => boolean): Row[] {
  const { before = [], after = [], callers, isRemoved } = group;
  const [old, now] = [before, after].map((paths) => new Map(paths.map((path) => [path.key, path])));
  const alarmOf = alarms(group.before, after);
  const idle = idleIn(group.before);
  const found = after.flatMap((path): Difference[] => {
    const was = old?.get(path.key) ?? idle;
    const alarm = alarmOf(path);
    if (was && was.end.text === path.end.text && alarm === undefined) return [];
    const party = (alarm && path.mistakes[0]?.party) ?? path.end.party;
    const ends = { ...(was && { before: was.end.text }), after: path.end.text };
    return [{ choices: choicesOf(path), party, ...ends, ...(alarm && { alarm }) }];
  });
  const gone = before.flatMap((path): Difference[] => {
    if (now?.has(path.key)) return [];
    const isLost = isRemoved && path.end.kind !== "nobody" && !path.isFailure;
    const after = isRemoved ? { after: "No object has this address any more" } : {};
    const party = isRemoved ? undefined : path.end.party;
    const ends = { before: path.end.text, ...after };
    return [{ choices: choicesOf(path), party, ...ends, ...(isLost && { alarm: "nobody" as const }) }];
  });
  const alike = Map.groupBy([...found, ...gone], ({ choices, ...same }) => JSON.stringify(same));
  return [...alike.values()].flatMap((each) => rowsFor(callers, each, isAllowed));
}

function choicesOf({ choices }: Path): string {
  return choices.join(", ");
}

/** Returns a row for the paths that are allowed, and one for the others. */
function rowsFor(
  callers: readonly ExploredCaller[],
  alike: readonly Difference[],
  isAllowed: (path: string) => boolean,
): Row[] {
  const [{ before, after, alarm, party } = {}] = alike;
  const rowOf = (callers: readonly ExploredCaller[], paths: readonly Difference[], allowedBy?: string): Row[] => {
    if (callers.length === 0 || paths.length === 0) return [];
    const parties = [party, callers[0]?.party].filter((each) => each !== undefined);
    const path = pathsTitle(
      callers,
      paths.map(({ choices }) => choices),
    );
    return [
      {
        ...{ path, count: callers.length * paths.length, parties },
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
        ...(alarm && { alarm }),
        ...(allowedBy !== undefined && { allowedBy }),
      },
    ];
  };
  const [whole] = rowOf(callers, alike);
  if (alarm === undefined || !whole) return whole ? [whole] : [];
  if (isAllowed(whole.path)) return [{ ...whole, allowedBy: whole.path }];
  const byCaller = callers.filter(({ to }) => isAllowed(to));
  const others = callers.filter(({ to }) => !isAllowed(to));
  const isMeant = ({ choices }: Difference) =>
    others.length > 0 && others.every((caller) => isAllowed(pathTitle(titleOf(caller), choices)));
  const meant = alike.filter(isMeant);
  return [
    ...rowOf(byCaller, alike, byCaller[0]?.to),
    ...rowOf(others, meant, others[0] && meant[0] && pathTitle(titleOf(others[0]), meant[0].choices)),
    ...rowOf(
      others,
      alike.filter((each) => !isMeant(each)),
    ),
  ];
}

function notTriedIn({ before = [], after = [], callers }: Group): NotTried[] {
  const isUnknown = ({ end }: Path) => end.kind === "unknown";
  const unknown = new Map([...before, ...after].filter(isUnknown).map((path) => [path.key, path]));
  const alike = Map.groupBy(unknown.values(), ({ end }) => end.text);
  return [...alike].map(([reason, paths]) => ({
    ...{ path: pathsTitle(callers, paths.map(choicesOf)), reason, count: paths.length * callers.length },
  }));
}

function pathsTitle(callers: readonly ExploredCaller[], choices: readonly string[]): string {
  const more = choices.length - 1;
  const others = more === 0 ? "" : ` and ${number(more)} more path${more === 1 ? "" : "s"}`;
  return `${pathTitle(callersTitle(callers), choices[0] ?? "")}${others}`;
}

/** Names up to three callers. Of more, the first one stands for all. */
function callersTitle(callers: readonly ExploredCaller[]): string {
  const names = callers.slice(0, 3).map(titleOf);
  if (callers.length === 1) return names.join();
  return `${callers.length} callers (${callers.length > 3 ? `${names[0]}, …` : listed(names, 3)})`;
}
