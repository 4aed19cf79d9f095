import { join, resolve } from "node:path";
import { type PolicyOptions, policiesFrom } from "./drift/policies.ts";
import { openProject, selectedStack } from "./engine/engine.ts";
import { packageFolder } from "./package.ts";
import { checkedArguments } from "./preview/passed-on.ts";
import { runPreview } from "./preview/run.ts";
import { previewReport } from "./preview/to-report.ts";
import { knownIn } from "./preview/violations.ts";
import { showProgress } from "./progress.ts";
import type { Wanted } from "./report/formats.ts";
import { projectFileIn } from "./report/sources.ts";
import { requireOnePrinted, writeReports } from "./report/write.ts";

export interface PreviewOptions extends PolicyOptions {
  readonly cwd: string;
  readonly stack?: string;
  /** A JSON report of the target branch: its violations count as known. */
  readonly baseline?: string;
  readonly savePlan?: string;
  readonly verbose?: boolean;
  /** `+12025550101` or `+12025550101: key 3`. */
  readonly allowNobody?: readonly string[];
  readonly report: readonly Wanted[];
}

/** @param passed Arguments for Pulumi. */
export async function preview(options: PreviewOptions, passed: readonly string[]): Promise<void> {
  const { cwd, baseline, savePlan, verbose: isVerbose = false, allowNobody = [], report } = options;
  requireOnePrinted(report);
  const policies = policiesFrom(options, join(packageFolder(), "policy"));
  const project = checkedArguments(openProject(resolve(cwd)), passed);
  const stack = options.stack || (await selectedStack(project));
  const known = baseline ? await knownIn(baseline) : new Map<string, number>();
  const plan = savePlan === undefined ? undefined : resolve(savePlan);
  const progress = showProgress(process.stderr);
  const running = { project, stack, policies, passed, plan, known, isVerbose, allowNobody, progress };
  const previewed = await runPreview(running).finally(progress.end);
  await writeReports(previewReport(previewed), report, projectFileIn(project.folder));
}
