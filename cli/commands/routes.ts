import { resolve } from "node:path";
import { Command, Option } from "commander";
import { visible } from "../../contract/index.ts";
import { type Connection, readConnection } from "../../provider/config.ts";
import { readAccount } from "../account/account.ts";
import { accountOfStack } from "../account/stack-accounts.ts";
import { checkStack, markOf } from "../drift/check.ts";
import type { CheckedResource } from "../drift/checked.ts";
import { openProject, selectedStack, stateOf } from "../engine/engine.ts";
import { CheckImpossible } from "../engine/failures.ts";
import { hasColour } from "../report/write.ts";
import { type Graph, graphOf, keysOf, partAround } from "../routes/graph.ts";
import { type KnownObject, liveObject } from "../routes/objects.ts";
import { routesJson } from "../routes/renderers/json.ts";
import { mermaid } from "../routes/renderers/mermaid.ts";
import { pathsJson, pathsText } from "../routes/renderers/paths.ts";
import { routesText } from "../routes/renderers/text.ts";
import { stackObjects } from "../routes/stack.ts";

export function routesCommand(): Command {
  return new Command("routes")
    .argument("[name]", "show one alone: a number, a user name, a name in the program, or an id")
    .option("--stack <name>", "a stack, by what its last `up` recorded; else the selected one")
    .option("--drift", "also ask the service, and mark what is missing, dangling or drifted")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .addOption(
      new Option("--account", "all that the service has, with the environment's credentials or the stack's").conflicts(
        "drift",
      ),
    )
    .option("--provider <name>", "with --account: the provider of the program that chooses the account")
    .addOption(new Option("--server <url>", "likewise of the server at this address").conflicts(["stack", "drift"]))
    .addOption(new Option("--mermaid", "print Mermaid, for Markdown").conflicts("json"))
    .addOption(
      new Option("--paths [caller]", "each path of every caller, or of one: keys, hours, failures, ends").conflicts(
        "mermaid",
      ),
    )
    .option("--json", "print every node and edge, or every path")
    .action(routes);
}

export interface RoutesOptions {
  readonly cwd: string;
  readonly stack?: string;
  /** With `account`: the provider of the stack that chooses the account. */
  readonly provider?: string;
  readonly drift?: boolean;
  readonly account?: boolean;
  readonly server?: string;
  readonly mermaid?: boolean;
  readonly json?: boolean;
  /** Show each path of every caller, or of one. */
  readonly paths?: boolean | string;
}

interface Found {
  readonly objects: readonly KnownObject[];
  readonly title: string;
  readonly isWhole: boolean;
  /** One sentence for each kind of object that could not be read. */
  readonly gaps: readonly string[];
}

/** Prints all routes, or those of the object with this number, name or id. */
export async function routes(name: string | undefined, options: RoutesOptions): Promise<void> {
  const { objects, title, isWhole, gaps } = await find(options);
  if (options.paths) {
    const caller = name ?? (options.paths === true ? undefined : options.paths);
    process.stdout.write(await writtenPaths(objects, title, caller, options));
    return reportGaps(gaps);
  }
  const whole = graphOf(objects, { isWhole });
  const keys = name === undefined ? [] : keysOf(whole, name);
  if (name !== undefined && keys.length === 0)
    throw new CheckImpossible(
      `${title} have no object with the number, name or id ${visible(name)}. \`routes\` without it lists all.`,
    );
  process.stdout.write(written(name === undefined ? whole : partAround(whole, keys), options));
  reportGaps(gaps);
}

function reportGaps(gaps: readonly string[]): void {
  for (const gap of gaps) console.error(gap);
  if (gaps.length > 0) process.exitCode = 1;
}

async function writtenPaths(
  objects: readonly KnownObject[],
  title: string,
  caller: string | undefined,
  { json }: RoutesOptions,
): Promise<string> {
  // Loaded for paths: they need the reference server.
  const { openTrial } = await import("../routes/tried-call.ts");
  const trial = await openTrial();
  try {
    trial.hold(objects);
    const all = await trial.explore();
    const named = all.filter(({ to, party }) => caller === undefined || [to, to.slice(1), party.name].includes(caller));
    if (named.length === 0 && caller !== undefined)
      throw new CheckImpossible(`${title} have no caller ${visible(caller)}. \`routes --paths\` without it lists all.`);
    return json ? pathsJson(named) : pathsText(named, { colour: hasColour(process.stdout) });
  } finally {
    await trial.close();
  }
}

function written(graph: Graph, options: RoutesOptions): string {
  if (options.mermaid) return mermaid(graph);
  if (options.json) return routesJson(graph);
  return routesText(graph, { colour: hasColour(process.stdout) });
}

async function find(options: RoutesOptions): Promise<Found> {
  if (options.server !== undefined) return ofAccount(connectionTo(options.server));
  if (options.account) return ofAccount(await connectionOf(options));
  return ofStack(options);
}

async function ofStack({ cwd, stack, drift }: RoutesOptions): Promise<Found> {
  const project = openProject(resolve(cwd));
  const name = stack || (await selectedStack(project));
  const { objects } = stackObjects(await stateOf(project, name));
  const title = `Routes of the stack ${name}`;
  if (!drift) return { objects, title, isWhole: false, gaps: [] };
  const watcher = { read: () => undefined, wait: () => undefined, say: (line: string) => console.error(line) };
  const checked = await checkStack(project, name, new Date(), watcher, new AbortController().signal);
  return {
    ...{ title, isWhole: false, objects: objects.map((object) => marked(object, checked.resources)) },
    gaps: checked.error === undefined ? [] : [checked.error],
  };
}

function marked(object: KnownObject, checked: readonly CheckedResource[]): KnownObject {
  const { verdict } = checked.find(({ type, id }) => type === object.type && id === object.id) ?? {};
  const mark = verdict && markOf(verdict);
  return mark ? { ...object, mark } : object;
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

/** Uses the environment's credentials. */
function connectionTo(server: string): Connection {
  return readConnection(undefined, { ...process.env, SIGNALWIRE_BASE_URL: server, SIGNALWIRE_SPACE: undefined });
}

/** Returns the environment's connection, else the connection of the given stack. */
async function connectionOf({ stack, provider, cwd }: RoutesOptions): Promise<Connection> {
  if (stack === undefined && provider === undefined) return readConnection(undefined);
  const project = openProject(resolve(cwd));
  return (await accountOfStack(project, stack ?? (await selectedStack(project)), provider)).connection;
}
