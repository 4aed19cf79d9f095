// Decides how one stack is checked: what the engine's events add up to.

import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { type Project, previewRefresh } from "./engine.ts";
import { type CheckImpossible, locked } from "./failures.ts";
import { isOnlyLookedAt, isOurs, judge } from "./judge.ts";
import { lockHolder } from "./lock.ts";
import type { CheckedResource, CheckedStack } from "./model.ts";
import { findSources } from "./sources.ts";

export interface Watcher {
  /** So many resources of this stack were read so far. */
  read(stack: string, count: number): void;
  /** What the provider says meanwhile, for example that it waits. */
  say(line: string): void;
}

export async function checkStack(
  project: Project,
  stack: string,
  now: Date,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<CheckedStack> {
  const started = new Map<string, StepEventMetadata>();
  const finished = new Map<string, StepEventMetadata>();
  const errors = new Map<string, string>();

  const onEvent = ({ resourcePreEvent, resOutputsEvent, diagnosticEvent }: EngineEvent): void => {
    if (resourcePreEvent && isOurs(resourcePreEvent.metadata)) {
      started.set(resourcePreEvent.metadata.urn, resourcePreEvent.metadata);
    } else if (resOutputsEvent && isOurs(resOutputsEvent.metadata)) {
      finished.set(resOutputsEvent.metadata.urn, resOutputsEvent.metadata);
      watcher.read(stack, finished.size);
    } else if (diagnosticEvent?.severity === "error" && diagnosticEvent.urn) {
      errors.set(diagnosticEvent.urn, sentence(diagnosticEvent.message));
    } else if (diagnosticEvent?.severity.startsWith("info")) {
      watcher.say(diagnosticEvent.message.trim());
    }
  };

  const [failure, holder] = await Promise.all([
    previewRefresh(project, stack, onEvent, signal),
    lockHolder(project, stack),
  ]);
  // Judged while another operation changes it, the state would show drift that there is not.
  if (holder) return { stack, resources: [], error: locked(stack, holder).message };

  const unfinished = failure?.message ?? "the engine did not come to it.";
  const managed = [...started.values()].filter((step) => !isOnlyLookedAt(step));
  const resources = managed.map((step) => {
    const done = finished.get(step.urn);
    return done ? judge(done, now) : judge(step, now, errors.get(step.urn) ?? unfinished);
  });
  return {
    stack,
    resources: await findSources(project.folder, resources.sort(byTypeAndName)),
    ...explanation(failure, resources),
  };
}

/** A failure that its resources tell already need not be told twice. */
function explanation(failure: CheckImpossible | undefined, resources: readonly CheckedResource[]) {
  const isTold = resources.some(({ verdict }) => verdict === "error");
  return failure && !isTold ? { error: failure.message } : {};
}

function sentence(message: string): string {
  return message.trim().replace(/^Preview failed: /, "");
}

function byTypeAndName(a: CheckedResource, b: CheckedResource): number {
  return order(a.type, b.type) || order(a.name, b.name) || order(a.urn, b.urn);
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
