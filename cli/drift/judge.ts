// Decides the verdict on one resource from what the engine said of it.

import { isDeepStrictEqual } from "node:util";
import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import {
  argumentFields,
  argumentNames,
  clientToken,
  isGiven,
  phoneNumber,
  type Resource,
  sipEndpoint,
} from "../../contract/index.ts";
import { READ_FAILURE, type ReadFailure } from "../../provider/client/read-failures.ts";
import type { CheckedResource, PropertyChange, Verdict } from "./model.ts";

type Props = { readonly [name: string]: unknown };

interface Kind {
  readonly resource: Resource;
  /** The output by which people know one. */
  readonly label: string;
}

const KINDS: { readonly [type: string]: Kind } = {
  SipEndpoint: { resource: sipEndpoint, label: "username" },
  PhoneNumber: { resource: phoneNumber, label: "number" },
  ClientToken: { resource: clientToken, label: "resourceName" },
};

const TYPE = /^pulumi-nodejs:dynamic\/signalwire:(\w+)$/;

/** Whether the engine speaks of a resource of ours that is not about to be deleted anyway. */
export function isOurs(step: StepEventMetadata): boolean {
  return Object.hasOwn(KINDS, classOf(step)) && !step.old?.delete;
}

/** Whether the program only looks at the object (`SipEndpoint.get`): then nothing of it is expected. */
export function isOnlyLookedAt(step: StepEventMetadata): boolean {
  return !Object.keys(step.old?.inputs ?? {}).some((name) => !name.startsWith("__"));
}

/**
 * Judges a finished step; one that never finished when `failure` says why.
 * Values are the engine's, which shows secrets as such and nothing of them.
 */
export function judge(step: StepEventMetadata, now: Date, failure?: string): CheckedResource {
  const type = classOf(step);
  const { resource, label } = KINDS[type] as Kind;
  const state = step.old ?? step.new;
  const inputs: Props = state?.inputs ?? {};
  const outputs: Props = state?.outputs ?? {};
  const message = failure ?? (step.new?.outputs?.[READ_FAILURE] as ReadFailure | undefined)?.message;
  const isRead = message === undefined && step.op !== "delete";
  const changes = isRead ? propertyChanges(step) : [];
  const ignored = isRead ? otherDifferences(step, changes) : [];
  const due = dueSince(inputs, now);

  let verdict: Verdict = "in-sync";
  if (message !== undefined) verdict = "error";
  else if (step.op === "delete") verdict = "missing";
  else if (changes.length > 0) verdict = "drifted";
  else if (due !== undefined) verdict = "renewal-due";
  else if (ignored.length > 0) verdict = "ignored";
  else if (!resource.operations.read) verdict = "unreadable";

  const note = message ?? (verdict === "renewal-due" ? renewalNote(due, outputs, now) : undefined);
  const name = outputs[label] ?? inputs[label];
  return {
    urn: step.urn,
    type,
    name: nameOf(step),
    id: state?.id ?? "",
    ...(typeof name === "string" ? { label: name } : {}),
    verdict,
    changes,
    ignored,
    unverifiable: verdict === "missing" || !resource.operations.read ? [] : unverifiable(resource, inputs),
    ...(note === undefined ? {} : { message: note }),
  };
}

/** The name in the program, which may hold the separator of the URN itself. */
export function nameOf({ urn }: StepEventMetadata): string {
  return urn.split("::").slice(3).join("::");
}

function classOf({ type }: StepEventMetadata): string {
  return TYPE.exec(type)?.[1] ?? "";
}

/** What the engine calls different, by argument. */
export function propertyChanges(step: StepEventMetadata): PropertyChange[] {
  if (step.op === "same") return [];
  const paths = [...Object.keys(step.detailedDiff ?? {}), ...(step.diffs ?? [])];
  const named = new Set(paths.map((path) => path.split(/[.[]/, 1)[0]));
  return argumentsOf(step)
    .filter((property) => named.has(property))
    .map((property) => changeOf(step, property));
}

/** The engine leaves out what is under `ignoreChanges`, but the values it read are still there. */
function otherDifferences(step: StepEventMetadata, changes: readonly PropertyChange[]): PropertyChange[] {
  const named = new Set(changes.map(({ property }) => property));
  return (
    argumentsOf(step)
      .filter((property) => !named.has(property))
      .map((property) => changeOf(step, property))
      // Of a secret there is nothing to compare.
      .filter(({ expected, actual }) => !isMasked(expected) && !isDeepStrictEqual(expected, actual))
  );
}

function argumentsOf(step: StepEventMetadata): string[] {
  return argumentNames((KINDS[classOf(step)] as Kind).resource);
}

function changeOf(step: StepEventMetadata, property: string): PropertyChange {
  const expected = shown(step.old?.inputs?.[property]);
  const actual = shown(step.new?.inputs?.[property]);
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

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  if (SIGNATURE in value) return SECRET;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each)]));
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
