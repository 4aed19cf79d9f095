// Compares every path of every caller before and after a change, and finds the paths that would reach nobody.

import { resources } from "../../contract/index.ts";
import type { ExploredCaller, Party, Path } from "../../server/index.ts";
import { type KnownObject, labelOf } from "../routes/objects.ts";

/** A path that reaches nobody after the change: it did reach somebody before, or it is new. */
export interface BrokenPath {
  /** "+12025550101, key 1" */
  readonly path: string;
  /** The end before the change; absent for a new path. */
  readonly before?: string;
  readonly after: string;
  /** The resource that decides the end: the last script or object on the path. */
  readonly declared?: { readonly type: string; readonly name: string } | undefined;
}

/** Paths of one or more callers with the same choices, which end elsewhere after the change. */
export interface ChangedPath {
  /** "+12025550101: key 1", or "400 callers (+12025550101, …): key 1". */
  readonly path: string;
  readonly before: string;
  readonly after: string;
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

export const NO_PATHS: Paths = { callers: 0, tried: 0, unknown: 0, cut: [], broken: [], changed: [] };

/**
 * @param objects The objects after the change.
 * @param allowed Paths that may reach nobody: `+12025550101`, or one of its paths, `+12025550101: key 3`.
 */
export function comparePaths(
  before: readonly ExploredCaller[],
  after: readonly ExploredCaller[],
  objects: readonly KnownObject[],
  allowed: readonly string[],
): Paths {
  const known = new Map(before.map((caller) => [keyOf(caller), caller]));
  const paths = after.flatMap((caller) => caller.paths);
  const declaring = (party: Party | undefined) => {
    const found = objects.find((each) => resources[each.type].title === party?.what && labelOf(each) === party.name);
    return found?.name === undefined ? undefined : { type: found.type, name: found.name };
  };
  const broken = after.flatMap((caller) =>
    brokenIn(known.get(keyOf(caller)), caller, allowed).map(({ party, ...each }) => ({
      ...each,
      declared: declaring(party) ?? declaring(caller.party),
    })),
  );
  const isBroken = new Set(broken.map(({ path }) => path));
  return {
    callers: after.length,
    tried: paths.length,
    unknown: paths.filter(({ end }) => end.kind === "unknown").length,
    cut: after.filter(({ isComplete }) => !isComplete).map(({ to }) => to),
    broken,
    changed: changedPaths(after.map((caller) => [known.get(keyOf(caller)), caller] as const)).filter(
      ({ path }) => !isBroken.has(path),
    ),
  };
}

/** Groups the callers whose paths change alike. The path without a choice is the call that previews compare step by step. */
function changedPaths(callers: readonly (readonly [ExploredCaller | undefined, ExploredCaller])[]): ChangedPath[] {
  const groups = new Map<string, { readonly change: Omit<ChangedPath, "path">; name: string; readonly to: string[] }>();
  for (const [before, after] of callers) {
    const old = new Map(before?.paths.map((path) => [path.key, path.end.text]));
    for (const { key, choices, end } of after.paths) {
      const was = old.get(key);
      if (was === undefined || was === end.text || choices.length === 0) continue;
      const id = JSON.stringify([key, was, end.text]);
      const group = groups.get(id) ?? { change: { before: was, after: end.text }, name: choices.join(", "), to: [] };
      group.to.push(after.to);
      groups.set(id, group);
    }
  }
  return [...groups.values()].map(({ change, name, to }) => ({
    ...change,
    path: `${to.length === 1 ? to[0] : `${to.length} callers (${to[0]}, …)`}: ${name}`,
  }));
}

type Lost = Omit<BrokenPath, "declared"> & Pick<Path["end"], "party">;

function brokenIn(before: ExploredCaller | undefined, after: ExploredCaller, allowed: readonly string[]): Lost[] {
  const { to, kind, sourceIp } = after;
  if (allowed.includes(to)) return [];
  const old = new Map(before?.paths.map((path) => [path.key, path]));
  const causes = new Set(before?.paths.filter(isLost).map(({ end }) => end.text));
  return after.paths.flatMap((path) => {
    const was = old.get(path.key);
    if (!isLost(path) || (was ? isLost(was) : !isNews(path, before))) return [];
    // Two keys that change places bring no new cause.
    if ((path.isFailure || !was) && causes.has(path.end.text)) return [];
    const name = path.choices.length === 0 ? to : `${to}: ${path.choices.join(", ")}`;
    if (allowed.includes(name)) return [];
    const from = sourceIp === undefined ? "" : ` from ${sourceIp}`;
    return [
      {
        ...{ path: `${kind === "message" ? "a message to " : ""}${name}${from}`, after: path.end.text },
        ...(was && { before: was.end.text }),
        ...(path.end.party && { party: path.end.party }),
      },
    ];
  });
}

function isLost({ end }: Path): boolean {
  return end.kind === "nobody";
}

/**
 * True for a new path that should have a destination. None is expected after a device that does not answer, for a number without a
 * handler, and for an address that a domain application refuses.
 */
function isNews(path: Path, before: ExploredCaller | undefined): boolean {
  if (path.isFailure) return false;
  return before !== undefined || (path.end.code !== "handler_unset" && path.end.code !== "source_refused");
}

function keyOf({ kind, to, sourceIp }: ExploredCaller): string {
  return `${kind} ${to} ${sourceIp}`;
}
