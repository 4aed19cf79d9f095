import { join, resolve } from "node:path";
import { Command } from "commander";
import { type PolicyOptions, policiesFrom } from "../drift/policies.ts";
import { openProject, selectedStack } from "../engine/engine.ts";
import { attempt } from "../engine/failures.ts";
import { stackOf } from "../engine/run.ts";
import { packageFolder } from "../package.ts";
import { checkedArguments } from "../preview/passed-on.ts";
import { type PreviewRun, runPreview } from "../preview/run.ts";
import { previewReport } from "../preview/to-report.ts";
import { knownIn } from "../preview/violations.ts";
import { showProgress } from "../progress.ts";
import type { Wanted } from "../report/formats.ts";
import { projectFileIn, sourceFinder } from "../report/sources.ts";
import { requireOnePrinted, writeReports } from "../report/write.ts";
import { several } from "./option-values.ts";
import { failing, reporting } from "./shared-options.ts";

export function previewCommand(argv: readonly string[]): Command {
  return failing(reporting(new Command("preview")))
    .argument("[pulumi-arguments...]", "after --: arguments for Pulumi, as `-- --target URN --refresh`")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--stack <name>", "the stack; else the selected one")
    .option("--policy-pack <folder>", "a policy pack instead of this package's; several times for several", several)
    .option("--policy-pack-config <file>", "its configuration; one for each pack", several)
    .option("--baseline <file>", "a JSON report of the target branch: what it has is folded as known")
    .option("--verbose", "also print what the engine prints, and add it to the report")
    .option("--allow-nobody <path...>", 'a caller or path that may reach nobody, as "+12025550101: key 3"')
    .option("--save-plan <file>", "also save the engine's plan, for `pulumi up --plan`")
    .action(async (passed, options, command: Command) => {
      requireSeparator(passed, argv, command);
      await preview(options, passed);
    });
}

interface PreviewOptions extends PolicyOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly baseline?: string;
  readonly savePlan?: string;
  readonly verbose?: boolean;
  readonly allowNobody?: readonly string[];
  readonly failures: string;
  readonly report: readonly Wanted[];
}

async function preview(options: PreviewOptions, passed: readonly string[]): Promise<void> {
  const { cwd, baseline, savePlan, verbose: isVerbose = false, allowNobody = [], report } = options;
  requireOnePrinted(report);
  const policies = namesPolicies(options) ? policiesFrom(options, join(packageFolder(), "policy")) : undefined;
  const project = checkedArguments(openProject(resolve(cwd)), passed);
  const known = baseline ? await knownIn(baseline) : new Map<string, number>();
  const plan = savePlan === undefined ? undefined : resolve(savePlan);
  const progress = showProgress(process.stderr);
  const failures = Number(options.failures);
  const run = { project, policies, passed, plan, isVerbose, allowNobody, failures, progress };
  const { stack, ...previewed } = await previewOf(run, options.stack || undefined).finally(progress.end);
  const about = { stack, known, isVerbose, sourceOf: sourceFinder(project.folder), now: new Date() };
  await writeReports(previewReport({ ...previewed, ...about }), report, projectFileIn(project.folder));
}

/** Asks for the name of the selected stack only where the engine fails before it shows that name. */
async function previewOf(run: Omit<PreviewRun, "stack">, named: string | undefined) {
  if (named === undefined) {
    const { value } = await attempt(runPreview({ ...run, stack: undefined }));
    const [stack] = value?.events.flatMap((event) => stackOf(event) ?? []) ?? [];
    if (value && stack !== undefined) return { ...value, stack };
  }
  const stack = named ?? (await selectedStack(run.project));
  return { ...(await runPreview({ ...run, stack })), stack };
}

/** True when the user names a pack or a configuration, by an option of the command or by Pulumi's variable for it. */
function namesPolicies({ policyPack, policyPackConfig }: PolicyOptions): boolean {
  const { PULUMI_OPTION_POLICY_PACK: pack, PULUMI_OPTION_POLICY_PACK_CONFIG: config } = process.env;
  return Boolean(policyPack || policyPackConfig || pack || config);
}

/** Accepts arguments for Pulumi only after `--`. Any other extra argument is an error. */
function requireSeparator(passed: readonly string[], argv: readonly string[], command: Command): void {
  if (passed.length > 0 && !argv.includes("--"))
    command.error(`error: unknown argument ${passed[0]}. Put arguments for Pulumi after --.`);
}
