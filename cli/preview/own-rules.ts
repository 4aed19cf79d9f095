// This package's rules, evaluated by this process. The engine would start another one for them, which takes a third of a small run.
// Packs and configurations that a user names run in the engine: only there can a rule correct arguments.

import type { EngineEvent, StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation/index.js";
import {
  declaredAs,
  nameInProgram,
  type Props,
  resourceOfType,
  resources,
  typesInProgram,
  UNKNOWN,
} from "../../contract/index.ts";
import { type Checked, Evaluation, type Findings, type Finished, type SetByProgram } from "../../policy/evaluation.ts";
import type { Rule } from "../../policy/rule.ts";
import { rules } from "../../policy/rules/index.ts";
import { isMask } from "../calls/secret-values.ts";
import type { SavedPlan } from "../calls/stack.ts";
import { OWN_PACK, type PolicyEvent } from "./violations.ts";

interface Run {
  /** With secrets in clear. */
  readonly events: readonly EngineEvent[];
  /** Kind and name → the arguments that the provider checked, in clear. */
  readonly reported: ReadonlyMap<string, unknown>;
  /** Undefined when the engine failed. It then evaluates no rule about the stack. */
  readonly plan: SavedPlan | undefined;
}

/** Returns what the engine would report for the policy pack at the preset `baseline`. */
export async function policyEvents({ events, reported, plan }: Run): Promise<PolicyEvent[]> {
  const found: PolicyEvent[] = [];
  const set: SetByProgram = new Map();
  const evaluations = rules
    .filter(({ levels }) => levels.baseline !== "disabled")
    .map((rule) => new Evaluation(rule, set));
  for (const resource of checkedIn(events, reported, plan))
    for (const evaluation of evaluations) {
      const findings = evaluation.ofResource(resource, () => ({}));
      if (findings) found.push(...eventsOf(evaluation.rule, findings, resource.urn));
    }
  if (plan === undefined) return found;
  const stack = events.find(({ resourcePreEvent }) => resourcePreEvent?.metadata.type === "pulumi:pulumi:Stack");
  const finished = finishedIn(events, plan);
  for (const evaluation of evaluations) {
    const findings = await evaluation.ofStack(finished, {});
    found.push(...eventsOf(evaluation.rule, findings, stack?.resourcePreEvent?.metadata.urn ?? ""));
  }
  return found;
}

function eventsOf(rule: Rule, { violations, waiting }: Findings, urn: string): PolicyEvent[] {
  const { name, demands, severity, levels } = rule;
  const about = { policyName: name, policyPackName: OWN_PACK, severity };
  const level = levels.baseline === "advisory" ? "advisory" : "mandatory";
  return [
    ...violations.map((each) => {
      const message = `${demands}\n${each.message}`;
      return { ...about, message, resourceUrn: each.urn ?? urn, enforcementLevel: level };
    }),
    ...(waiting === undefined
      ? []
      : [{ ...about, message: waiting, resourceUrn: urn, enforcementLevel: "advisory", isWaiting: true }]),
  ];
}

/** Returns the resources that the engine registered. It evaluates one whose check or diff failed too, and plans no step for it. */
function checkedIn(
  events: readonly EngineEvent[],
  reported: ReadonlyMap<string, unknown>,
  plan: SavedPlan | undefined,
): Checked[] {
  const found = new Map<string, Checked>();
  // With `--target`, the engine also keeps resources that the program does not declare any more.
  const isDeclared = (urn: string) => plan === undefined || Boolean(plan.resourcePlans?.[urn]?.goal);
  for (const { metadata, new: planned } of registeredIn(events).filter((each) => isDeclared(each.metadata.urn)))
    found.set(metadata.urn, checked(metadata.urn, metadata.type, planned.inputs));
  for (const { diagnosticEvent } of events) {
    const { urn = "" } = diagnosticEvent ?? {};
    const type = typeIn(urn);
    const kind = resourceOfType(type);
    const inputs = kind && reported.get(`${resources[kind].kind} ${declaredAs(urn)}`);
    if (inputs && !found.has(urn)) found.set(urn, checked(urn, type, inputs as Props));
  }
  return [...found.values()];
}

/** Returns the resources of the planned stack, with what the service is expected to have. */
function finishedIn(events: readonly EngineEvent[], plan: SavedPlan): Finished[] {
  const registered = new Map(registeredIn(events).map((each) => [each.metadata.urn, each]));
  const outputs = new Map(
    events.flatMap(({ resOutputsEvent }) => {
      const { urn = "", new: planned } = resOutputsEvent?.metadata ?? {};
      return planned ? [[urn, planned.outputs] as const] : [];
    }),
  );
  return [...registered.values()].map(({ metadata: { urn, type }, new: { provider } }) => {
    const sources = plan.resourcePlans?.[urn]?.goal?.propertyDependencies ?? {};
    const dependencies = Object.entries(sources).map(([argument, urns]) => [
      argument,
      urns.flatMap((each) => (registered.has(each) ? [{ urn: each, type: typeIn(each) }] : [])),
    ]);
    const served = registered.get(provider.slice(0, provider.lastIndexOf("::")));
    return {
      ...checked(urn, type, outputs.get(urn) ?? {}),
      propertyDependencies: Object.fromEntries(dependencies),
      ...(served && {
        provider: {
          ...checked(served.metadata.urn, served.metadata.type, served.new.inputs),
          name: nameInProgram(served.metadata.urn),
        },
      }),
    };
  });
}

interface Registered {
  readonly metadata: StepEventMetadata;
  readonly new: StepEventStateMetadata;
}

/** Returns the steps of resources that stay or begin: a step that removes one has no new state. The engine evaluates no looked-up object. */
function registeredIn(events: readonly EngineEvent[]): Registered[] {
  return events.flatMap(({ resourcePreEvent }) => {
    const { metadata } = resourcePreEvent ?? {};
    const isStaying = metadata && !/^(?:read|refresh)/.test(metadata.op);
    return isStaying && metadata.new ? [{ metadata, new: metadata.new }] : [];
  });
}

function checked(urn: string, type: string, props: Props): Checked {
  const own = Object.entries(props).filter(([name]) => !name.startsWith("__"));
  return { urn, type, props: Object.fromEntries(own.map(([name, value]) => [name, knownPart(value)])) };
}

/** A secret that neither the provider nor the state shows is not known. */
function knownPart(value: unknown): unknown {
  if (isMask(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map(knownPart);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, knownPart(each)]));
}

function typeIn(urn: string): string {
  return typesInProgram(urn).split("$").at(-1) ?? "";
}
