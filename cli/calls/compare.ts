// Tries every path of every caller of a stack before and after a change.

import { isDeepStrictEqual } from "node:util";
import { resources, SECRET, UNKNOWN } from "../../contract/index.ts";
import type { ExploredCaller } from "../../server/index.ts";
import { type Change, compare, NO_CHANGE, type Row } from "../../server/reach/compare.ts";
import { withSmallStart } from "../../server/reach/ends.ts";
import { expectedNobody, type Judged } from "../../server/reach/expectations.ts";
import { pathTitle, titleOf } from "../../server/reach/titles.ts";
import type { SourceLine } from "../report/model.ts";
import { differenceChart, type Side } from "./difference.ts";
import { graphOf, joined } from "./graph.ts";
import { shownName } from "./hidden-values.ts";
import { type KnownObject, labelOf } from "./objects.ts";
import { hiding } from "./secret-values.ts";
import type { PlannedStack } from "./stack.ts";
import { type ReadEndpoints, tryChange, type WholeChange } from "./try-change.ts";

/** A row, with the resource of the program that decides the end. */
export interface DeclaredRow extends Omit<Row, "parties"> {
  readonly declared?: { readonly type: string; readonly name: string } | undefined;
  /** True where the program expects what else is an alarm. */
  readonly isExpected?: true;
}

/** An expectation, with the number or the domain application of the program that has it. */
export interface DeclaredExpectation extends Omit<Judged, "covers" | "party"> {
  readonly to: string;
  readonly declared?: DeclaredRow["declared"];
  /** The line of the entry in the program, where it was looked up already. */
  readonly source?: SourceLine | undefined;
}

export interface Paths extends Omit<Change, "rows"> {
  readonly rows: readonly DeclaredRow[];
  /** Those of the program, in its order. Absent where it has none. */
  readonly expectations?: readonly DeclaredExpectation[];
}

export interface Calls {
  readonly numbers: number;
  readonly paths: Paths;
  /** A Mermaid chart. */
  readonly picture?: string;
  /** Why the calls of a preview that failed could not be tried, as a sentence. */
  readonly error?: string;
}

interface Comparing {
  /** Paths whose alarms are expected. Default: none. */
  readonly allowed?: readonly string[];
  /** Asked where a path depends on an endpoint that the program does not have. Default: the account is not asked. */
  readonly read?: ReadEndpoints | undefined;
  /**
   * True when the objects before are the record of an update. It does not show whether other endpoints of the account were there, so one
   * that is not there now is an alarm. Default: false.
   */
  readonly isRecord?: boolean | undefined;
  /** The failures that a path may have. Default: 1. */
  readonly failures?: number | undefined;
  /** The titles of the picture. Default: before and after. */
  readonly titles?: readonly [before: string, after: string];
}

/** Returns the paths of all callers that differ after the change. Fetches no document. */
export async function callsOf(
  { project, before, after, secrets = [] }: PlannedStack,
  { allowed = [], read, isRecord, failures, titles = ["before", "after"] }: Comparing = {},
): Promise<Calls> {
  const hide = hiding(secrets, [...before, ...after]);
  const isAllowed = (path: string) => allowed.includes(hide(path));
  const tried: Tried[] = [];
  for (const account of new Set([...before, ...after].map((each) => each.account))) {
    const isIn = (each: KnownObject) => each.account === account;
    const change = { project, before: before.filter(isIn), after: after.filter(isIn) };
    tried.push(await callsIn(change, { isAllowed, failures, read, isRecord }));
  }
  const sides = tried.flatMap((each) => (each.sides ? [each.sides] : []));
  const picture = sides.length === 0 ? undefined : differenceChart(allOf(sides, 0), allOf(sides, 1), titles);
  return {
    numbers: sumOf(tried, "numbers"),
    paths: inWords(together(tried.map(({ paths }) => paths)), hide),
    ...(picture === undefined ? {} : { picture: hide(picture) }),
  };
}

/** Changes every text of the paths. */
function inWords(
  { rows, notTried, cut, expectations = [], ...counts }: Paths,
  change: (text: string) => string,
): Paths {
  return {
    ...counts,
    rows: rows.map((row) => {
      const { path, before, after, allowedBy } = row;
      const texts = Object.entries({ path, before, after, allowedBy }).filter(([, text]) => text !== undefined);
      return { ...row, ...Object.fromEntries(texts.map(([name, text = ""]) => [name, change(text)])) };
    }),
    notTried: notTried.map((each) => ({ ...each, path: change(each.path), reason: change(each.reason) })),
    cut: cut.map(change),
    expectations: expectations.map((each) => {
      const { to, text, path, found } = each;
      return { ...each, to: change(to), text: change(text), path: change(path), found: change(found) };
    }),
  };
}

function allOf(sides: readonly (readonly [Side, Side])[], at: 0 | 1): Side {
  const all = sides.map((each) => each[at]);
  return { objects: all.flatMap(({ objects }) => objects), graph: joined(all.map(({ graph }) => graph)) };
}

interface ComparingOne extends Pick<Comparing, "failures" | "read" | "isRecord"> {
  readonly isAllowed?: (path: string) => boolean;
}

interface Tried extends Pick<Calls, "numbers" | "paths"> {
  /** Absent where the objects are the same. */
  readonly sides?: readonly [Side, Side];
}

/** Returns the calls of one account: in another one, the same user name is another endpoint. */
export async function callsIn(
  change: PlannedStack,
  { isAllowed, read, isRecord = false, failures }: ComparingOne = {},
): Promise<Tried> {
  const { before, after } = change;
  const numbers = [...new Set([...before, ...after].map(labelOf))].filter((label) => /^\+\d+$/.test(label)).length;
  const isEqual = isDeepStrictEqual(before, after);
  // Two hidden values look the same, and need not be.
  const mayDiffer = [UNKNOWN, SECRET].some((text) => JSON.stringify(after).includes(text));
  const isExpected = after.some(({ expects }) => expects !== undefined);
  if (isEqual && !mayDiffer && !isExpected && !isRecord) return { numbers, paths: NO_CHANGE };
  // Loaded for a change: the reference server takes a tenth of a small preview.
  const { openTrial } = await import("./trial.ts");
  const trial = await openTrial({ project: change.project, failures });
  const sideOf = async (isAfter: boolean, { before, after, isWhole }: WholeChange) => {
    const objects = isAfter ? after : before;
    trial.hold(objects, { ...(isAfter && { earlier: before }), isWhole });
    return { callers: await trial.explore(), graph: graphOf(await trial.ways(), objects), objects };
  };
  const explored = async (whole: WholeChange) => {
    const first = await sideOf(false, whole);
    const { toldApart } = trial;
    const now = await sideOf(true, whole);
    const judged = await trial.judge();
    // Both are tried with the same inputs.
    const old = trial.toldApart > toldApart ? await sideOf(false, whole) : first;
    return { old, now, judged, objects: [...whole.after, ...whole.before], isWhole: whole.isWhole };
  };
  try {
    const { old, now, judged, objects, isWhole, assumption } = await tryChange(trial, change, read, explored);
    const expected = meantForNobody(now.callers, judged);
    const comparedTo = ({ callers }: typeof old) =>
      compare(callers, now.callers, (text) => isAllowed?.(text) === true || expected.has(text));
    const found = comparedTo(old);
    // In `found`, both sides have the account's other endpoints as they are now. The record alone has none of them, so a dialled one that
    // is not there differs from it.
    const recorded = isRecord && isWhole ? comparedTo(await sideOf(false, { ...change, isWhole: false })).rows : [];
    const gone = recorded.filter(
      ({ alarm, path }) => alarm !== undefined && !found.rows.some((row) => row.path === path),
    );
    const assumed =
      assumption === undefined ? [] : [{ path: "dialled SIP addresses", reason: withSmallStart(assumption), count: 1 }];
    const tried = { ...found, rows: [...gone, ...found.rows], notTried: [...found.notTried, ...assumed] };
    const paths = declaredPaths(tried, objects, { judged, expected });
    return { numbers, paths, ...(!isEqual && { sides: [old, now] as const }) };
  } finally {
    await trial.close();
  }
}

/** Returns the titles of the paths of which the program expects that they reach nobody. */
function meantForNobody(callers: readonly ExploredCaller[], judged: readonly Judged[]): ReadonlySet<string> {
  const isMeant = expectedNobody(judged);
  const titles = callers.flatMap((caller) =>
    caller.paths
      .filter((path) => isMeant(caller, path))
      .map(({ choices }) => pathTitle(titleOf(caller), choices.join(", "))),
  );
  return new Set(titles);
}

interface Expected {
  readonly judged: readonly Judged[];
  readonly expected: ReadonlySet<string>;
}

function declaredPaths({ rows, ...change }: Change, objects: readonly KnownObject[], expects: Expected): Paths {
  const { judged, expected } = expects;
  const declaringOf = ({ parties }: Pick<Row, "parties">) => {
    const found = parties.flatMap(({ what, name }) => {
      return objects.find((each) => resources[each.type].title === what && shownName(each) === name) ?? [];
    });
    const declared = found.find((each) => each.name !== undefined);
    return declared?.name === undefined ? undefined : { type: declared.type, name: declared.name };
  };
  return {
    ...change,
    rows: rows.map(({ parties, ...row }) => ({
      ...{ ...row, declared: declaringOf({ parties }) },
      ...(row.allowedBy !== undefined && expected.has(row.allowedBy) && { isExpected: true as const }),
    })),
    ...(judged.length > 0 && {
      expectations: judged.map(({ covers, party, ...each }) => ({
        ...{ ...each, to: party.name, declared: declaringOf({ parties: [party] }) },
      })),
    }),
  };
}

/** Returns the paths of several accounts. */
function together(accounts: readonly Paths[]): Paths {
  return {
    callers: sumOf(accounts, "callers"),
    paths: sumOf(accounts, "paths"),
    rows: accounts.flatMap(({ rows }) => rows),
    notTried: accounts.flatMap(({ notTried }) => notTried),
    cut: accounts.flatMap(({ cut }) => cut),
    expectations: accounts.flatMap(({ expectations = [] }) => expectations),
  };
}

function sumOf<Name extends string>(all: readonly { readonly [name in Name]: number }[], name: Name): number {
  return all.reduce((sum, each) => sum + each[name], 0);
}
