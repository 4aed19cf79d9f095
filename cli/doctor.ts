import { resolve } from "node:path";
import { ConfigurationError, type Connection, readConnection } from "../provider/config.ts";
import { accountOfStack } from "./account/stack-accounts.ts";
import { agreed } from "./agreed.ts";
import { examine } from "./doctor/examine.ts";
import { issueBlock, probeJson, probeText } from "./doctor/probe/report.ts";
import { probe } from "./doctor/probe/run.ts";
import { anonymous, anonymousReport, doctorReport, hideConnection, PrivateValues } from "./doctor/report.ts";
import { checkService } from "./doctor/service.ts";
import { openProject, selectedStack } from "./engine/engine.ts";
import { CheckImpossible } from "./engine/failures.ts";
import { version } from "./package.ts";
import type { Format, Wanted } from "./report/formats.ts";
import { projectFileIn } from "./report/sources.ts";
import { terminal } from "./report/terminal.ts";
import { shown } from "./report/text.ts";
import { hasColour, print, requireOnePrinted, save, writeReports } from "./report/write.ts";

export interface DoctorOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly report: readonly Wanted[];
}

export interface ProbeOptions extends DoctorOptions {
  /** The provider of the stack that chooses the account. */
  readonly provider?: string;
  readonly yes?: boolean;
}

export async function doctor({ cwd, stack, report: wanted }: DoctorOptions): Promise<void> {
  requireOnePrinted(wanted);
  const folder = resolve(cwd);
  const { report: checked, hidden } = await examine(folder, stack);
  const report = doctorReport(checked, new Date());
  await writeReports(report, wanted, projectFileIn(folder), anonymousReport(report, hidden));
}

/**
 * Tries the assumptions at the service. Exits with 7 when one differs, with 1 when the probe failed or could not remove its
 * objects.
 */
export async function probeService(options: ProbeOptions): Promise<void> {
  requireOnePrinted(options.report);
  const connection = await connectionOf(options);
  const checks = await checkService(connection);
  const problems = checks.filter(({ status, cause }) => status === "problem" && cause !== "scope-missing");
  if (problems.length > 0) {
    const report = doctorReport({ version: version(), platform: process.platform, checks: problems }, new Date());
    process.stderr.write(terminal(shown(report), hasColour(process.stderr)));
    process.exitCode = 1;
    return;
  }
  if (await allowed(connection, options.yes)) await run(connection, options.report);
}

async function run(connection: Connection, wanted: readonly Wanted[]): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => {
    console.error("Stopping. What the probe made is removed first; press Ctrl+C again to leave it.");
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, onSignal);
  const result = await probe(connection, stop.signal);
  const hidden = new PrivateValues();
  hideConnection(connection, hidden);
  const texts: { readonly [format in Format]?: () => string } = {
    json: () => `${JSON.stringify(probeJson(result), undefined, 2)}\n`,
    markdown: () => issueBlock(result),
  };
  const stream = wanted.some(({ file }) => file === undefined) ? process.stderr : process.stdout;
  stream.write(probeText(result, connection.baseUrl, hasColour(stream)));
  for (const { format, file } of wanted) {
    const text = anonymous(texts[format]?.() ?? "", hidden);
    await (file === undefined ? print(process.stdout, text) : save(file, text));
  }
  const isTried = result.assumptions.some(({ outcome }) => outcome.verdict !== "not-tried");
  if (result.left.length > 0 || result.isStopped || !isTried) process.exitCode = 1;
  else if (result.assumptions.some(({ outcome }) => outcome.verdict === "differs")) process.exitCode = 7;
}

/**
 * Returns the connection of the given provider. Without one, returns the environment's if it is complete, otherwise the
 * stack's.
 */
async function connectionOf({ cwd, stack, provider }: ProbeOptions): Promise<Connection> {
  try {
    if (provider === undefined) return readConnection(undefined);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  const project = openProject(resolve(cwd));
  return (await accountOfStack(project, stack ?? (await selectedStack(project)), provider)).connection;
}

async function allowed({ baseUrl, projectId }: Connection, yes = false): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new CheckImpossible("--probe asks before it creates anything. Pass --yes in CI.");
  console.error(
    `The probe writes to the project ${projectId} at ${baseUrl}. It makes up to three SIP endpoints named probe-…, which\n` +
      "nothing can ring, and client tokens that it throws away. It removes the endpoints. It changes nothing else.",
  );
  return agreed("Go on?");
}
