// The verdict on one resource, from what the engine said of it.

import { isDeepStrictEqual } from "node:util";
import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import {
  argumentFields,
  argumentName,
  argumentNames,
  isGiven,
  type Resource,
  type ResourceName,
  resources,
} from "../contract/index.ts";
import { READ_FAILURE, type ReadFailure } from "../provider/client/read-failures.ts";
import type { CheckedResource, PropertyChange, Verdict } from "./report.ts";

type Props = { readonly [name: string]: unknown };

/** A step of the engine on a resource of ours, which is not about to be deleted anyway. */
export interface Step {
  readonly type: ResourceName;
  /** The name in the program. */
  readonly name: string;
  readonly metadata: StepEventMetadata;
}

/** The step, if it is on a resource of ours. */
export function stepOf(metadata: StepEventMetadata | undefined): Step | undefined {
  const [, type = ""] = /^pulumi-nodejs:dynamic\/signalwire:(\w+)$/.exec(metadata?.type ?? "") ?? [];
  if (!metadata || !isResourceName(type) || metadata.old?.delete) return undefined;
  // A name may hold the separator of the URN itself.
  return { type, name: metadata.urn.split("::").slice(3).join("::"), metadata };
}

/** Whether the program only looks at the object (`SipEndpoint.get`): then nothing of it is expected. */
export function isOnlyLookedAt({ metadata }: Step): boolean {
  return !Object.keys(metadata.old?.inputs ?? {}).some((name) => !name.startsWith("__"));
}

/**
 * What is to be said of a finished step; of one that never finished when `failure` says why.
 * Values are the engine's, which shows secrets as such and nothing of them.
 */
export function compare(step: Step, now: Date, failure?: string): CheckedResource {
  const { type, name, metadata } = step;
  const resource: Resource = resources[type];
  const state = metadata.old ?? metadata.new;
  const inputs: Props = state?.inputs ?? {};
  const outputs: Props = state?.outputs ?? {};
  const unread = failure ?? (metadata.new?.outputs?.[READ_FAILURE] as ReadFailure | undefined)?.message;
  const isRead = unread === undefined && metadata.op !== "delete";
  const changes = isRead ? propertyChanges(step) : [];
  const ignored = isRead ? otherDifferences(step, changes) : [];
  const due = dueSince(inputs, now);

  let verdict: Verdict = "in-sync";
  if (unread !== undefined) verdict = "error";
  else if (metadata.op === "delete") verdict = "missing";
  else if (changes.length > 0) verdict = "drifted";
  else if (due !== undefined) verdict = "renewal-due";
  else if (ignored.length > 0) verdict = "ignored";
  else if (!resource.operations.read) verdict = "unreadable";

  const message = unread ?? (verdict === "renewal-due" ? renewalNote(due, outputs, now) : undefined);
  const labelled = argumentName(resource, resource.label);
  const label = outputs[labelled] ?? inputs[labelled];
  return {
    urn: metadata.urn,
    type,
    name,
    id: state?.id ?? "",
    ...(typeof label === "string" ? { label } : {}),
    verdict,
    ...(message === undefined ? {} : { message }),
    changes,
    ignored,
    unverifiable: verdict === "missing" || !resource.operations.read ? [] : unverifiable(resource, inputs),
  };
}

/** What the engine calls different, by argument. */
export function propertyChanges({ type, metadata }: Step): PropertyChange[] {
  if (metadata.op === "same") return [];
  const paths = [...Object.keys(metadata.detailedDiff ?? {}), ...(metadata.diffs ?? [])];
  const named = new Set(paths.map((path) => path.split(/[.[]/, 1)[0]));
  return argumentNames(resources[type])
    .filter((property) => named.has(property))
    .map((property) => changeOf(metadata, property));
}

/** The engine leaves out what is under `ignoreChanges`, but the values it read are still there. */
function otherDifferences({ type, metadata }: Step, changes: readonly PropertyChange[]): PropertyChange[] {
  const named = new Set(changes.map(({ property }) => property));
  return (
    argumentNames(resources[type])
      .filter((property) => !named.has(property))
      .map((property) => changeOf(metadata, property))
      // Of a secret there is nothing to compare.
      .filter(({ expected, actual }) => !isMasked(expected) && !isDeepStrictEqual(expected, actual))
  );
}

function isResourceName(type: string): type is ResourceName {
  return Object.hasOwn(resources, type);
}

function changeOf({ old, new: live }: StepEventMetadata, property: string): PropertyChange {
  const expected = withoutSecrets(old?.inputs?.[property]);
  const actual = withoutSecrets(live?.inputs?.[property]);
  // What was secret in the state is one at the service too, though it comes from there in clear.
  const isSecret = isMasked(expected) || isMasked(actual);
  return {
    property,
    ...(isGiven(expected) ? { expected: isSecret ? SECRET : expected } : {}),
    ...(isGiven(actual) ? { actual: isSecret ? SECRET : actual } : {}),
  };
}

/** Pulumi's mark of a secret value. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "[secret]";

/** Members in one order, so that the same findings make the same report. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  if (SIGNATURE in value) return SECRET;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, each]) => [key, withoutSecrets(each)]));
}

function isMasked(value: unknown): boolean {
  return value === SECRET || (Array.isArray(value) && value.some(isMasked));
}

function unverifiable(resource: Resource, inputs: Props): string[] {
  const names = [...argumentFields(resource)].filter(([, field]) => resource.fields[field]?.writeOnly);
  return names.map(([name]) => name).filter((name) => isGiven(inputs[name]) || isGiven(inputs[`${name}From`]));
}

/** A token that every `up` renews is never late. */
function dueSince({ rotateAt, rotation }: Props, now: Date): string | undefined {
  if (typeof rotateAt !== "string" || rotation === "always") return undefined;
  return Date.parse(rotateAt) <= now.getTime() ? rotateAt : undefined;
}

function renewalNote(due: string | undefined, { expiresAt }: Props, now: Date): string {
  const isOver = typeof expiresAt === "string" && Date.parse(expiresAt) <= now.getTime();
  const end = isOver ? `it expired at ${expiresAt}` : `it expires at ${expiresAt}`;
  return `Due since ${due?.replace(/\.\d+Z$/, "Z")}, and ${end}; the next \`pulumi up\` renews it.`;
}
