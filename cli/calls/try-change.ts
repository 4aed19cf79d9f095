// Tries a change of one account's objects, a second time with what the account has where the result depends on that.

import { isSingle, resources } from "../../contract/index.ts";
import type { KnownObject } from "./objects.ts";
import type { PlannedStack } from "./stack.ts";
import type { Trial } from "./trial.ts";

/** Reads all SIP endpoints of an account and its profile; undefined when that cannot be done. */
export type ReadEndpoints = (account: string | undefined) => Promise<readonly KnownObject[] | undefined>;

export interface WholeChange extends Pick<PlannedStack, "before" | "after"> {
  /** True when the objects have every SIP endpoint of the account. */
  readonly isWhole: boolean;
}

/** Returns what `run` returns, and what it assumed because the account was not read. */
export async function tryChange<Result extends object>(
  trial: Trial,
  { before, after }: PlannedStack,
  read: ReadEndpoints | undefined,
  run: (change: WholeChange) => Promise<Result>,
): Promise<Result & Pick<Trial, "assumption">> {
  const result = await run({ before, after, isWhole: false });
  const { isUnsure, assumption } = trial;
  const account = [...after, ...before][0]?.account;
  const live = isUnsure ? await read?.(account) : undefined;
  if (!live) return { ...result, assumption };
  const keyOf = ({ type, id }: KnownObject) => `${type} ${isSingle(resources[type]) ? "" : id}`;
  const known = new Set([...before, ...after].map(keyOf));
  const others = live.filter((each) => !known.has(keyOf(each))).map((each) => ({ ...each, account }));
  return run({ before: [...before, ...others], after: [...after, ...others], isWhole: true });
}
