import { existsSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { agreed } from "./agreed.ts";
import { checkStack, type Watcher } from "./drift/check.ts";
import { type Findings, findingsOf } from "./drift/findings.ts";
import { applyFix, planFix, verifyFix } from "./drift/fix.ts";
import { type PolicyOptions, policiesFrom, recordedPolicies } from "./drift/policies.ts";
import { annotations } from "./drift/renderers/github.ts";
import { jsonReport } from "./drift/renderers/json.ts";
import { junitReport } from "./drift/renderers/junit.ts";
import { markdownReport } from "./drift/renderers/markdown.ts";
import { terminalReport } from "./drift/renderers/terminal.ts";
import {
  type CheckedStack,
  type DriftReport,
  FAILS_AS,
  type FailureKind,
  type Policies,
  reportOf,
} from "./drift/report.ts";
import { masked, showChange, visible } from "./drift/text.ts";
import { readAccounts } from "./drift/unmanaged-objects.ts";
import { CheckImpossible, openProject, type Project, selectedStack } from "./engine/engine.ts";
import { type Progress, showProgress } from "./progress.ts";
import { explaining, hasColour, isPrinted, type Place, print, requireOnePrinted, save } from "./reports.ts";

export interface DriftOptions extends PolicyOptions {
  readonly cwd: string;
  readonly stack: readonly string[];
  readonly configFile?: string;
  readonly unmanaged?: boolean;
  /** The provider whose account is searched for unmanaged objects. Default: all accounts of the stacks. */
  readonly provider?: string;
  readonly failOn: readonly FailureKind[];
  readonly json?: Place;
  readonly junit?: Place;
  readonly markdown?: Place;
  readonly fix?: boolean;
  readonly yes?: boolean;
}

export async function drift(options: DriftOptions): Promise<void> {
  const abort = new AbortController();
  // Ctrl-C in a terminal reaches the engine too. A CI runner signals only this process.
  process.once("SIGTERM", () => abort.abort());
  await explaining(async () => {
    requireOnePrinted([options.json, options.junit, options.markdown], "--junit drift.xml");
    requireAnswerer(options);
    const project = await openProject(resolve(options.cwd), existingFile(options));
    const names = options.stack.length > 0 ? [...new Set(options.stack)] : [await selectedStack(project)];
    let report = await check(project, names, options, abort.signal);
    if (options.fix) report = await fixed(project, report, options, abort.signal);
    await writeReports(findingsOf(report, options.failOn), options);
    process.exitCode = report.exitCode;
  });
}

/** Fails before the check when a confirmation will be needed and cannot be given. */
function requireAnswerer({ fix: isWanted, yes }: DriftOptions): void {
  if (!isWanted || yes || process.stdin.isTTY) return;
  throw new CheckImpossible("--fix asks before it changes anything. Pass --yes in CI.");
}

/** Fails when the file does not exist: the CLI would ignore a missing file. */
function existingFile({ configFile }: DriftOptions): string | undefined {
  if (configFile === undefined) return undefined;
  const path = resolve(configFile);
  if (!existsSync(path)) throw new CheckImpossible(`There is no file ${configFile}: correct --config-file.`);
  return path;
}

async function check(
  project: Project,
  names: readonly string[],
  options: DriftOptions,
  signal: AbortSignal,
): Promise<DriftReport> {
  const now = new Date();
  const progress = showProgress(process.stderr);
  const stacks: CheckedStack[] = [];
  try {
    for (const name of names) {
      const stack = await checkStack(project, name, now, watching(progress, names), signal);
      stacks.push(await withPolicies(project, stack, options));
    }
    return await reported(project, stacks, options, now);
  } finally {
    progress.end();
  }
}

/** Adds the policy packs to the stack, because its remedies name them. `--fix` stops when the packs are unknown. */
async function withPolicies(project: Project, stack: CheckedStack, options: DriftOptions): Promise<CheckedStack> {
  if (stack.resources.every(({ verdict }) => FAILS_AS[verdict] !== "drift")) return stack;
  try {
    return { ...stack, policies: await policiesFor(project, stack.stack, options) };
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    return { ...stack, policies: error.message };
  }
}

async function reported(
  project: Project,
  stacks: readonly CheckedStack[],
  { unmanaged, provider, failOn }: DriftOptions,
  now: Date,
): Promise<DriftReport> {
  const accounts = unmanaged || failOn.includes("unmanaged") ? await readAccounts(project, stacks, provider) : [];
  return reportOf(stacks, accounts, now, failOn);
}

/** Checks the stack again after the fix. Reports "in sync" only when a preview confirms it. */
async function fixed(
  project: Project,
  { stacks }: DriftReport,
  options: DriftOptions,
  signal: AbortSignal,
): Promise<DriftReport> {
  const now = new Date();
  const after: CheckedStack[] = [];
  for (const stack of stacks) {
    try {
      const policies = stack.policies ?? (await policiesFor(project, stack.stack, options));
      if (typeof policies === "string") throw new CheckImpossible(policies);
      const { failure, again } = await fixStack(project, stack, policies, { ...options, now }, signal);
      for (const line of leftLines(again)) console.error(line);
      const seen = await verifyFix(project, { ...again, policies }, policies, signal);
      // The fix succeeded when the service matches the program, whatever the engine's exit code is.
      const isSettled =
        seen.error === undefined && seen.resources.every(({ verdict }) => FAILS_AS[verdict] !== "drift");
      if (failure && isSettled) console.error(`The fix is in place, though the engine ended with: ${failure.message}`);
      after.push(failure && !isSettled ? { ...seen, error: seen.error ?? failure.message } : seen);
    } catch (error) {
      if (!(error instanceof CheckImpossible)) throw error;
      console.error(error.message);
      after.push({ ...stack, error: stack.error ?? error.message });
    }
  }
  return reported(project, after, options, now);
}

/** Returns the packs from the command line, else the packs of the last deployment. */
function policiesFor(project: Project, stack: string, options: DriftOptions): Promise<Policies> | Policies {
  return options.policyPack || options.policyPackConfig ? policiesFrom(options) : recordedPolicies(project, stack);
}

interface Fix {
  readonly isDone: boolean;
  /** The reason why the engine ended with an error. */
  readonly failure?: CheckImpossible | undefined;
}

/** Fixes what drifted, and checks the stack again. Then fixes what a drifted SIP profile hid until then. */
async function fixStack(
  project: Project,
  stack: CheckedStack,
  policies: Policies,
  options: DriftOptions & { readonly now: Date },
  signal: AbortSignal,
): Promise<Omit<Fix, "isDone"> & { readonly again: CheckedStack }> {
  const look = () => checkStack(project, stack.stack, options.now, SILENT, signal);
  const first = await fixOnce(project, stack, policies, options, signal);
  if (!first.isDone) return { failure: first.failure, again: stack };
  const again = await look();
  if (!wasHidden(stack, again)) return { failure: first.failure, again };
  console.error(`Stack ${stack.stack}: the SIP profile hid further drift of endpoints that inherit from it.`);
  const { isDone, failure = first.failure } = await fixOnce(project, again, policies, options, signal);
  return { failure, again: isDone ? await look() : again };
}

/** True when a change shows that could not be compared before. */
function wasHidden(before: CheckedStack, after: CheckedStack): boolean {
  const hidden = new Map(before.resources.map(({ urn, hidden = [] }) => [urn, hidden]));
  return after.resources.some(({ urn, changes }) =>
    changes.some(({ property }) => hidden.get(urn)?.includes(property) === true),
  );
}

/** Counts the settings that the program does not name: a fix leaves them alone. */
function leftLines({ resources }: CheckedStack): string[] {
  return masked(resources)
    .filter(({ unwatched }) => unwatched.length > 0)
    .map(({ type, name, unwatched }) => {
      const changes = unwatched.map(showChange).map((each) => `${each.property} ${each.expected} → ${each.actual}`);
      return `${type} ${visible(name)}: left as it is: ${changes.join("; ")}`;
    });
}

async function fixOnce(
  project: Project,
  stack: CheckedStack,
  policies: Policies,
  { yes }: DriftOptions,
  signal: AbortSignal,
): Promise<Fix> {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-drift-"));
  try {
    const plan = await planFix(project, stack, policies, join(folder, "plan.json"), signal);
    if (!plan) return { isDone: false };
    if (plan.steps.length === 0) {
      console.error(
        `Stack ${plan.stack}: the program already says what the service holds; \`pulumi refresh\` accepts it.`,
      );
      return { isDone: false };
    }
    console.error(`Stack ${plan.stack}: this will be done at the service.\n${plan.steps.join("\n")}`);
    if (!(yes || (await agreed("Go on?")))) return { isDone: false };
    const failure = await applyFix(project, plan, (text) => void process.stderr.write(text), signal);
    return { isDone: true, failure };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeReports(found: Findings, options: DriftOptions): Promise<void> {
  const wanted = [
    [options.json, () => jsonReport(found)],
    [options.junit, () => junitReport(found)],
    [options.markdown, () => markdownReport(found)],
  ] as const;
  // A report on standard output is read by a program, so text for people goes to standard error.
  const printed = wanted.find(([place]) => isPrinted(place));
  const stream = printed ? process.stderr : process.stdout;
  await print(stream, terminalReport(found, { colour: hasColour(stream) }));
  if (printed) await print(process.stdout, printed[1]());
  for (const [place, write] of wanted) if (typeof place === "string" && place !== "-") await save(place, write());

  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_ACTIONS === "true") for (const line of annotations(found)) await print(stream, `${line}\n`);
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, markdownReport(found));
}

/** Shows which of several stacks is being checked, and the engine's progress. */
function watching({ show, say }: Progress, names: readonly string[]): Watcher {
  const placeOf = (name: string) => (names.length > 1 ? ` (${names.indexOf(name) + 1} of ${names.length} stacks)` : "");
  return { say, read: (name, count) => show(`Checking ${name}${placeOf(name)}: ${count} read`) };
}

const SILENT: Watcher = { read: () => undefined, say: () => undefined };
