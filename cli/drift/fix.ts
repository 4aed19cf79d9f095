// Decides how drift is taken back: the program's values are applied again, to the drifted resources alone and after they
// were shown. Never for a missing number, which the project no longer owns.

import { createInterface } from "node:readline/promises";
import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { openStack, type Project } from "./engine.ts";
import { CheckImpossible, explained } from "./failures.ts";
import { isOurs, nameOf, propertyChanges } from "./judge.ts";
import type { CheckedResource, DriftReport } from "./model.ts";
import type { DriftOptions } from "./options.ts";
import { masked, showChange, visible } from "./report/values.ts";

/**
 * Whether somebody can answer is known before anything is checked.
 *
 * @throws CheckImpossible when the question would never be answered.
 */
export function requireAnswerer({ fix: isWanted, yes }: DriftOptions): void {
  if (!isWanted || yes || process.stdin.isTTY) return;
  throw new CheckImpossible("--fix asks before it changes anything: pass --yes where nobody can answer.");
}

/** Applies the program's values again. Resolves to whether anything was done. */
export async function fix(
  project: Project,
  report: DriftReport,
  { yes }: DriftOptions,
  signal: AbortSignal,
): Promise<boolean> {
  let isDone = false;
  for (const { stack, resources } of report.stacks) {
    const drifted = resources.filter(isFixable);
    if (drifted.length === 0) continue;
    const steps = await plan(project, stack, drifted, signal);
    if (steps.length === 0) {
      console.error(`Stack ${stack}: the program already says what the service holds; \`pulumi refresh\` accepts it.`);
      continue;
    }
    console.error(`Stack ${stack}: this will be done at the service.\n${steps.map(describe).join("\n")}`);
    if (!(yes || (await agreed()))) continue;
    await apply(project, stack, drifted, signal);
    isDone = true;
  }
  return isDone;
}

function isFixable({ verdict, type }: CheckedResource): boolean {
  return verdict === "drifted" || (verdict === "missing" && type !== "PhoneNumber");
}

async function plan(
  project: Project,
  name: string,
  drifted: readonly CheckedResource[],
  signal: AbortSignal,
): Promise<StepEventMetadata[]> {
  const steps: StepEventMetadata[] = [];
  const onEvent = ({ resourcePreEvent }: EngineEvent) => {
    const step = resourcePreEvent?.metadata;
    if (step && isOurs(step) && !["same", "refresh", "read"].includes(step.op)) steps.push(step);
  };
  const stack = await openStack(project, name);
  try {
    await stack.preview({ ...choice(project, drifted), onEvent, signal });
  } catch (error) {
    throw explained(error, name);
  }
  return steps;
}

async function apply(
  project: Project,
  name: string,
  drifted: readonly CheckedResource[],
  signal: AbortSignal,
): Promise<void> {
  const stack = await openStack(project, name);
  const onOutput = (text: string) => void process.stderr.write(text);
  try {
    await stack.up({ ...choice(project, drifted), onOutput, signal });
  } catch (error) {
    throw explained(error, name);
  }
}

/** Refreshed first, so that the engine sees what is to be taken back. */
function choice({ configFile }: Project, drifted: readonly CheckedResource[]) {
  const target = drifted.map(({ urn }) => urn);
  return { target, refresh: true, color: "never" as const, ...(configFile === undefined ? {} : { configFile }) };
}

const LONGEST_VALUE = 200;
const VERBS: { readonly [op: string]: string } = { update: "change", create: "create" };

function describe(step: StepEventMetadata): string {
  const changes = propertyChanges(masked(step)).map((change) => {
    const { property, expected, actual } = showChange(change, LONGEST_VALUE);
    return `\n      ${property}  ${expected} → ${actual}`;
  });
  return `  ${VERBS[step.op] ?? step.op} ${step.type.replace(/^.*:/, "")} ${visible(nameOf(step))}${changes.join("")}`;
}

async function agreed(): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question("Go on? [y/N] ");
  prompt.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
