import { isDeepStrictEqual } from "node:util";
import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import {
  argumentFields,
  argumentNames,
  type Change,
  DRIFT,
  type DriftFindings,
  FOUND,
  ignoredFields,
  isGiven,
  isSameSetting,
  isUnset,
  nameInProgram,
  own,
  type Props,
  type Resource,
  type ResourceName,
  resourceOfType,
  resources,
  SECRET,
  toCamel,
  validateArguments,
  withoutSecrets,
  withRecords,
} from "../../contract/index.ts";
import type { CheckedResource, Verdict } from "./checked.ts";
import { documentChanges } from "./documents.ts";

/** A step of the engine on one of our resources, except a resource whose deletion is pending. */
export interface Step {
  readonly type: ResourceName;
  readonly name: string;
  readonly metadata: StepEventMetadata;
}

export function stepOf(metadata: StepEventMetadata | undefined): Step | undefined {
  const type = resourceOfType(metadata?.type ?? "");
  if (!metadata || type === undefined || metadata.old?.delete) return undefined;
  return { type, name: nameInProgram(metadata.urn), metadata };
}

/** True for an object that the program only looks up (`SipEndpoint.get`): it has no expected values. */
export function isOnlyLookedAt({ metadata }: Step): boolean {
  // An adopted object belongs to the stack, even when the program sets no field.
  if (isGiven(withRecords(metadata.old?.outputs ?? {})[FOUND])) return false;
  return !Object.keys(metadata.old?.inputs ?? {}).some((name) => !name.startsWith("__"));
}

interface About {
  readonly now: Date;
  readonly failure?: string;
  /** The resources whose values a refresh may have recorded since the last whole `up`. */
  readonly refreshed?: ReadonlySet<string>;
}

/**
 * Returns the verdict on a step, finished or not. Values come from the engine, which already masks secrets.
 */
export function compare(step: Step, { now, failure, refreshed }: About): CheckedResource {
  const { type, name, metadata } = step;
  const resource: Resource = resources[type];
  const state = metadata.old ?? metadata.new;
  const inputs: Props = state?.inputs ?? {};
  const outputs: Props = state?.outputs ?? {};
  const found = driftFindings(step);
  const unread = failure ?? found.failure?.message;
  const isRead = unread === undefined && metadata.op !== "delete";
  const left = isRead ? unnamedChanges(step) : [];
  const named = isRead ? propertyChanges(step) : [];
  const isPart = handlerParts(resource, named);
  const changes = [...named, ...left.filter(({ property }) => isPart(property))];
  const unused = unusedArguments(resource, changes, inputs);
  const remaining = changes.slice(named.length).map(({ property }) => property);
  const ignored = isRead ? otherDifferences(step, named) : [];
  const unnamed = left.filter((each) => !changes.includes(each));
  const dangling = isRead ? (found.dangling ?? []) : [];
  const due = dueSince(outputs, now);

  let verdict: Verdict = "in-sync";
  if (unread !== undefined) verdict = "error";
  else if (metadata.op === "delete") verdict = "missing";
  else if (changes.length > 0) verdict = "drifted";
  else if (dangling.length > 0) verdict = "dangling";
  else if (resource.operations.read && refreshed?.has(metadata.urn)) verdict = "refreshed";
  else if (unnamed.length > 0) verdict = "unnamed";
  else if (due !== undefined) verdict = "renewal-due";
  else if (ignored.length > 0) verdict = "ignored";
  else if (!resource.operations.read) verdict = "unreadable";

  const message =
    unread ??
    (verdict === "dangling" ? dangling.map((wire) => danglingMessage(resource, wire)).join(" ") : undefined) ??
    (verdict === "renewal-due" ? renewalNote(due, outputs, now) : undefined);
  const needs = verdict === "missing" ? neededAnew(resource, inputs) : [];
  const labelled = toCamel(resource.label);
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
    unnamed,
    ...(unused.length > 0 && { unused }),
    ...(remaining.length > 0 && { remaining }),
    unverifiable: verdict === "missing" || !resource.operations.read ? [] : unverifiable(resource, inputs),
    ...(needs.length > 0 && { needs }),
    ...(dangling.length > 0 && { names: dangling.map((wire) => String(inputs[toCamel(wire)])) }),
  };
}

export function propertyChanges({ type, metadata }: Step): Change[] {
  if (metadata.op === "same") return [];
  const paths = [...Object.keys(metadata.detailedDiff ?? {}), ...(metadata.diffs ?? [])];
  const named = new Set(paths.map((path) => path.split(/[.[]/, 1)[0]));
  return argumentNames(resources[type])
    .filter((property) => named.has(property))
    .flatMap((property) => changesOf(resources[type], metadata, property));
}

/** Returns the arguments of a new resource, each as a change from no value. */
export function argumentValues({ type, metadata }: Step): Change[] {
  const values = withoutSecrets(metadata.new?.inputs ?? {}) as Props;
  return argumentNames(resources[type])
    .filter((property) => isGiven(values[property]))
    .map((property) => changeOf(property, undefined, values[property]));
}

/**
 * Returns the differences that the engine omits: it skips arguments under `ignoreChanges`, but reports the values it read.
 * Arguments of the provider itself are skipped, because the service does not have them.
 */
function otherDifferences({ type, metadata }: Step, changes: readonly Change[]): Change[] {
  const { settings = {} }: Resource = resources[type];
  // The place of a change in a script, or in `extra`, begins with the name of the argument.
  const named = new Set(changes.map(({ property }) => property.split(/[.[]/, 1)[0]));
  const seen = new Set(changes.map(({ property }) => property));
  return (
    [
      ...argumentNames(resources[type])
        .filter((property) => !named.has(property) && !Object.hasOwn(settings, property))
        .flatMap((property) => changesOf(resources[type], metadata, property)),
      ...membersIgnored({ type, metadata }).filter(({ property }) => !seen.has(property)),
    ]
      // Masked secrets cannot be compared.
      .filter(({ expected, actual }) => !isMasked(expected) && !isDeepStrictEqual(expected, actual))
  );
}

/**
 * Returns the differences of single members of `extra`. For such a path under `ignoreChanges`, the engine writes the value that it
 * read into the old arguments too: only the outputs have both values.
 */
function membersIgnored({ type, metadata: { old, new: live } }: Pick<Step, "type" | "metadata">): Change[] {
  if (!(resources[type] as Resource).extra || !isGiven(old?.outputs?.extra)) return [];
  const [before, after] = [old, live].map((state) => ({ inputs: { extra: state?.outputs?.extra } }));
  return isDeepStrictEqual(old?.inputs?.extra, before?.inputs.extra)
    ? []
    : changesOf(resources[type], { old: before, new: after } as unknown as StepEventMetadata, "extra");
}

/** Returns the differing members of `extra`, one by one. */
function changesOf(resource: Resource, { old, new: live }: StepEventMetadata, property: string): Change[] {
  const [expected, actual] = [old, live].map((state) => withoutSecrets(state?.inputs?.[property]));
  const { hosted } = resource;
  if (hosted && property === toCamel(hosted.contents) && ![expected, actual].some(isMasked))
    return documentChanges(property, expected, actual);
  if (property !== "extra" || expected === SECRET) return [changeOf(property, expected, actual)];
  return differences(resource, [expected as Props, actual as Props], (member) => `extra.${member}`);
}

function differences(
  resource: Resource,
  [before = {}, after = {}]: readonly [before: Props | undefined, after: Props | undefined],
  nameOf: (member: string) => string,
): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((member) => isMasked(before[member]) || !isSameSetting(resource, member, before[member], after[member]))
    .map((member) => changeOf(nameOf(member), before[member], after[member]));
}

/** Returns the settings outside the program that differ from the record. The engine masks secrets, so the provider compares. */
function unnamedChanges(step: Step): Change[] {
  const { type, metadata } = step;
  const names = new Map([...argumentFields(resources[type])].map(([name, wire]) => [wire, name]));
  // A value that the program marks as secret is secret at the service too.
  const isMarked = (property: string) =>
    isMasked(withoutSecrets(metadata.old?.inputs?.[property.replace(/\..*/s, "")]));
  return (driftFindings(step).unnamed ?? [])
    .map(({ field, ...values }) => ({ property: names.get(field) ?? `extra.${field}`, ...values }))
    .map((each) => (isMarked(each.property) ? changeOf(each.property, SECRET, SECRET) : each))
    .sort(byProperty);
}

/**
 * Returns the arguments of a resource that a drifted profile hides: the program leaves them to the profile, and the service shows
 * the same value for an inherited setting as for one of the object's own.
 */
export function hiddenBy(profile: readonly Change[], step: Step, { changes }: CheckedResource): string[] {
  const resource: Resource = resources[step.type];
  const { inputs = {} } = step.metadata.old ?? {};
  return [...argumentFields(resource)].flatMap(([name, wire]) => {
    const field = resource.fields[wire];
    const standard = field?.default;
    if (!field || !standard || !("profile" in standard) || !isUnset(field, inputs[name])) return [];
    const isDrifted = profile.some(({ property }) => property === toCamel(standard.profile));
    return isDrifted && !changes.some(({ property }) => property === name) ? [name] : [];
  });
}

function byProperty(a: Change, b: Change): number {
  return Number(a.property > b.property) - Number(a.property < b.property);
}

function driftFindings({ metadata }: Step): DriftFindings {
  return (withRecords(metadata.new?.outputs ?? {})[DRIFT] ?? {}) as DriftFindings;
}

function danglingMessage(resource: Resource, wire: string): string {
  const { refersTo } = resource.fields[wire] ?? {};
  const verb = wire === resource.hosted?.contents ? "has" : "is";
  const name = toCamel(wire);
  if (refersTo === undefined) return `\`${name}\` ${verb} the address of a script that is gone.`;
  return `\`${name}\` names a ${resources[refersTo as ResourceName].title} that the project does not have.`;
}

/** Returns the arguments that a new object needs and that the program leaves to the object that it adopted. */
function neededAnew(resource: Resource, inputs: Props): string[] {
  const { settings = {} } = resource;
  const given = Object.entries(inputs).filter(([name]) => !name.startsWith("__") && !own(settings, name)?.adoptsAsIs);
  return validateArguments(resource, Object.fromEntries(given))
    .filter(({ code }) => code === "required")
    .map(({ field, detail }) => `${field} ${detail.replace(/,? unless .*/s, "")}`);
}

/** A new handler and its new destination are one change. */
function handlerParts(resource: Resource, changes: readonly Change[]): (property: string) => boolean {
  const changed = new Set(changes.map(({ property }) => property));
  const parts = resource.handlers
    .filter(({ field }) => changed.has(toCamel(field)))
    .flatMap(({ cases }) => Object.values(cases).flatMap(({ uses, requires }) => [...uses, ...requires.flat()]));
  const names = new Set(parts.map(toCamel));
  return (property) => names.has(property);
}

/** Returns the program's arguments that a handler ignores which was changed at the service. */
function unusedArguments(resource: Resource, changes: readonly Change[], inputs: Props): string[] {
  const changed = new Map(changes.map(({ property, actual }) => [property, actual]));
  return resource.handlers.flatMap((table) => {
    const handler = changed.get(toCamel(table.field));
    if (typeof handler !== "string") return [];
    const ignored = ignoredFields(table, handler).map(toCamel);
    return ignored.filter((name) => isGiven(inputs[name]) && !changed.has(name));
  });
}

function changeOf(property: string, expected: unknown, actual: unknown): Change {
  // A value that is secret in the state is secret at the service too, although the service returns it in clear.
  const isSecret = isMasked(expected) || isMasked(actual);
  return {
    property,
    ...(isGiven(expected) ? { expected: isSecret ? SECRET : expected } : {}),
    ...(isGiven(actual) ? { actual: isSecret ? SECRET : actual } : {}),
  };
}

function isMasked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === SECRET;
  return Object.values(value).some(isMasked);
}

function unverifiable(resource: Resource, inputs: Props): string[] {
  const names = [...argumentFields(resource)].filter(([, field]) => resource.fields[field]?.writeOnly);
  return names.map(([name]) => name).filter((name) => isGiven(inputs[name]) || isGiven(inputs[`${name}From`]));
}

/** Returns the due date of a token; `undefined` for a token that every `up` renews. */
function dueSince({ rotateAt, rotation }: Props, now: Date): string | undefined {
  if (typeof rotateAt !== "string" || rotation === "always") return undefined;
  return Date.parse(rotateAt) <= now.getTime() ? rotateAt : undefined;
}

function renewalNote(due: string | undefined, { expiresAt }: Props, now: Date): string {
  const isOver = typeof expiresAt === "string" && Date.parse(expiresAt) <= now.getTime();
  const end = isOver ? `it expired at ${expiresAt}` : `it expires at ${expiresAt}`;
  return `Due since ${due?.replace(/\.\d+Z$/, "Z")}, and ${end}; the next \`pulumi up\` renews it.`;
}
