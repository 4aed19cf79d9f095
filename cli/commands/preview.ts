import { join, resolve } from "node:path";
import { Command } from "commander";
import { type PolicyOptions, policiesFrom } from "../drift/policies.ts";
import { openProject, selectedStack } from "../engine/engine.ts";
import { packageFolder } from "../package.ts";
import { checkedArguments } from "../preview/passed-on.ts";
import { runPreview } from "../preview/run.ts";
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
    .action(async (passed, options, command: Command) => {
      requireSeparator(passed, argv, command);
      await preview(options, passed);
    });
}

interface PreviewOptions extends PolicyOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly baseline?: string;
  readonly verbose?: boolean;
  readonly allowNobody?: readonly string[];
  readonly failures: string;
  readonly report: readonly Wanted[];
}

async function preview(options: PreviewOptions, passed: readonly string[]): Promise<void> {
  const { cwd, baseline, verbose: isVerbose = false, allowNobody = [], report } = options;
  requireOnePrinted(report);
  const policies = namesPolicies(options) ? policiesFrom(options, join(packageFolder(), "policy")) : undefined;
  const project = checkedArguments(openProject(resolve(cwd)), passed);
  const known = baseline ? await knownIn(baseline) : new Set<string>();
  const progress = showProgress(process.stderr);
  const failures = Number(options.failures);
  const stack = options.stack || (await selectedStack(project));
  const run = { project, stack, policies, passed, isVerbose, allowNobody, failures, progress };
  const previewed = await runPreview(run).finally(progress.end);
  const about = { stack, known, isVerbose, sourceOf: sourceFinder(project.folder), now: new Date() };
  await writeReports(previewReport({ ...previewed, ...about }), report, projectFileIn(project.folder));
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
