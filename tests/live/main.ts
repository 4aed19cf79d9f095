// `npm run test:live` asks a real space what the reference server claims. It takes the service and the credentials from the
// SIGNALWIRE_ variables. `--yes` starts without asking, and `--record <file>` names the record.

import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { type Gap, type GapId, gaps, type Probe, SignalWireError, visible } from "../../contract/index.ts";
import { type Connection, readConnection } from "../../provider/config/config.ts";
import { startServer } from "../../server/index.ts";
import { Records, versionHere } from "./record.ts";
import { type Left, type Outcome, type Result, run } from "./run.ts";

const { values } = parseArgs({
  options: { yes: { type: "boolean" }, record: { type: "string", default: "live-record.json" } },
});

try {
  await main(readConnection(undefined));
} catch (error) {
  if (!(error instanceof SignalWireError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(connection: Connection): Promise<void> {
  console.log(await planFor(connection));
  if (!values.yes && !(await isAgreed())) return;
  const stop = new AbortController();
  const onSignal = () => {
    console.error("Stopping. What the suite made is removed first; press Ctrl+C again to leave it.");
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, onSignal);
  const records = new Records();
  const result = await run(connection, stop.signal, records);
  process.stdout.write(resultText(result, connection.baseUrl));
  await writeFile(values.record, recordOf(result, records, connection));
  console.log(`${values.record} has the records, without ids, names, numbers and tokens: attach it to an issue.`);
  process.exitCode = exitCodeOf(result);
}

/** Returns the plan: the requests that the suite sends to the reference server of this process, and what they cost. */
async function planFor({ projectId, baseUrl }: Connection): Promise<string> {
  const server = await startServer();
  const { url, project } = server;
  const limits = { concurrency: 4, requestsPerSecond: undefined };
  const local = { baseUrl: url, projectId: project.id, apiToken: project.apiToken, limits };
  await run(local, new AbortController().signal);
  const requests = server.journal.entries.map(({ method, path }) => [method, path.replace(/\?.*/, "")] as const);
  await server.close();
  const writes = requests.filter(([method]) => method !== "GET").map(([method, path]) => `${method} ${placeOf(path)}`);
  const counts = [...Map.groupBy(writes, (each) => each)].map(([each, { length }]) => `  ${length} × ${each}`);
  return [
    `The suite writes to the project ${projectId} at ${baseUrl}:`,
    ...counts,
    `and reads ${requests.length - writes.length} times. Some of the writes are refused on purpose.`,
    "It makes up to three SIP endpoints, two scripts and a domain application, named live-test-…. Nothing can ring or reach them,",
    "and it removes them. It makes client tokens that it throws away. It buys nothing, places no call or message, and changes no",
    "object that it did not make: it costs nothing.",
  ].join("\n");
}

/** Returns the collection of a path, or its items. */
function placeOf(path: string): string {
  return path.replace(/\/[\da-f]{8}-[\da-f-]{27}$/i, "/{id}").replace(/\/not-an-id$/, "/{id}");
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error("The suite asks before it writes. Pass --yes where nobody can answer: npm run test:live -- --yes");
    process.exitCode = 1;
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question("Go on? [y/N] ");
  prompt.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

function recordOf({ name, outcomes, isStopped }: Result, records: Records, used: Connection): string {
  const { node, platform } = { node: process.versions.node, platform: process.platform };
  const at = new Date().toISOString().slice(0, 10);
  const about = { version: versionHere(), node, platform, at, isStopped };
  const assumptions = Object.fromEntries(outcomes);
  const text = JSON.stringify({ ...about, assumptions, records: records.all(name, at) }, undefined, 2);
  const { hostname } = new URL(used.baseUrl);
  return `${text.replaceAll(used.projectId, "[project]").replaceAll(used.apiToken, "[secret]").replaceAll(hostname, "[space]")}\n`;
}

/** @param baseUrl - The service's address, for the commands that remove remaining objects. */
function resultText({ outcomes, left, isStopped }: Result, baseUrl: string): string {
  const lines = [...outcomes].flatMap(([gap, outcome]) => linesOf(gap, outcome));
  const stopped = isStopped ? ["The suite was stopped before it had tried everything."] : [];
  const never = Object.values<Gap>(gaps).filter(({ probe }) => !probe).length;
  const [held, differ, untried] = ["held", "differs", "not-tried"].map((verdict) => countOf(outcomes, verdict));
  const counts = `${held} held, ${differ} differ, ${untried} not tried. ${never} more are never tried.`;
  const removal = left.map((each) => leftLine(each, baseUrl));
  return `${[...lines, "", ...stopped, ...removal, counts].join("\n")}\n`;
}

function linesOf(gap: GapId, outcome: Outcome): string[] {
  const { question, answer, probe }: Gap = gaps[gap];
  if (outcome.verdict === "not-tried") return [`– ${gap}: not tried: ${visible(outcome.why)}`];
  if (outcome.verdict === "held")
    return [`✓ ${gap}: ${question} ${answer}${outcome.except === undefined ? "" : ` (not tried: ${outcome.except})`}`];
  const { otherwise, option } = probe as Probe;
  return [
    `✗ ${gap}: expected ${visible(outcome.expected)}; seen ${visible(outcome.seen)}`,
    ...[otherwise, ...(option ? [`The reference server does so with ${option}.`] : [])].map((line) => `    → ${line}`),
  ];
}

function leftLine({ resource, id, name, why }: Left, baseUrl: string): string {
  const what = `the ${resource.title} ${visible(name)} (${why})`;
  if (id === "") return `Not certain to be removed: ${what}.`;
  const credentials = '"$SIGNALWIRE_PROJECT_ID:$SIGNALWIRE_API_TOKEN"';
  const path = resource.operations.delete?.path.replace("{id}", id);
  return `Not removed: ${what}: curl --request DELETE --user ${credentials} ${baseUrl}${path}`;
}

function countOf(outcomes: Result["outcomes"], verdict: string): number {
  return [...outcomes.values()].filter((each) => each.verdict === verdict).length;
}

/** Returns 1 when the suite did not finish or left something behind, and 7 when an assumption differs. */
function exitCodeOf({ outcomes, left, isStopped }: Result): number {
  const differing = countOf(outcomes, "differs");
  if (left.length > 0 || isStopped || countOf(outcomes, "held") + differing === 0) return 1;
  return differing > 0 ? 7 : 0;
}
