// Takes drift back: the program's values are applied again, to the drifted resources alone and after they were shown.
// Never for a missing object that the provider cannot create.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { type Resource, resources } from "../contract/index.ts";
import { propertyChanges, type Step, stepOf } from "./compare.ts";
import { explained, openStack, type Project } from "./engine.ts";
import type { CheckedResource, CheckedStack } from "./report.ts";
import { masked, showChange, visible } from "./text.ts";

/** What taking back a stack's drift means. */
export interface Plan {
  readonly stack: string;
  /** What is applied again, by URN; empty where there is nothing to do. */
  readonly targets: readonly string[];
  /** The plan as people read it. */
  readonly text: string;
}

/** The plan for a stack; `undefined` where nothing of it drifted. Changes nothing. */
export async function planFix(
  project: Project,
  { stack, resources: checked }: CheckedStack,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const targets = checked.filter(isFixable).map(({ urn }) => urn);
  if (targets.length === 0) return undefined;
  const steps: Step[] = [];
  const onEvent = ({ resourcePreEvent }: EngineEvent) => {
    const step = stepOf(resourcePreEvent?.metadata);
    if (step && !["same", "refresh", "read"].includes(step.metadata.op)) steps.push(step);
  };
  const opened = await openStack(project, stack);
  try {
    await opened.preview({ ...choice(project, targets), onEvent, signal });
  } catch (error) {
    throw explained(error, stack);
  }
  if (steps.length > 0) {
    const text = `Stack ${stack}: this will be done at the service.\n${steps.map(describe).join("\n")}`;
    return { stack, targets, text };
  }
  const text = `Stack ${stack}: the program already says what the service holds; \`pulumi refresh\` accepts it.`;
  return { stack, targets: [], text };
}

/** Applies the program's values again. */
export async function applyFix(
  project: Project,
  { stack, targets }: Plan,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const opened = await openStack(project, stack);
  try {
    await opened.up({ ...choice(project, targets), onOutput, signal });
  } catch (error) {
    throw explained(error, stack);
  }
}

function isFixable({ verdict, type }: CheckedResource): boolean {
  const { operations }: Resource = resources[type];
  return verdict === "drifted" || (verdict === "missing" && operations.create !== undefined);
}

/** Refreshed first, so that the engine sees what is to be taken back. */
function choice({ configFile }: Project, targets: readonly string[]) {
  const target = [...targets];
  return { target, refresh: true, color: "never" as const, ...(configFile === undefined ? {} : { configFile }) };
}

const VERBS: { readonly [op: string]: string } = { update: "change", create: "create" };

function describe(step: Step): string {
  const { op } = step.metadata;
  const changes = masked(propertyChanges(step)).map((change) => {
    const { property, expected, actual } = showChange(change);
    return `\n      ${property}  ${expected} → ${actual}`;
  });
  return `  ${VERBS[op] ?? op} ${step.type} ${visible(step.name)}${changes.join("")}`;
}
