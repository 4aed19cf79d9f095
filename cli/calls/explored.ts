// Asks the server in memory about the objects of each account: in another account, the same user name is another endpoint.

import type { ExploredCaller, Path } from "../../server/index.ts";
import { coveredBy } from "../../server/reach/expectations.ts";
import { type Graph, graphOf, joined } from "./graph.ts";
import type { KnownObject } from "./objects.ts";
import { openTrial, type Trial } from "./trial.ts";

export interface KnownObjects {
  readonly objects: readonly KnownObject[];
  /** True when these are all objects of the project, so that any other id is missing. */
  readonly isWhole: boolean;
  /** Takes a sentence about what was assumed of an account. */
  readonly note?: (text: string) => void;
}

/** Returns the graph of the ways of all objects. */
export async function graphIn(explored: KnownObjects): Promise<Graph> {
  return joined(await inEachAccount(explored, async (trial, objects) => [graphOf(await trial.ways(), objects)]));
}

/** A path, and whether an expectation of the program covers it; absent where the program expects nothing. */
export interface ShownPath extends Path {
  readonly isExpected?: boolean;
}

export interface ShownCaller extends ExploredCaller {
  readonly paths: readonly ShownPath[];
}

/** Returns every caller with each of its paths. */
export function callersIn(explored: KnownObjects, failures?: number): Promise<ShownCaller[]> {
  return inEachAccount(explored, shownCallers, failures);
}

async function shownCallers(trial: Trial): Promise<readonly ShownCaller[]> {
  const callers = await trial.explore();
  const judged = await trial.judge();
  if (judged.length === 0) return callers;
  const isCovered = coveredBy(judged);
  // Callers with equal paths share one list.
  const known = new Map<string, readonly ShownPath[]>();
  return callers.map((caller) => {
    const paths = caller.paths.map((path) => ({ ...path, isExpected: isCovered(caller, path) }));
    const key = JSON.stringify(paths);
    known.set(key, known.get(key) ?? paths);
    return { ...caller, paths: known.get(key) ?? paths };
  });
}

async function inEachAccount<Answer>(
  { objects, isWhole, note }: KnownObjects,
  ask: (trial: Trial, objects: readonly KnownObject[]) => Promise<readonly Answer[]>,
  failures?: number,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const here of Map.groupBy(objects, ({ account }) => account).values()) {
    const trial = await openTrial({ failures });
    try {
      trial.hold(here, { isWhole });
      answers.push(...(await ask(trial, here)));
      if (trial.assumption) note?.(`${trial.assumption}.`);
    } finally {
      await trial.close();
    }
  }
  return answers;
}
