// Finds objects that no checked stack manages. A number counts only if it has a handler.

import {
  isGiven,
  plural,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  withHandlersInForce,
} from "../../contract/index.ts";
import type { Live } from "../../provider/client/answers.ts";
import { readKinds } from "../account/read.ts";
import { accountsOfStack, type Connected } from "../account/stack-accounts.ts";
import { CheckImpossible } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";
import type { Account, CheckedStack, UnmanagedObject } from "./checked.ts";

/** Reads each account of the stacks once, even when several stacks or providers use it. `only` names one provider. */
export async function readAccounts(
  project: Project,
  stacks: readonly CheckedStack[],
  only?: string,
): Promise<Account[]> {
  // The objects of a stack are known only after its check. Without the check, all of them would be reported as unmanaged.
  if (stacks.some(({ error }) => error !== undefined)) return [];
  const accounts = new Map<string, Connected & { readonly providers: readonly string[] }>();
  const unread: Account[] = [];
  try {
    for (const { stack } of stacks)
      for (const account of await accountsOfStack(project, stack, only)) {
        const { provider } = account;
        if ("error" in account) {
          unread.push({ projectId: "", baseUrl: "", providers: [provider], error: account.error, unmanaged: [] });
          continue;
        }
        const key = `${account.connection.baseUrl} ${account.connection.projectId}`;
        const { providers = [] } = accounts.get(key) ?? {};
        accounts.set(key, { ...account, providers: [...new Set([...providers, provider])] });
      }
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    return [{ projectId: "", baseUrl: "", error: error.message, unmanaged: [] }];
  }
  // Ids are unique across projects: an object that any stack manages is managed.
  const claimed = new Set(stacks.flatMap(({ resources }) => resources.map(({ id }) => id)));
  const read = await Promise.all(
    [...accounts.values()].map(async ({ providers, ...each }) => ({
      ...(await readAccount(each, claimed)),
      providers,
    })),
  );
  return [...read, ...unread];
}

/** Reads the lists of an account. `claimed` holds the ids of what stacks manage. */
export async function readAccount(
  { connection, credentials }: Pick<Connected, "connection" | "credentials">,
  claimed: ReadonlySet<string>,
): Promise<Account> {
  const { projectId, baseUrl } = connection;
  const kinds = await readKinds(connection, listed);
  const failures = kinds.flatMap(({ type, failure }) => (failure ? [{ type, failure }] : []));
  const advice = failures.some(({ failure }) => failure.code === "unauthorized") ? [`Check ${credentials}.`] : [];
  const reasons = failures.map(
    ({ type, failure }) => `The account's ${plural(resources[type].title)} could not be listed: ${failure.message}.`,
  );
  const error = [...reasons, ...advice].join(" ");
  const unmanaged = kinds.flatMap(({ type, objects }) =>
    objects
      .filter((live) => !claimed.has(String(live.id)))
      .flatMap((live) => unmanagedObject(type, live) ?? [])
      .sort((a, b) => Number(a.label > b.label) - Number(a.label < b.label)),
  );
  const ids = kinds.flatMap(({ objects }) => objects.map(({ id }) => String(id)));
  const share = { objects: ids.length, managed: ids.filter((id) => claimed.has(id)).length };
  return { projectId, baseUrl, ...(error === "" ? { listed: share } : { error }), unmanaged };
}

const listed = resourceNames.filter((name) => "list" in resources[name].operations);

function unmanagedObject(type: ResourceName, shown: Live): UnmanagedObject | undefined {
  // A number as the service sells it has a handler without an address, which takes nothing.
  const live = withHandlersInForce(resources[type], shown);
  const { label, handlers, operations }: Resource = resources[type];
  const chosen = handlers.filter(({ field }) => isGiven(live[field]));
  // A project can own an object without creating it, such as a number. Without a handler, that object does nothing.
  if (!operations.create && chosen.length === 0) return undefined;
  const handler = chosen.map(({ field }) => `${field.replace(/_handler$/, "")}: ${live[field]}`).join(", ");
  return { type, id: String(live.id), label: String(live[label]), ...(handler === "" ? {} : { handler }) };
}
