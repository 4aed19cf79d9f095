// Reverts drift: drifted objects get the program's values again, and missing objects are created again with their dependents. A
// plan that deletes or replaces anything is refused. The engine is bound to the plan.

import type { EngineEvent, PreviewOptions, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { nameInProgram, type Resource, resources } from "../../contract/index.ts";
import { CheckImpossible, explained, OURS, openStack, type Project } from "../engine/engine.ts";
import { propertyChanges, stepOf } from "./compare.ts";
import { recordPolicies, underPolicies } from "./policies.ts";
import type { CheckedResource, CheckedStack, Policies } from "./report.ts";
import { listed, masked, showChange, visible } from "./text.ts";

/** The plan of a fix for one stack. */
export interface Plan {
  readonly stack: string;
  /** The targets of the update. Dependents are included when an object is created again. */
  readonly choice: Pick<PreviewOptions, "target" | "targetDependents" | "refresh">;
  /** The engine's own update plan, which constrains the update. */
  readonly file: string;
  readonly policies: Policies;
  /** The changes at the service, as text for people. Empty when the service already matches the program. */
  readonly steps: readonly string[];
}

/**
 * Returns the plan for a stack, and writes the engine's plan to `file`. Returns `undefined` when there is nothing to fix.
 * Changes nothing.
 *
 * @throws CheckImpossible when something could not be read, when the plan holds more than updates and creations, or when a
 * policy refuses it.
 */
export async function planFix(
  project: Project,
  { stack, resources: checked, error }: CheckedStack,
  policies: Policies,
  file: string,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const unread = checked.filter(({ verdict }) => verdict === "error");
  if (error !== undefined || unread.length > 0)
    throw new CheckImpossible(`Nothing is fixed in ${stack}, because some of its resources could not be read.`);
  const drifted = checked.filter(isFixable);
  if (drifted.length === 0) return undefined;

  // A refresh comes first, so that the engine sees the drifted values.
  const target = drifted.map(({ urn }) => urn);
  const plan = (targetDependents: boolean) => {
    const choice = { target, targetDependents, refresh: true };
    const options = { ...choice, ...underPolicies(policies), plan: file };
    return preview(project, stack, options, signal).then((steps) => ({ choice, steps }));
  };
  const isAnyMissing = drifted.some(({ verdict }) => verdict === "missing");
  // The engine stops at the first deletion of a target's dependent. With dependents as targets, it lists all deletions.
  const { choice, steps } = await plan(isAnyMissing).catch(() => plan(true));
  const refused = steps.filter(({ op }) => op !== "update" && op !== "create");
  if (refused.length > 0) {
    throw new CheckImpossible(
      `Nothing is fixed in ${stack}: a fix only updates, and makes again what is missing, and here the program would ${summary(refused)}. Look at \`pulumi preview --refresh\`, and run \`pulumi up --refresh\` if that is meant.`,
    );
  }
  return { stack, choice, file, policies, steps: steps.map(describe) };
}

/**
 * Runs the update under the plan; the engine refuses any other change. Resolves to the engine's error, if any. An error does
 * not prove that the fix failed: the engine also fails when an output of the program differs from the plan.
 */
export async function applyFix(
  project: Project,
  { stack, choice, file, policies }: Plan,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<CheckImpossible | undefined> {
  const opened = await openStack(project, stack);
  try {
    await opened.up({ ...choice, ...common(project), ...underPolicies(policies), plan: file, onOutput, signal });
    return undefined;
  } catch (error) {
    return explained(error, stack);
  } finally {
    await recordPolicies(project, stack, policies);
  }
}

/** Returns the stack, with an error when a preview would still change something that the check does not report. */
export async function verifyFix(
  project: Project,
  checked: CheckedStack,
  policies: Policies,
  signal: AbortSignal,
): Promise<CheckedStack> {
  const reported = new Set(checked.resources.filter(({ verdict }) => verdict !== "in-sync").map(({ urn }) => urn));
  if (checked.error !== undefined || checked.resources.some(isFixable)) return checked;
  const options = { target: OURS, refresh: true, ...underPolicies(policies) };
  const steps = await preview(project, checked.stack, options, signal);
  const rest = steps.filter(({ urn }) => !reported.has(urn));
  if (rest.length === 0) return checked;
  const error = `The drift is gone, but the program is ahead of the stack: it would ${summary(rest)}. Run \`pulumi up\`.`;
  return { ...checked, error };
}

function isFixable({ verdict, type }: CheckedResource): boolean {
  const { operations }: Resource = resources[type];
  return verdict === "drifted" || (verdict === "missing" && operations.create !== undefined);
}

/** Returns the steps that would change something. */
async function preview(
  project: Project,
  stack: string,
  choice: PreviewOptions,
  signal: AbortSignal,
): Promise<StepEventMetadata[]> {
  const steps: StepEventMetadata[] = [];
  const refusals = new Set<string>();
  const onEvent = ({ resourcePreEvent, policyEvent }: EngineEvent) => {
    const step = resourcePreEvent?.metadata;
    if (step && !["same", "refresh", "read"].includes(step.op)) steps.push(step);
    if (policyEvent?.enforcementLevel === "mandatory")
      refusals.add(visible(`${policyEvent.policyName} (${nameInProgram(policyEvent.resourceUrn ?? "")})`));
  };
  const opened = await openStack(project, stack);
  try {
    await opened.preview({ ...choice, ...common(project), onEvent, signal });
  } catch (error) {
    if (refusals.size > 0)
      throw new CheckImpossible(
        `Nothing is fixed in ${stack}: its policies refuse what the program would set, ${listed([...refusals], 5)}. Correct the program; \`pulumi-signalwire preview\` prints each violation.`,
      );
    throw explained(error, stack);
  }
  return steps;
}

function common({ configFile }: Project) {
  return { color: "never" as const, ...(configFile === undefined ? {} : { configFile }) };
}

const VERBS: { readonly [op: string]: string } = { update: "change" };

function nameOf({ op, type, urn }: StepEventMetadata): string {
  return visible(`${VERBS[op] ?? op} ${type.replace(/^.*:/, "")} ${nameInProgram(urn)}`);
}

function describe(metadata: StepEventMetadata): string {
  const step = stepOf(metadata);
  const changes = masked(step ? propertyChanges(step) : []).map((change) => {
    const { property, expected, actual } = showChange(change);
    return `\n      ${property}  ${expected} → ${actual}`;
  });
  return `  ${nameOf(metadata)}${changes.join("")}`;
}

/** `delete SipEndpoint desk and replace PhoneNumber main` */
function summary(steps: readonly StepEventMetadata[]): string {
  return listed(steps.filter(({ op }) => !/^(create-replacement|delete-replaced)$/.test(op)).map(nameOf), 10);
}
