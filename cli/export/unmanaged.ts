import { checkStack } from "../drift/check.ts";
import { readAccounts } from "../drift/unmanaged-objects.ts";
import { openProject, selectedStack } from "../engine/engine.ts";
import type { Unmanaged } from "./export.ts";
import { CannotWrite } from "./project.ts";

/**
 * Returns the objects of the account that none of these stacks manages. Default: the selected stack.
 *
 * @throws CannotWrite when the unmanaged objects cannot be determined, or when there are none.
 */
export async function unmanagedBy(stack: readonly string[], folder: string, provider?: string): Promise<Unmanaged> {
  const project = openProject(folder);
  const names = stack.length > 0 ? [...new Set(stack)] : [await selectedStack(project)];
  const stacks = [];
  for (const name of names) stacks.push(await checkStack(project, name));
  const failed = stacks.find(({ error }) => error !== undefined);
  if (failed) throw new CannotWrite(`The objects of the stack ${failed.stack} are unknown: ${failed.error}`);
  const [account, ...others] = await readAccounts(project, stacks, provider);
  if (others.length > 0)
    throw new CannotWrite(
      `The stacks work on several accounts, and a program takes over one: choose one with --provider (${[account, ...others].flatMap((each) => each?.providers ?? []).join(", ")}).`,
    );
  if (!account || account.unmanaged.length === 0)
    throw new CannotWrite(
      account?.error ??
        `Every object of the account is managed by ${names.join(", ")}, or is a number without a handler: nothing was written.`,
    );
  const byType = Map.groupBy(
    stacks.flatMap(({ resources }) => resources),
    ({ type }) => type,
  );
  const taken = new Map([...byType].map(([type, all]) => [type, new Set(all.map(({ name }) => name))]));
  const unread = account.error === undefined ? [] : [account.error];
  return { ids: new Set(account.unmanaged.map(({ id }) => id)), taken, unread };
}
