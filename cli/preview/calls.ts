// Calls every number of a stack before and after a change.

import { isDeepStrictEqual } from "node:util";
import { InputError } from "../../server/index.ts";
import { differenceChart } from "../routes/difference.ts";
import { type KnownObject, labelOf } from "../routes/objects.ts";
import type { PlannedStack } from "../routes/stack.ts";
import { openTrial, type TriedCall, wayOf } from "../routes/tried-call.ts";
import type { Calls } from "./report.ts";

/** A number that no stack manages. */
const CALLER = "+12025550177";

/** Returns the calls whose route differs after the change. Fetches no document. */
export async function callsOf({ project, before, after }: PlannedStack): Promise<Calls> {
  const numbers = [...new Set([...before, ...after].map(labelOf))].filter((label) => /^\+\d+$/.test(label));
  const tried = numbers.length;
  if (isDeepStrictEqual(before, after)) return { tried, others: [] };
  const trial = await openTrial({ project });
  const callsAt = async (objects: readonly KnownObject[]) => {
    await trial.hold(objects);
    const calls = new Map<string, TriedCall>();
    for (const to of numbers) calls.set(to, await trial.call(to, CALLER));
    return calls;
  };
  try {
    const [old, now] = [await callsAt(before), await callsAt(after)];
    const others = numbers.flatMap((to) => {
      const [was, is] = [old.get(to), now.get(to)];
      return was && is && wayOf(was) !== wayOf(is) ? [{ to, before: was, after: is }] : [];
    });
    const picture = differenceChart(before, after, ["before", "after"]);
    return { tried, others, ...(picture === undefined ? {} : { picture }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { tried: 0, others: [], error: error.message };
  } finally {
    await trial.close();
  }
}
