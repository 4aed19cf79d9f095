import { appendFile, writeFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { CommandError, type EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { nameInProgram, typesInProgram } from "../contract/index.ts";
import { CheckImpossible, explained, openProject, selectedStack } from "./drift/engine.ts";
import { commands } from "./drift/renderers/github.ts";
import { repository, sourceFinder } from "./drift/sources.ts";
import { packageFolder } from "./package.ts";
import { otherWaysIn } from "./preview/other-ways.ts";
import { OF_THE_PLAN, previewed } from "./preview/planned.ts";
import { codeQuality, markdown, notes, type Previewed, terraform, type Violation } from "./preview/preview-reports.ts";

export interface PreviewOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly policyPack?: string;
  readonly policyPackConfig?: string;
  readonly markdown?: string;
  readonly codequality?: string;
  readonly terraform?: string;
}

/** A page of GitHub holds 1 MiB and is dropped when it has more; a comment 65,536 characters, of which drift may need some. */
const PAGE = 1_000_000;
const COMMENT = 50_000;

export async function preview(options: PreviewOptions): Promise<void> {
  const folder = resolve(options.cwd);
  try {
    const project = await openProject(folder, undefined);
    const name = options.stack || (await selectedStack(project));
    const events: EngineEvent[] = [];
    let text = "";
    const pass = (stream: NodeJS.WriteStream) => (chunk: string) => {
      const shown = chunk.replace(OF_THE_PLAN, "");
      text += shown;
      stream.write(shown);
    };
    const how = {
      diff: true,
      policyPacks: [resolve(options.policyPack ?? join(packageFolder(), "policy"))],
      ...(options.policyPackConfig && { policyPackConfigs: [resolve(options.policyPackConfig)] }),
      onOutput: pass(process.stdout),
      onError: pass(process.stderr),
    };
    const planned = await previewed(project, name, how, (event) => events.push(event)).catch(failed(name));
    const isDone = planned !== undefined;
    const violations = await violationsIn(events, folder);
    const totals = events.findLast((event) => event.summaryEvent)?.summaryEvent?.resourceChanges;
    // Only a page tells of calls.
    const isShown = options.markdown !== undefined || Boolean(process.env.GITHUB_STEP_SUMMARY);
    const otherWays = planned && isShown ? { otherWays: await otherWaysIn(await planned()) } : {};
    await report({ stack: name, text, isDone, violations, ...(totals && { totals }), ...otherWays }, folder, options);
    if (!isDone) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** The engine has said why by itself; a stack that is not there, or a defect of ours, it has not. */
function failed(stack: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof CommandError && explained(error, stack)) return undefined;
    throw explained(error, stack);
  };
}

/** What the policies said, each with the place where the program declares the resource. */
export async function violationsIn(events: readonly EngineEvent[], folder: string): Promise<Violation[]> {
  const found = events.flatMap(({ policyEvent }) => policyEvent ?? []);
  if (found.length === 0) return [];
  const sourceOf = await sourceFinder(folder);
  return found.map(({ resourceUrn = "", policyName, enforcementLevel, message }) => {
    const type = /\w*$/.exec(typesInProgram(resourceUrn))?.[0] ?? "";
    const name = nameInProgram(resourceUrn);
    const source = sourceOf({ type, name });
    return {
      level: enforcementLevel === "mandatory" ? "mandatory" : "advisory",
      policy: policyName,
      resource: name === "" ? "the stack" : `${type} ${name}`,
      urn: resourceUrn,
      // The engine's marks of colour.
      message: message.replace(/<\{%[^%]*%\}>/g, "").trim(),
      ...(source && { source }),
    };
  });
}

async function report(previewed: Previewed, folder: string, options: PreviewOptions): Promise<void> {
  const projectFile = relative(repository(folder), join(folder, "Pulumi.yaml")).split(sep).join("/");
  if (options.markdown) await writeFile(options.markdown, markdown(previewed, COMMENT));
  if (options.codequality) await writeFile(options.codequality, codeQuality(previewed, projectFile));
  if (options.terraform) await writeFile(options.terraform, terraform(previewed));
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_ACTIONS === "true") for (const line of commands(notes(previewed))) console.log(line);
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, markdown(previewed, PAGE));
}
