import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { type Resource, resources } from "../../contract/index.ts";
import { currentTime } from "../../provider/config/config.ts";
import { ENDING_SIGNALS } from "../../sdk/temporary.ts";
import type { Paths } from "../calls/compare.ts";
import { isExported } from "../doctor/configuration.ts";
import { checkStack } from "../drift/check.ts";
import type { CheckedStack, FailureKind, Verdict } from "../drift/checked.ts";
import { type PolicyOptions, policiesFor } from "../drift/policies.ts";
import { driftReport } from "../drift/to-report.ts";
import { readAccounts } from "../drift/unmanaged-objects.ts";
import { configOf, openProject, selectedStack } from "../engine/engine.ts";
import { CheckImpossible } from "../engine/failures.ts";
import type { Project } from "../engine/run.ts";
import { packageFolder } from "../package.ts";
import { endpointsOf } from "../preview/planned.ts";
import { showProgress } from "../progress.ts";
import type { Wanted } from "../report/formats.ts";
import { projectFileIn, type SourceOf, sourceFinder } from "../report/sources.ts";
import { requireOnePrinted, writeReports } from "../report/write.ts";
import { failureKinds, several, stackNames } from "./option-values.ts";
import { failing, reporting } from "./shared-options.ts";

export function driftCommand(): Command {
  return failing(reporting(new Command("drift")))
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--stack <name>", "a stack to check, several times for several; else the selected one", stackNames)
    .option("--config-file <file>", "the stack's configuration file, if it has another name than usual")
    .option("--unmanaged", "also list what the accounts have and no checked stack manages")
    .option("--provider <name>", "with --unmanaged: only the account of this provider of the program")
    .option(
      "--fail-on <findings>",
      "what exits with 7: drift, unmanaged, renewal, unnamed; or error, or never",
      failureKinds,
    )
    .option("--policy-pack <folder>", "the pack that the printed commands name; several times for several", several)
    .option("--policy-pack-config <file>", "its configuration; one for each pack", several)
    .addHelpText("after", EXIT_CODES)
    .action(async ({ failOn = ["drift"], stack = [], ...options }) => {
      await drift({ ...options, stack, failOn });
    });
}

interface DriftOptions extends PolicyOptions {
  readonly cwd: string;
  readonly stack: readonly string[];
  readonly configFile?: string;
  readonly unmanaged?: boolean;
  /** The provider whose account is searched for unmanaged objects. Default: all accounts of the stacks. */
  readonly provider?: string;
  readonly failOn: readonly FailureKind[];
  readonly failures: string;
  readonly report: readonly Wanted[];
}

async function drift(options: DriftOptions): Promise<void> {
  const abort = new AbortController();
  // The stacks that were not checked yet are not checked.
  for (const each of ENDING_SIGNALS) process.once(each, () => abort.abort());
  requireOnePrinted(options.report);
  const now = new Date();
  const project = openProject(resolve(options.cwd), existingFile(options));
  const names = options.stack.length > 0 ? [...new Set(options.stack)] : [await selectedStack(project)];
  const progress = showProgress(process.stderr);
  const stacks: CheckedStack[] = [];
  try {
    for (const [at, name] of names.entries()) {
      const title = names.length > 1 ? `${name} (${at + 1} of ${names.length} stacks)` : name;
      const stack = await checkStack(project, name, {
        now: await timeOf(project, name),
        progress,
        title,
        signal: abort.signal,
      });
      const policies = policiesFor(stack, options, join(packageFolder(), "policy"));
      const calls = await callsIn(project, stack, Number(options.failures));
      stacks.push({ ...stack, ...(policies && { policies }), ...calls });
    }
    const { unmanaged, provider, failOn } = options;
    const accounts = unmanaged || failOn.includes("unmanaged") ? await readAccounts(project, stacks, provider) : [];
    progress.end();
    await writeReports(driftReport({ stacks, accounts, now }, failOn), options.report, projectFileIn(project.folder));
  } finally {
    progress.end();
  }
}

/** Returns the time that decides whether a token is due: this machine's, or in a test the reference server's. */
async function timeOf(project: Project, stack: string): Promise<Date> {
  if (!isExported("SIGNALWIRE_CLOCK")) return new Date();
  const values = await configOf(project, stack);
  return currentTime({ get: (key) => values[key]?.value });
}

/** Fails when the file does not exist: the CLI would ignore a missing file. */
function existingFile({ configFile }: DriftOptions): string | undefined {
  if (configFile === undefined) return undefined;
  const path = resolve(configFile);
  if (!existsSync(path)) throw new CheckImpossible(`There is no file ${configFile}: correct --config-file.`);
  return path;
}

/** The verdicts on an object that the service has in another form than the record, in what the program names. */
const DIFFERS: ReadonlySet<Verdict> = new Set(["missing", "drifted", "dangling"]);

async function callsIn(
  project: Project,
  stack: CheckedStack,
  failures: number,
): Promise<Pick<CheckedStack, "calls" | "picture">> {
  const { objects, error, isExpecting } = stack;
  // A script may dial an endpoint of another stack, which no resource of this one shows.
  const mayDiffer = stack.resources.some(
    ({ type, verdict, unnamed }) =>
      DIFFERS.has(verdict) || unnamed.length > 0 || (resources[type] as Resource).hosted !== undefined,
  );
  if (!objects || !(mayDiffer || isExpecting)) return {};
  // The calls need the reference server, which takes longer to load than the rest.
  const { callsOf } = await import("../calls/compare.ts");
  const { recorded, live, secrets } = await objects();
  const change = { project: undefined, before: recorded, after: live, secrets };
  const read = endpointsOf(project, stack.stack);
  const titles = ["recorded", "at the service"] as const;
  const { picture, ...found } = await callsOf(change, { failures, titles, read, isRecord: true });
  const calls = { ...found, paths: withSources(found.paths, sourceFinder(project.folder)) };
  // An object that was not read may lead anywhere.
  const isKnown = error === undefined && !live.some(({ mark }) => mark === "unread");
  return { ...(picture !== undefined && { picture }), ...(isKnown && { calls }) };
}

/** Adds the line of each expectation in the program. */
function withSources(paths: Paths, sourceOf: SourceOf): Paths {
  const { expectations = [] } = paths;
  const found = expectations.map((each) => {
    const { declared, index } = each;
    return { ...each, source: declared && sourceOf({ ...declared, entry: index }) };
  });
  return { ...paths, expectations: found };
}

const EXIT_CODES = `
Exit codes:
  0  nothing differs
  7  something differs (see --fail-on)
  1  something could not be checked; this beats 7`;
