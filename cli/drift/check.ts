import type { EngineEvent, StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation/index.js";
import { isGiven, type ResourceName, resourceOfType } from "../../contract/index.ts";
import { receiveReports } from "../../sdk/reports.ts";
import type { KnownObject, Mark } from "../calls/objects.ts";
import { type ClearValues, revealing } from "../calls/secret-values.ts";
import { stackObjects } from "../calls/stack.ts";
import { decryptedDeployment, deploymentOf, previewRefresh, type RecordedResource } from "../engine/engine.ts";
import { attempt, type CheckImpossible, locked } from "../engine/failures.ts";
import { historyOf, refreshedSince } from "../engine/history.ts";
import { lockOf } from "../engine/lock.ts";
import type { Project } from "../engine/run.ts";
import type { Progress } from "../progress.ts";
import { type SourceOf, sourceFinder } from "../report/sources.ts";
import type { CheckedObjects, CheckedResource, CheckedStack, Verdict } from "./checked.ts";
import { compare, hiddenBy, isOnlyLookedAt, type Step, stepOf } from "./compare.ts";

const PROFILE: ResourceName = "SipProfile";

/** Prints notices alone. */
const NOTICES: Pick<Progress, "show" | "say"> = { show: () => undefined, say: console.error };

interface Checking {
  readonly now?: Date;
  /** Default: prints notices to standard error. */
  readonly progress?: typeof NOTICES;
  readonly title?: string;
  readonly signal?: AbortSignal;
}

export async function checkStack(
  project: Project,
  stack: string,
  { now = new Date(), progress = NOTICES, title = stack, signal }: Checking = {},
): Promise<CheckedStack> {
  const started = new Map<string, Step>();
  const finished = new Map<string, Step>();
  const errors = new Map<string, string>();
  let hasWaited = false;

  const onEvent = ({ resourcePreEvent, resOutputsEvent, diagnosticEvent }: EngineEvent): void => {
    const start = stepOf(resourcePreEvent?.metadata);
    const end = stepOf(resOutputsEvent?.metadata);
    if (start) {
      started.set(start.metadata.urn, start);
    } else if (end) {
      finished.set(end.metadata.urn, end);
      progress.show(`Checking ${title}: ${finished.size} read`);
    } else if (diagnosticEvent?.severity === "error" && diagnosticEvent.urn) {
      errors.set(diagnosticEvent.urn, sentence(diagnosticEvent.message));
    } else if (diagnosticEvent?.severity.startsWith("info") && /^\s*Waiting \d/.test(diagnosticEvent.message)) {
      const line = diagnosticEvent.message.trim();
      // The first wait stays on the screen.
      if (hasWaited) progress.show(line);
      else progress.say(line);
      hasWaited = true;
    }
  };

  const lock = lockOf(project, stack);
  // A locked stack needs no check: the engine would read all of it.
  const stop = new AbortController();
  const seen = lock.then(async (each) => {
    const holder = await each.holder();
    if (holder) stop.abort();
    return holder;
  });
  const ending = AbortSignal.any([...(signal ? [signal] : []), stop.signal]);
  const reports = receiveReports();
  const reading = { onEvent, values: await reports.path, signal: ending };
  const read = (urns?: readonly string[]) => attempt(previewRefresh(project, stack, reading, urns));
  const [first, recorded, past, atStart] = await Promise.all([
    read(),
    attempt(recordedIn(project, stack)),
    attempt(historyOf(project, stack)),
    seen,
  ]);
  const leftOut = (recorded.value ?? []).filter(({ urn }) => !started.has(urn));
  const { failure } = first.failure || leftOut.length === 0 ? first : await read(leftOut.map(({ urn }) => urn));
  reports.close();
  const { holder: look, unseenAt } = await lock;
  if (unseenAt)
    progress.say(
      `The backend ${unseenAt} does not show who works on a stack. The changes of a running update of ${stack} are reported as drift.`,
    );
  // While another operation changes the stack, the check would report changes of that operation as drift.
  const holder = atStart ?? (await look());
  if (holder) return { stack, error: locked(stack, holder), resources: [] };

  // The engine's filter never reaches a resource whose state it could not match.
  for (const metadata of leftOut.filter(({ urn }) => !started.has(urn))) {
    const step = stepOf({ ...metadata, op: "same", old: metadata } as StepEventMetadata);
    if (step) started.set(metadata.urn, step);
  }
  const unfinished = failure?.message ?? "the engine stopped before it reached this resource.";
  const managed = [...started.values()].filter((step) => !isOnlyLookedAt(step));
  const history = past.value ?? [];
  const about = { now, refreshed: refreshedSince(recorded.value ?? [], history) };
  const compared = managed.map((step) => {
    const { urn } = step.metadata;
    const done = finished.get(urn);
    return done ? compare(done, about) : compare(step, { ...about, failure: errors.get(urn) ?? unfinished });
  });
  const drifted = compared.flatMap(({ type, changes }) => (type === PROFILE ? changes : []));
  const resources = compared.map((each, at) => {
    const hidden = hiddenBy(drifted, managed[at] as Step, each);
    return hidden.length > 0 ? { ...each, hidden } : each;
  });
  const sourceOf = sourceFinder(project.folder);
  return {
    stack,
    ...explanation(failure ?? recorded.failure ?? past.failure, resources),
    resources: resources.sort(byTypeAndName).map((each) => withSource(each, sourceOf)),
    history,
    isExpecting: [...started.values()].some(({ metadata: { old } }) => isGiven(old?.outputs?.expects)),
    objects: () => {
      const inState = async () => (await decryptedDeployment(project, stack)).resources ?? [];
      const steps = [...started.values()].map(({ metadata }) => finished.get(metadata.urn)?.metadata ?? metadata);
      return objectsOf(steps, resources, { reported: reports.received, recorded: inState });
    },
  };
}

/** Returns the resources of this package in the state. The engine's patterns match no name that holds a line break. */
async function recordedIn(project: Project, stack: string): Promise<readonly RecordedResource[]> {
  const { resources: all = [] } = await deploymentOf(project, stack);
  return all.filter(({ type, delete: isDeleted }) => resourceOfType(type) !== undefined && !isDeleted);
}

function withSource(resource: CheckedResource, sourceOf: SourceOf): CheckedResource {
  const source = /^(?:in-sync|unreadable)$/.test(resource.verdict) ? undefined : sourceOf(resource);
  return source ? { ...resource, source } : resource;
}

/** The mark of an object in the picture. */
const MARKS: { readonly [verdict in Verdict]?: Mark } = {
  error: "unread",
  missing: "missing",
  drifted: "drifted",
  dangling: "dangling",
};

async function objectsOf(
  steps: readonly StepEventMetadata[],
  resources: readonly CheckedResource[],
  values: ClearValues,
): Promise<CheckedObjects> {
  const checked = new Map(resources.map((each) => [each.urn, each]));
  const { inClear, secrets } = await revealing(steps, values);
  const clear = steps.map(inClear);
  const live = clear.flatMap(({ urn, old, new: read }) => {
    // Objects that are missing or could not be read are drawn as recorded: their steps have no new outputs.
    const known = isGiven(read?.outputs) ? read : old;
    const { verdict } = checked.get(urn) ?? {};
    const mark = verdict && MARKS[verdict];
    return knownObjects(known).map((object) => ({ ...object, ...(mark && { mark }) }));
  });
  return { recorded: clear.flatMap(({ old }) => knownObjects(old)), live, secrets };
}

function knownObjects(stored: StepEventStateMetadata | undefined): readonly KnownObject[] {
  return stored ? stackObjects([stored]).objects : [];
}

/** Returns the failure of the whole check, unless its resources already report it. */
function explanation(failure: CheckImpossible | undefined, resources: readonly CheckedResource[]) {
  const isReported = resources.some(({ verdict }) => verdict === "error");
  return failure && !isReported ? { error: failure.message } : {};
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
