import { appendFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { type PolicyOptions, policiesFrom } from "./drift/policies.ts";
import { commands } from "./drift/renderers/github.ts";
import { repository } from "./drift/sources.ts";
import { openProject, selectedStack } from "./engine/engine.ts";
import { packageFolder } from "./package.ts";
import { codeQuality, json, junit, notes, sarif, terraform } from "./preview/data.ts";
import { markdown } from "./preview/markdown.ts";
import { checkedArguments } from "./preview/passed-on.ts";
import type { Report } from "./preview/report.ts";
import { type Running, runPreview } from "./preview/run.ts";
import { terminal } from "./preview/terminal.ts";
import { knownIn } from "./preview/violations.ts";
import { explaining, save } from "./reports.ts";

/** The options that a preview and a deployment share. */
export interface ReportOptions extends PolicyOptions {
  readonly cwd: string;
  readonly stack?: string;
  /** A JSON report of the target branch: its violations count as known. */
  readonly baseline?: string;
  readonly markdown?: string;
  readonly json?: string;
  readonly junit?: string;
  readonly sarif?: string;
  readonly codequality?: string;
  readonly terraform?: string;
}

export interface PreviewOptions extends ReportOptions {
  readonly savePlan?: string;
}

/**
 * A page on GitHub holds 1 MiB, and GitHub drops larger ones. A comment holds 65,536 characters, which it may share with the
 * drift report.
 */
const PAGE = 1_000_000;
const COMMENT = 50_000;

export async function preview(options: PreviewOptions, passed: readonly string[]): Promise<void> {
  await explaining(async () => {
    const running = await opened(options, passed);
    const plan = options.savePlan === undefined ? undefined : resolve(options.savePlan);
    const report = await runPreview({ ...running, plan, triesCalls: true });
    await write(report, options);
    if (report.outcome !== "done") process.exitCode = 1;
  });
}

/** Opens the stack for a run, under the packs of the options or the package's own pack. */
export async function opened(options: ReportOptions, passed: readonly string[]): Promise<Running> {
  const policies = policiesFrom(options, join(packageFolder(), "policy"));
  const project = checkedArguments(await openProject(resolve(options.cwd), undefined), passed);
  const stack = options.stack || (await selectedStack(project));
  return { project, stack, policies, passed, ...(options.baseline && { known: await knownIn(options.baseline) }) };
}

/** Writes every requested report, and prints the report for people. */
export async function write(report: Report, options: ReportOptions): Promise<void> {
  const folder = resolve(options.cwd);
  const projectFile = relative(repository(folder), join(folder, "Pulumi.yaml")).split(sep).join("/");
  const files = [
    [options.markdown, () => markdown(report, COMMENT)],
    [options.json, () => json(report)],
    [options.junit, () => junit(report)],
    [options.sarif, () => sarif(report, projectFile)],
    [options.codequality, () => codeQuality(report, projectFile)],
    [options.terraform, () => terraform(report)],
  ] as const;
  for (const [file, text] of files) if (file) await save(file, text());
  console.log(terminal(report).trimEnd());
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_ACTIONS === "true") for (const line of commands(notes(report))) console.log(line);
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, markdown(report, PAGE));
}
