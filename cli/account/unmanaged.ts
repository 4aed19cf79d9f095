import type { Connection } from "../../provider/config.ts";
import { checkStack } from "../drift/check.ts";
import { CheckImpossible, openProject, selectedStack } from "../drift/engine.ts";
import type { Unmanaged } from "../export/export.ts";
import { CannotWrite } from "../export/project.ts";
import { connect, readAccounts } from "./unmanaged-objects.ts";

/**
 * Returns the objects of the account that none of these stacks manages. Default: the selected stack.
 *
 * @throws CannotWrite when the unmanaged objects cannot be determined, or when there are none.
 */
export function unmanagedBy(stack: readonly string[], folder: string): Promise<Unmanaged> {
  return explaining(async () => {
    const project = await openProject(folder, undefined);
    const names = stack.length > 0 ? [...new Set(stack)] : [await selectedStack(project)];
    const watcher = { read: () => undefined, say: (line: string) => console.error(line) };
    const stacks = [];
    for (const name of names)
      stacks.push(await checkStack(project, name, new Date(), watcher, new AbortController().signal));
    const failed = stacks.find(({ error }) => error !== undefined);
    if (failed) throw new CannotWrite(`What the stack ${failed.stack} manages is not known: ${failed.error}`);
    const [account, ...others] = await readAccounts(project, stacks);
    if (others.length > 0)
      throw new CannotWrite(
        "These stacks work on several accounts, and a program takes over one: name the stacks of one.",
      );
    if (!account || account.unmanaged.length === 0)
      throw new CannotWrite(
        account?.error ?? `Everything of the account is managed by ${names.join(", ")}: nothing was written.`,
      );
    const byType = Map.groupBy(
      stacks.flatMap(({ resources }) => resources),
      ({ type }) => type,
    );
    const taken = new Map([...byType].map(([type, all]) => [type, new Set(all.map(({ name }) => name))]));
    const unread = account.error === undefined ? [] : [account.error];
    return { ids: new Set(account.unmanaged.map(({ id }) => id)), taken, unread };
  });
}

/**
 * Returns the connection that the stack configures.
 *
 * @throws CannotWrite when its configuration cannot be read.
 */
export function connectionOfStack(stack: string, folder: string): Promise<Connection> {
  return explaining(async () => (await connect(await openProject(folder, undefined), stack)).connection);
}

async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CheckImpossible ? new CannotWrite(error.message) : error;
  }
}
