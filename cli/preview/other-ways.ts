// Which calls take another way once the change is made, for the page of a pull request.

import { isDeepStrictEqual } from "node:util";
import { InputError } from "../../server/index.ts";
import { differenceChart } from "../routes/difference.ts";
import { type KnownObject, labelOf } from "../routes/objects.ts";
import type { PlannedStack } from "../routes/stack.ts";
import { openTrial, type TriedCall, wayOf } from "../routes/tried-call.ts";
import type { OtherWays } from "./preview-reports.ts";

/** Somebody from outside. */
const CALLER = "+12025550177";

/** Each number of the stack is called before and after. No document is asked for. */
export async function otherWaysIn({ project, before, after }: PlannedStack): Promise<OtherWays> {
  if (isDeepStrictEqual(before, after)) return { calls: [] };
  const numbers = [...new Set([...before, ...after].map(labelOf))].filter((label) => /^\+\d+$/.test(label));
  const trial = await openTrial({ project });
  const callsAt = async (objects: readonly KnownObject[]) => {
    await trial.hold(objects);
    const calls = new Map<string, TriedCall>();
    for (const to of numbers) calls.set(to, await trial.call(to, CALLER));
    return calls;
  };
  try {
    const [old, now] = [await callsAt(before), await callsAt(after)];
    const calls = numbers.flatMap((to) => {
      const [was, is] = [old.get(to), now.get(to)];
      return was && is && wayOf(was) !== wayOf(is) ? [{ to, before: was, after: is }] : [];
    });
    const picture = differenceChart(before, after, ["before", "after"]);
    return { calls, ...(picture === undefined ? {} : { picture }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { calls: [], error: error.message };
  } finally {
    await trial.close();
  }
}
