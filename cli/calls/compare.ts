// Tries every path of every caller of a stack before and after a change.

import { isDeepStrictEqual } from "node:util";
import { resources, SECRET, UNKNOWN } from "../../contract/index.ts";
import { InputError } from "../../server/index.ts";
import { type Change, compare, NO_CHANGE, type Row } from "../../server/reach/compare.ts";
import { type DeclaredResource, declaredObjects } from "../routes/declared.ts";
import { differenceChart } from "../routes/difference.ts";
import { type KnownObject, labelOf } from "../routes/objects.ts";
import type { PlannedStack } from "../routes/stack.ts";
import { standInFor } from "./held-objects.ts";
import { openTrial } from "./tried-call.ts";

/** A row, with the resource of the program that decides the end. */
export interface DeclaredRow extends Omit<Row, "parties"> {
  readonly declared?: { readonly type: string; readonly name: string } | undefined;
}

export interface Paths extends Omit<Change, "rows"> {
  readonly rows: readonly DeclaredRow[];
}

export interface Calls {
  readonly numbers: number;
  readonly paths: Paths;
  /** A Mermaid chart. */
  readonly picture?: string;
  /** Why the calls could not be tried, as a sentence. */
  readonly error?: string;
}

/** Returns the paths of all callers that differ after the change. Fetches no document. */
export async function callsOf(
  { project, before, after, whole }: PlannedStack,
  allowed: readonly string[] = [],
): Promise<Calls> {
  const accounts = new Set([...before, ...after].map(({ account }) => account));
  const tried: Calls[] = [];
  for (const each of accounts) {
    const isIn = ({ account }: KnownObject) => account === each;
    const isWhole = whole?.has(each) ?? false;
    tried.push(await callsIn({ project, before: before.filter(isIn), after: after.filter(isIn) }, isWhole, allowed));
  }
  const isSame = isDeepStrictEqual(before, after);
  const picture = isSame ? undefined : differenceChart(before, after, ["before", "after"]);
  const { error } = tried.find((each) => each.error !== undefined) ?? {};
  return {
    numbers: tried.reduce((sum, each) => sum + each.numbers, 0),
    paths: tried.map(({ paths }) => paths).reduce(together, NO_CHANGE),
    ...(picture === undefined ? {} : { picture }),
    ...(error === undefined ? {} : { error }),
  };
}

/**
 * Returns the paths of a program in one account, as of a new one: nothing is compared.
 *
 * @param endpoints The user names of endpoints that the program does not declare.
 */
export async function newPaths(declared: readonly DeclaredResource[], endpoints: readonly string[]): Promise<Paths> {
  const others = endpoints.map(
    (username): KnownObject => ({ type: "SipEndpoint", id: username, fields: { username } }),
  );
  const after = [...declaredObjects(declared), ...others];
  return (await callsIn({ project: undefined, before: [], after }, false, [])).paths;
}

/** Returns the calls of one account: in another one, the same user name is another endpoint. */
async function callsIn(
  { project, before, after }: PlannedStack,
  isWhole: boolean,
  allowed: readonly string[],
): Promise<Calls> {
  const numbers = [...new Set([...before, ...after].map(labelOf))].filter((label) => /^\+\d+$/.test(label)).length;
  // Two hidden values look the same, and need not be.
  const isHidden = [UNKNOWN, SECRET].some((text) => JSON.stringify(after).includes(text));
  if (!isHidden && isDeepStrictEqual(before, after)) return { numbers, paths: NO_CHANGE };
  const trial = await openTrial({ project });
  const explore = (isAfter: boolean) => {
    trial.hold(isAfter ? after : before, { ...(isAfter && { earlier: before }), isWhole });
    return trial.explore();
  };
  try {
    let old = await explore(false);
    const { toldApart } = trial;
    const now = await explore(true);
    // Both are tried with the same inputs.
    if (trial.toldApart > toldApart) old = await explore(false);
    return { numbers, paths: declaredPaths(compare(old, now, allowed), [...after, ...before]) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { numbers: 0, paths: NO_CHANGE, error: error.message };
  } finally {
    await trial.close();
  }
}

function declaredPaths({ rows, ...change }: Change, objects: readonly KnownObject[]): Paths {
  const declaringOf = (row: Row) => {
    const found = row.parties.flatMap(({ what, name }) => {
      const isNamed = (each: KnownObject) => (standInFor(each) ?? labelOf(each)) === name;
      return objects.find((each) => resources[each.type].title === what && isNamed(each)) ?? [];
    });
    const declared = found.find((each) => each.name !== undefined);
    return declared?.name === undefined ? undefined : { type: declared.type, name: declared.name };
  };
  return {
    ...change,
    rows: rows.map(({ parties, ...row }) => ({ ...row, declared: declaringOf({ ...row, parties }) })),
  };
}

function together(one: Paths, other: Paths): Paths {
  return {
    callers: one.callers + other.callers,
    paths: one.paths + other.paths,
    rows: [...one.rows, ...other.rows],
    notTried: [...one.notTried, ...other.notTried],
    cut: [...one.cut, ...other.cut],
  };
}
