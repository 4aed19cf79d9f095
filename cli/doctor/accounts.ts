// Checks the account of each provider that the stack's program declares.

import type { StackAccount } from "../account/stack-accounts.ts";
import { type Check, checking } from "./report.ts";
import { checkService } from "./service.ts";

/** Returns one check for a working account; for any other, the service checks that fail. */
export async function checkAccounts(accounts: readonly StackAccount[]): Promise<Check[]> {
  return (await Promise.all(accounts.map(checkAccount))).flat();
}

export function accountsNotTried(providers: readonly string[], why: string): Check[] {
  return providers.map((provider) => checking("account", titleOf("Account", provider)).notTried(why));
}

async function checkAccount(account: StackAccount): Promise<Check[]> {
  const { provider } = account;
  const check = checking("account", titleOf("Account", provider));
  if ("error" in account)
    return [
      check.problem(account.error, [
        `Correct the arguments of the provider ${JSON.stringify(provider)}, then run \`pulumi up\`.`,
      ]),
    ];
  const checks = await checkService(account.connection, { declared: account });
  const others = checks.filter(({ status }) => status !== "ok");
  if (others.length === 0) return [check.ok()];
  return others.map((each) => ({ ...each, title: titleOf(each.title, provider) }));
}

function titleOf(title: string, provider: string): string {
  return `${title} of the provider ${JSON.stringify(provider)}`;
}
