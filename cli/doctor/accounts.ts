// Checks the account of each provider that the stack's program declares.

import { declaredAccounts, type StackAccount } from "../account/stack-accounts.ts";
import type { Deployment } from "../engine/engine.ts";
import type { Attempted } from "../engine/failures.ts";
import { type Check, checking, hideConnection, type PrivateValues } from "./report.ts";
import { checkService } from "./service.ts";

/** Returns one check for a working account; for any other, the service checks that fail. */
export async function checkAccounts(
  decrypted: Attempted<Deployment>,
  providers: readonly string[],
  hidden: PrivateValues,
): Promise<Check[]> {
  // Quoted, because a short name would also match inside ordinary words.
  for (const provider of providers) hidden.add(JSON.stringify(provider), "[provider]");
  if ("failure" in decrypted) {
    const { message } = decrypted.failure;
    return providers.map((provider) => checking("account", titleOf("Account", provider)).notTried(message));
  }
  const accounts = await declaredAccounts(decrypted.value, providers);
  return (await Promise.all(accounts.map((account) => checkAccount(account, hidden)))).flat();
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
