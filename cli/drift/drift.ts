// Decides how a drift check goes: which stacks, which reports, whether to fix, and the exit code.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readAccounts } from "./account.ts";
import { assemble } from "./assemble.ts";
import { checkStack } from "./check.ts";
import { openProject, type Project, selectedStack } from "./engine.ts";
import { CheckImpossible } from "./failures.ts";
import { fix, requireAnswerer } from "./fix.ts";
import type { Account, CheckedStack, DriftReport } from "./model.ts";
import type { DriftOptions } from "./options.ts";
import { writeReports } from "./output.ts";
import { showProgress } from "./progress.ts";

export async function drift(options: DriftOptions): Promise<void> {
  const abort = new AbortController();
  // The terminal sends Ctrl-C to the engine too; a runner ends this process alone.
  process.once("SIGTERM", () => abort.abort());
  try {
    requireAnswerer(options);
    const project = await openProject(resolve(options.cwd), existingFile(options));
    const names = options.stack.length > 0 ? [...new Set(options.stack)] : [await selectedStack(project)];
    let report = await check(project, names, options, abort.signal);
    if (options.fix && (await fix(project, report, options, abort.signal))) {
      report = await check(project, names, options, abort.signal);
    }
    await writeReports(report, options);
    process.exitCode = report.exitCode;
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function check(
  project: Project,
  names: readonly string[],
  { unmanaged, failOn }: DriftOptions,
  signal: AbortSignal,
): Promise<DriftReport> {
  const now = new Date();
  const progress = showProgress(process.stderr);
  const stacks: CheckedStack[] = [];
  let accounts: readonly Account[] = [];
  try {
    for (const name of names) stacks.push(await checkStack(project, name, now, progress, signal));
    if (unmanaged || failOn.includes("unmanaged")) accounts = await accountsOf(project, stacks);
  } finally {
    progress.end();
  }
  return assemble(stacks, accounts, now, failOn);
}

async function accountsOf(project: Project, stacks: readonly CheckedStack[]): Promise<readonly Account[]> {
  // What a stack claims is known only when it was checked; without it everything of its own would seem unmanaged.
  if (stacks.some(({ error }) => error !== undefined)) return [];
  try {
    return await readAccounts(project, stacks);
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    return [{ projectId: "", baseUrl: "", unmanaged: [], error: error.message }];
  }
}

/** The CLI would go on without a word when the file is not there. */
function existingFile({ configFile }: DriftOptions): string | undefined {
  if (configFile === undefined) return undefined;
  const path = resolve(configFile);
  if (!existsSync(path)) throw new CheckImpossible(`There is no file ${configFile}: correct --config-file.`);
  return path;
}
