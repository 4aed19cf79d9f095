// Checks the account of each provider that the stack's program declares.

import { declaredAccounts, type StackAccount } from "../account/stack-accounts.ts";
import { CheckImpossible } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";
import { type Check, checking, hideConnection, type PrivateValues } from "./report.ts";
import { checkService } from "./service.ts";

/** Returns one check for a working account; for any other, the service checks that fail. */
export async function checkAccounts(
  project: Project,
  stack: string,
  providers: readonly string[],
  hidden: PrivateValues,
): Promise<Check[]> {
  // Quoted, because a short name would also match inside ordinary words.
  for (const provider of providers) hidden.add(JSON.stringify(provider), "[provider]");
  try {
    const accounts = await declaredAccounts(project, stack, providers);
    return (await Promise.all(accounts.map((account) => checkAccount(account, hidden)))).flat();
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    return providers.map((provider) => checking("account", titleOf("Account", provider)).notTried(error.message));
  }
}

async function checkAccount(account: StackAccount, hidden: PrivateValues): Promise<Check[]> {
  const { provider } = account;
  const check = checking("account", titleOf("Account", provider));
  if ("error" in account)
    return [
      check.problem(account.error, [
        `Correct the arguments of the provider ${JSON.stringify(provider)}, then run \`pulumi up\`.`,
      ]),
    ];
  hideConnection(account.connection, hidden);
  const checks = await checkService(account.connection, { declared: account });
  const others = checks.filter(({ status }) => status !== "ok");
  if (others.length === 0) return [check.ok()];
  return others.map((each) => ({ ...each, title: titleOf(each.title, provider) }));
}

function titleOf(title: string, provider: string): string {
  return `${title} of the provider ${JSON.stringify(provider)}`;
}
