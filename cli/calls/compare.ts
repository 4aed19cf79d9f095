// Tries every path of every caller of a stack before and after a change.

import { isDeepStrictEqual } from "node:util";
import { InputError } from "../../server/index.ts";
import { type DeclaredResource, declaredObjects } from "../routes/declared.ts";
import { differenceChart } from "../routes/difference.ts";
import { type KnownObject, labelOf } from "../routes/objects.ts";
import type { PlannedStack } from "../routes/stack.ts";
import { type Calls, comparePaths, NO_PATHS, type Paths } from "./paths.ts";
import { openTrial } from "./tried-call.ts";

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
    paths: tried.map(({ paths }) => paths).reduce(together, NO_PATHS),
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
  if (isDeepStrictEqual(before, after)) return { numbers, paths: NO_PATHS };
  const trial = await openTrial({ project });
  try {
    trial.hold(before, { isWhole });
    const old = await trial.explore();
    trial.hold(after, { earlier: before, isWhole });
    return { numbers, paths: comparePaths(old, await trial.explore(), after, allowed) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { numbers: 0, paths: NO_PATHS, error: error.message };
  } finally {
    await trial.close();
  }
}

function together(one: Paths, other: Paths): Paths {
  return {
    callers: one.callers + other.callers,
    tried: one.tried + other.tried,
    unknown: one.unknown + other.unknown,
    cut: [...one.cut, ...other.cut],
    broken: [...one.broken, ...other.broken],
    changed: [...one.changed, ...other.changed],
  };
}
