// Calls every number of a stack before and after a change.

import { isDeepStrictEqual } from "node:util";
import { InputError } from "../../server/index.ts";
import { differenceChart } from "../routes/difference.ts";
import { type KnownObject, labelOf } from "../routes/objects.ts";
import type { PlannedStack } from "../routes/stack.ts";
import { openTrial, type TriedCall, wayOf } from "../routes/tried-call.ts";
import { comparePaths, NO_PATHS, type Paths } from "./paths.ts";
import type { Calls } from "./to-report.ts";

/** A number that no stack manages. */
const CALLER = "+12025550177";

/** Returns the calls whose route differs after the change. Fetches no document. */
export async function callsOf(
  { project, before, after }: PlannedStack,
  allowed: readonly string[] = [],
): Promise<Calls> {
  const accounts = new Set([...before, ...after].map(({ account }) => account));
  const tried: Calls[] = [];
  for (const each of accounts) {
    const isIn = ({ account }: KnownObject) => account === each;
    tried.push(await callsIn({ project, before: before.filter(isIn), after: after.filter(isIn) }, allowed));
  }
  const others = tried.flatMap((each) => each.others);
  const isSame = isDeepStrictEqual(before, after);
  const picture = isSame ? undefined : differenceChart(before, after, ["before", "after"]);
  const { error } = tried.find((each) => each.error !== undefined) ?? {};
  return {
    tried: tried.reduce((sum, each) => sum + each.tried, 0),
    others,
    paths: tried.map(({ paths }) => paths).reduce(together, NO_PATHS),
    ...(picture === undefined ? {} : { picture }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Returns the calls of one account: in another one, the same user name is another endpoint. */
async function callsIn({ project, before, after }: PlannedStack, allowed: readonly string[]): Promise<Calls> {
  const numbers = [...new Set([...before, ...after].map(labelOf))].filter((label) => /^\+\d+$/.test(label));
  const tried = numbers.length;
  if (isDeepStrictEqual(before, after)) return { tried, others: [], paths: NO_PATHS };
  const trial = await openTrial({ project });
  const callsAt = async (objects: readonly KnownObject[]) => {
    await trial.hold(objects);
    const calls = new Map<string, TriedCall>();
    for (const to of numbers) calls.set(to, await trial.call(to, CALLER));
    return { calls, callers: await trial.explore() };
  };
  try {
    const [old, now] = [await callsAt(before), await callsAt(after)];
    const others = numbers.flatMap((to) => {
      const [was, is] = [old.calls.get(to), now.calls.get(to)];
      return was && is && wayOf(was) !== wayOf(is) ? [{ to, before: was, after: is }] : [];
    });
    return { tried, others, paths: comparePaths(old.callers, now.callers, after, allowed) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { tried: 0, others: [], paths: NO_PATHS, error: error.message };
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
