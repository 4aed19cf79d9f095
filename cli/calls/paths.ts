// Compares every path of every caller before and after a change, and finds the paths that would reach nobody.

import { listed, literalPattern, type Resource, resources } from "../../contract/index.ts";
import type { ExploredCaller, Party, Path } from "../../server/index.ts";
import { pathTitle, titleOf } from "../../server/reach/titles.ts";
import { plural } from "../report/text.ts";
import { type KnownObject, labelOf } from "../routes/objects.ts";

/** Paths of one or more callers that end elsewhere after the change, all in the same way. */
export interface ChangedPath {
  /** "+12025550101: key 1", or "400 callers (+12025550101, …): key 1 and 3 more paths". */
  readonly path: string;
  /** The end before the change; absent for a new path. */
  readonly before?: string;
  readonly after: string;
  /** The number of paths, of all callers. */
  readonly count: number;
}

/** Paths that reach nobody after the change, and are new or reached somebody before. */
export interface BrokenPath extends ChangedPath {
  /** The resource that decides the end: the last script or object on the path. */
  readonly declared?: { readonly type: string; readonly name: string } | undefined;
}

export interface Paths {
  readonly callers: number;
  readonly tried: number;
  /** Paths whose end is not known, because a document is not the project's or a part is not played. */
  readonly unknown: number;
  /** Callers with more paths than were tried. */
  readonly cut: readonly string[];
  readonly broken: readonly BrokenPath[];
  readonly changed: readonly ChangedPath[];
}

export interface Calls {
  readonly numbers: number;
  readonly paths: Paths;
  /** A Mermaid chart. */
  readonly picture?: string;
  /** Why the calls could not be tried, as a sentence. */
  readonly error?: string;
}

export const NO_PATHS: Paths = { callers: 0, tried: 0, unknown: 0, cut: [], broken: [], changed: [] };

export function countOf(paths: readonly ChangedPath[]): number {
  return paths.reduce((sum, { count }) => sum + count, 0);
}

/** Changes each path of the callers. Callers with equal paths share one list, before and afterwards. */
export function withPaths(
  callers: readonly ExploredCaller[],
  change: (path: Path, caller: ExploredCaller) => Path,
): ExploredCaller[] {
  const changed = new Map<readonly Path[], readonly Path[]>();
  const equal = new Map<string, readonly Path[]>();
  return callers.map((caller) => {
    if (!changed.has(caller.paths)) {
      const paths = caller.paths.map((path) => change(path, caller));
      const key = JSON.stringify(paths);
      equal.set(key, equal.get(key) ?? paths);
      changed.set(caller.paths, equal.get(key) ?? paths);
    }
    return { ...caller, paths: changed.get(caller.paths) ?? [] };
  });
}

/** Returns a path that does not name its own caller: a report names the caller beside it. */
export function withoutCaller(
  { end: { kind, text, code, party: deciding }, ...path }: Path,
  { to, party }: ExploredCaller,
): Path {
  const own = new RegExp(`\\b${literalPattern(`${party.what} ${to}`)}(?!\\d)`, "g");
  const isOwn = deciding?.what === party.what && deciding.name === party.name;
  const more = { ...(code && { code }), ...(deciding && !isOwn && { party: deciding }) };
  return { ...path, end: { kind, text: text.replace(own, party.what), ...more } };
}

/** Callers with the same paths, before and after the change. */
interface Group {
  /** Undefined for new callers. */
  readonly before: readonly Path[] | undefined;
  /** Undefined for callers that are gone. */
  readonly after: readonly Path[] | undefined;
  readonly callers: readonly ExploredCaller[];
  /** The paths that reach nobody after the change, and did not before. */
  readonly lost: readonly Lost[];
}

/**
 * @param objects The objects after the change.
 * @param allowed Paths that may reach nobody: `+12025550101`, or one of its paths, `+12025550101: key 3`.
 */
export function comparePaths(
  before: readonly ExploredCaller[],
  after: readonly ExploredCaller[],
  objects: readonly KnownObject[],
  allowed: readonly string[] = [],
): Paths {
  const groups = groupsOf(withPaths(before, withoutCaller), withPaths(after, withoutCaller));
  const ends = after.reduce((sum, { paths }) => sum + paths.length, 0);
  const unknown = groups.reduce(
    (sum, { after = [], callers }) => sum + after.filter(isUnknown).length * callers.length,
    0,
  );
  return {
    callers: after.length,
    tried: ends,
    unknown,
    cut: after.filter(({ isComplete }) => !isComplete).map(({ to }) => to),
    broken: groups.flatMap((group) => brokenIn(group, objects, new Set(allowed))),
    changed: groups.flatMap(changedIn),
  };
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
    const [before, after] = [each[0]?.[0]?.paths, each[0]?.[1]?.paths];
    const callers = each.flatMap(([was, is]) => is ?? was ?? []);
    return { before, after, callers, lost: after ? lostPaths(before, after) : lostCallers(before, callers, called) };
  });
}

/** Returns what a call or message is addressed to: the domain of an application, whatever its user and its addresses are. */
function calledIn({ kind, to }: ExploredCaller): string {
  return `${kind} ${to.slice(to.indexOf("@") + 1)}`;
}

function keyOf({ kind, to, sourceIp }: ExploredCaller): string {
  return `${kind} ${to} ${sourceIp}`;
}

/** The ends of one path before and after the change. */
type Ends = Pick<ChangedPath, "before" | "after"> & { readonly choices: string };

type Lost = Ends & Pick<Path["end"], "party">;

function brokenIn(group: Group, objects: readonly KnownObject[], allowed: ReadonlySet<string>): BrokenPath[] {
  const callers = group.callers.filter(({ to }) => !allowed.has(to));
  const alike = Map.groupBy(group.lost, ({ choices, ...same }) => JSON.stringify(same));
  return [...alike.values()].flatMap((paths) => {
    const isMeant = ({ choices }: Lost, { to }: ExploredCaller) => allowed.has(pathTitle(to, choices));
    const [first, ...others] = paths.filter((path) => !callers.every((caller) => isMeant(path, caller)));
    if (!first) return [];
    const left = [first, ...others] as const;
    const reached = callers.filter((caller) => !left.every((path) => isMeant(path, caller)));
    const declared = declaringOf(first.party, objects) ?? declaringOf(reached[0]?.party, objects);
    return [{ ...changedPath(reached, left), declared }];
  });
}

function changedPath(
  callers: readonly ExploredCaller[],
  [{ choices, before, after }, ...others]: readonly [Ends, ...Ends[]],
): ChangedPath {
  const more = others.length === 0 ? "" : ` and ${plural(others.length, "more path")}`;
  const path = `${pathTitle(callersOf(callers), choices)}${more}`;
  return { path, ...(before !== undefined && { before }), after, count: (others.length + 1) * callers.length };
}

function declaringOf(party: Party | undefined, objects: readonly KnownObject[]): BrokenPath["declared"] {
  const found = objects.find((each) => resources[each.type].title === party?.what && labelOf(each) === party.name);
  return found?.name === undefined ? undefined : { type: found.type, name: found.name };
}

function lostPaths(recorded: readonly Path[] | undefined, after: readonly Path[]): Lost[] {
  const [only, ...others] = recorded ?? [];
  // A number without a handler has one path, without keys. With a handler, it is a new caller.
  const idle = others.length === 0 && only?.end.code === "handler_unset" ? only : undefined;
  const before = idle ? undefined : recorded;
  const old = new Map(before?.map((path) => [path.key, path]));
  const keys = new Set(after.map(({ key }) => key));
  const causes = new Set(before?.filter(isLost).map(({ end }) => end.text));
  const certain = (path: Path) => isLost(path) && isCertain(path);
  // A path that moves to another key, or to other hours, keeps its cause.
  const moved = countsOf(before?.filter((path) => certain(path) && !keys.has(path.key)) ?? []);
  const arrived = countsOf(after.filter((path) => certain(path) && !old.has(path.key)));
  const isMoved = ({ isFailure, end: { text } }: Path) =>
    !isFailure && (arrived.get(text) ?? 0) <= (moved.get(text) ?? 0);
  return after
    .filter((path) => isLost(path) || isUnchecked(path))
    .flatMap((path) => {
      const was = old.get(path.key);
      const earlier = was ?? idle;
      // Two keys that change places bring no new cause of a failure.
      const isKnown = path.isFailure && causes.has(path.end.text);
      const isExpected = path.isFailure && !MISTAKES.has(path.end.code);
      const isNew =
        was === undefined && isLost(path) && !isExpected && !isKnown && isNews(path, before) && !isMoved(path);
      const isBroken = was !== undefined && !isLost(was) && (!isUnchecked(path) || isReached(was)) && !isKnown;
      if (!isNew && !isBroken) return [];
      const { text, party } = path.end;
      return [
        {
          ...{ choices: path.choices.join(", "), after: text },
          ...(earlier && { before: earlier.end.text }),
          ...(party && { party }),
        },
      ];
    });
}

/** The last events of paths that reach nobody by a mistake in the program, and not by the failure that they assume. */
const MISTAKES: ReadonlySet<Path["end"]["code"]> = new Set([
  "dials_unknown",
  "endpoint_unknown",
  "section_unknown",
  "next_address_invalid",
]);

/** Returns the paths of callers whose address the change removes. A number stays at the service. */
function lostCallers(
  before: readonly Path[] | undefined,
  callers: readonly ExploredCaller[],
  called: ReadonlySet<string>,
): Lost[] {
  if (callers.every((caller) => called.has(calledIn(caller)))) return [];
  const resource = Object.values<Resource>(resources).find(({ title }) => title === callers[0]?.party.what);
  const reached = (before ?? []).filter((path) => !isLost(path) && isCertain(path));
  if (!resource?.operations.create) return [];
  return reached.map(({ choices, end }) => ({
    ...{ choices: choices.join(", "), before: end.text, after: "No object has this address any more" },
  }));
}

function countsOf(paths: readonly Path[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { end } of paths) counts.set(end.text, (counts.get(end.text) ?? 0) + 1);
  return counts;
}

/** Returns the paths with other ends, other hours, or other menus before their ends. */
function changedIn({ before, after, callers, lost }: Group): ChangedPath[] {
  if (!before || !after) return [];
  const [old, now] = [before, after].map((paths) => new Map(paths.map((path) => [path.key, path])));
  const lostChoices = new Set(lost.map(({ choices }) => choices));
  const changed = (choices: readonly string[], before: string, after: string): Ends => {
    return { choices: choices.join(", "), before, after };
  };
  const elsewhere = after.flatMap(({ key, choices, end }) => {
    const was = old?.get(key)?.end;
    if (was === undefined || was.text === end.text || lostChoices.has(choices.join(", "))) return [];
    return [changed(choices, was.text, end.text)];
  });
  const arrived = after.filter((path) => isCertain(path) && !old?.has(path.key));
  const gone = before.filter((path) => isCertain(path) && !now?.has(path.key));
  const replaced = gone.flatMap((path) => {
    const { text } = path.end;
    const moved = arrived.find((each) => hasMoved(path, each));
    if (moved) return [changed(pointOf(path), `${path.hours}: ${text}`, `${moved.hours}: ${text}`)];
    const through = after.filter((each) => isCertain(each) && each.key.startsWith(`${path.key}, `));
    if (through.length === 0) return [];
    return [changed(path.choices, text, `${through.length} paths: ${endsOf(through)}`)];
  });
  const alike = Map.groupBy([...elsewhere, ...replaced], ({ choices, ...ends }) => JSON.stringify(ends));
  return [...alike.values()].map((paths) => changedPath(callers, paths as [Ends, ...Ends[]]));
}

/** True when a path has the same end at other hours. */
function hasMoved(path: Path, other: Path): boolean {
  if (path.hours === undefined || other.hours === undefined) return false;
  return path.end.text === other.end.text && pointOf(path).join() === pointOf(other).join();
}

function pointOf({ choices }: Path): readonly string[] {
  return choices.slice(0, -1);
}

const MOST_ENDS = 3;

function endsOf(paths: readonly Path[]): string {
  const ends = [...new Set(paths.map(({ end }) => end.text))];
  return [...ends.slice(0, MOST_ENDS), ...(ends.length > MOST_ENDS ? ["…"] : [])].join("; ");
}

/** Names up to three callers. Of more, the first one stands for all. */
function callersOf(callers: readonly ExploredCaller[]): string {
  const names = callers.slice(0, 3).map(titleOf);
  if (callers.length === 1) return names.join();
  return `${callers.length} callers (${callers.length > 3 ? `${names[0]}, …` : listed(names, 3)})`;
}

function isCertain({ isFailure }: Path): boolean {
  return !isFailure;
}

function isLost({ end }: Path): boolean {
  return end.kind === "nobody";
}

/** True for a path to an endpoint that may be missing. */
function isUnchecked({ end: { code } }: Path): boolean {
  return code === "dials_unchecked" || code === "endpoint_unchecked";
}

function isReached(path: Path): boolean {
  return !isLost(path) && !isUnknown(path);
}

function isUnknown({ end }: Path): boolean {
  return end.kind === "unknown";
}

/**
 * True for a new path that should have reached somebody. A number without a handler takes no calls, unless something dials it, and a
 * domain application refuses addresses that are not on its list.
 */
function isNews({ end }: Path, before: readonly Path[] | undefined): boolean {
  const isIdle = end.code === "handler_unset" && end.party === undefined;
  return before !== undefined || !(isIdle || end.code === "source_refused");
}
