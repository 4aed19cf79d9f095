// Asks the server in memory about the objects of each account: in another account, the same user name is another endpoint.

import type { ExploredCaller } from "../../server/index.ts";
import { type Graph, graphOf, joined } from "./graph.ts";
import type { KnownObject } from "./objects.ts";
import { openTrial, type Trial } from "./tried-call.ts";

export interface Explored {
  readonly objects: readonly KnownObject[];
  /** True when these are all objects of the project, so that any other id is missing. */
  readonly isWhole: boolean;
}

/** Returns the graph of the ways of all objects. */
export async function graphIn(explored: Explored): Promise<Graph> {
  return joined(await inEachAccount(explored, async (trial, objects) => [graphOf(await trial.ways(), objects)]));
}

/** Returns every caller with each of its paths. */
export function callersIn(explored: Explored, failures?: number): Promise<ExploredCaller[]> {
  return inEachAccount(explored, (trial) => trial.explore(), failures);
}

async function inEachAccount<Answer>(
  { objects, isWhole }: Explored,
  ask: (trial: Trial, objects: readonly KnownObject[]) => Promise<readonly Answer[]>,
  failures?: number,
): Promise<Answer[]> {
  const trial = await openTrial({ failures });
  try {
    const answers: Answer[] = [];
    for (const here of Map.groupBy(objects, ({ account }) => account).values()) {
      trial.hold(here, { isWhole });
      answers.push(...(await ask(trial, here)));
    }
    return answers;
  } finally {
    await trial.close();
  }
}
