import { resolve } from "node:path";
import { Command } from "commander";
import { visible } from "../../contract/index.ts";
import { type Connection, readConnection } from "../../provider/config/config.ts";
import { readAccount } from "../account/account.ts";
import { accountIn } from "../account/stack-accounts.ts";
import type { KnownObjects } from "../calls/explored.ts";
import { keysOf, partAround } from "../calls/graph.ts";
import { liveObject } from "../calls/objects.ts";
import { routesJson } from "../calls/renderers/json.ts";
import { mermaid } from "../calls/renderers/mermaid.ts";
import { routesText } from "../calls/renderers/text.ts";
import { stackObjects } from "../calls/stack.ts";
import { pathsJson, pathsText } from "../calls/table.ts";
import { deploymentOf, openProject, selectedStack } from "../engine/engine.ts";
import { CheckImpossible } from "../engine/failures.ts";
import type { Wanted } from "../report/formats.ts";
import { hasColour, requireOnePrinted, writeTexts } from "../report/write.ts";
import { failing, reporting } from "./shared-options.ts";

export function routesCommand(): Command {
  const command = new Command("routes")
    .argument("[name]", "show one alone: a number, a user name, a name in the program, or an id")
    .option("--stack <name>", "a stack, by what its last `up` recorded; else the selected one")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .option("--account", "all that the service has, with the environment's credentials or the stack's")
    .option("--provider <name>", "with --account: the provider of the program that chooses the account")
    .option("--paths", "each path of every caller: keys, hours, failures, ends");
  return failing(reporting(command, ROUTES_FORMATS)).action(routes);
}

const ROUTES_FORMATS = ["text", "json", "mermaid"] as const;

interface RoutesOptions {
  readonly cwd: string;
  readonly stack?: string;
  /** With `account`: the provider of the stack that chooses the account. */
  readonly provider?: string;
  readonly account?: boolean;
  readonly report: readonly Wanted<(typeof ROUTES_FORMATS)[number]>[];
  readonly paths?: boolean;
  readonly failures: string;
}

interface Found extends KnownObjects {
  readonly title: string;
  readonly gaps: readonly string[];
}

async function routes(name: string | undefined, options: RoutesOptions): Promise<void> {
  const { paths, report } = options;
  requireOnePrinted(report);
  const wanted = report.length > 0 ? report : [{ format: "text" } as const];
  const found = await find(options);
  const { title, gaps } = found;
  if (paths) {
    const named = await pathsIn(found, name, Number(options.failures));
    await writeTexts(wanted, {
      text: (stream) => pathsText(named, { colour: stream !== undefined && hasColour(stream) }),
      json: () => pathsJson(named),
      mermaid: () => {
        throw new CheckImpossible("--paths has no picture: use --report text or --report json.");
      },
    });
    return reportGaps(gaps);
  }
  if (options.failures !== "1") throw new CheckImpossible("--failures is about paths: add --paths.");
  const { graphIn } = await import("../calls/explored.ts");
  const whole = await graphIn(found);
  const keys = name === undefined ? [] : keysOf(whole, name);
  if (name !== undefined && keys.length === 0)
    throw new CheckImpossible(
      `${title} have no object with the number, name or id ${visible(name)}. \`routes\` without it lists all.`,
    );
  const graph = name === undefined ? whole : partAround(whole, keys);
  await writeTexts(wanted, {
    text: (stream) => routesText(graph, { colour: stream !== undefined && hasColour(stream) }),
    json: () => routesJson(graph),
    mermaid: () => mermaid(graph),
  });
  reportGaps(gaps);
}

function reportGaps(gaps: readonly string[]): void {
  for (const gap of gaps) console.error(gap);
  if (gaps.length > 0) process.exitCode = 1;
}

async function pathsIn(found: Found, caller: string | undefined, failures: number) {
  const { callersIn } = await import("../calls/explored.ts");
  const all = await callersIn(found, failures);
  const named = all.filter(({ to, party }) => caller === undefined || [to, to.slice(1), party.name].includes(caller));
  if (named.length === 0 && caller !== undefined)
    throw new CheckImpossible(
      `${found.title} have no caller ${visible(caller)}. \`routes --paths\` without it lists all.`,
    );
  return named;
}

async function find(options: RoutesOptions): Promise<Found> {
  const { account, stack, provider, cwd } = options;
  if (!account) return ofStack(options);
  if (stack === undefined && provider === undefined) return ofAccount(readConnection(undefined));
  return ofAccount((await accountIn(cwd, stack, provider)).connection);
}

async function ofStack({ cwd, stack }: RoutesOptions): Promise<Found> {
  const project = openProject(resolve(cwd));
  const name = stack || (await selectedStack(project));
  const { resources = [] } = await deploymentOf(project, name);
  return {
    title: `Routes of the stack ${name}`,
    isWhole: false,
    note: (text) => console.error(`${text} \`--account\` reads the whole account.`),
    objects: stackObjects(resources).objects,
    gaps: [],
  };
}

async function ofAccount(connection: Connection): Promise<Found> {
  const { objects, gaps } = await readAccount(connection, () => undefined);
  return {
    objects: objects.map(({ type, live }) => liveObject(type, live)),
    title: `Routes of the project ${connection.projectId} at ${connection.baseUrl}`,
    // When a list could not be read, the existence of its objects is unknown.
    isWhole: gaps.length === 0,
    gaps,
  };
}
