// The objects of a stack: from its state, and from a preview of its program.

import type { EngineEvent, StepEventMetadata, StepEventStateMetadata } from "@pulumi/pulumi/automation/index.js";
import {
  type Body,
  FOUND,
  isGiven,
  nameInProgram,
  own,
  PROJECT,
  type Props,
  type Resource,
  type ResourceName,
  resourceOfType,
  resources,
  toCamel,
  UNKNOWN,
  withoutSecrets,
  withRecords,
} from "../../contract/index.ts";
import { declaredProviderIn } from "../../provider/config/settings.ts";
import { inputsFromLive } from "../../provider/fields/inward.ts";
import { changesOf, ownsAll } from "../../provider/fields/outward.ts";
import { removalBody } from "../../provider/lifecycle/undo.ts";
import { type Accounts, accountsIn, inItsProject, providersIn } from "./accounts.ts";
import { afterRequest, expectsIn, type KnownObject, knownFields, setFields } from "./objects.ts";
import { addressOf, argumentOf, madeUpId, withReferences } from "./references.ts";

export type StoredResource = Pick<StepEventStateMetadata, "type" | "urn" | "id" | "delete"> & {
  readonly provider?: string;
  readonly inputs?: Props;
  readonly outputs?: Props;
};

export interface PlannedStack {
  readonly project: string | undefined;
  readonly before: readonly KnownObject[];
  readonly after: readonly KnownObject[];
  /** Values of the objects that no word shows. Default: none. */
  readonly secrets?: readonly unknown[];
}

/** For each resource of an update plan, the URNs that each of its properties depends on. */
export interface SavedPlan {
  readonly resourcePlans?: {
    readonly [urn: string]: {
      readonly goal?: { readonly propertyDependencies?: { readonly [name: string]: string[] } };
    };
  };
}

/** Reads an object that the plan adopts and no state contains. `provider` is the URN of its declared provider. */
export type LookUp = (
  type: ResourceName,
  inputs: Props,
  provider: string | undefined,
) => Promise<KnownObject | undefined>;

export function stackObjects(stored: readonly StoredResource[]) {
  const accounts = accountsIn(stored);
  const objects = stored.flatMap((each) => (each.delete ? [] : (storedObject(each, accounts) ?? [])));
  return { project: projectOf(stored), objects: withoutDuplicates(objects) };
}

/** Returns the objects from a preview's events and plan. A value that is unknown before the `up` stays unknown. */
export async function plannedStack(
  events: readonly EngineEvent[],
  plan: SavedPlan,
  lookUp: LookUp = async () => undefined,
): Promise<PlannedStack> {
  // The outputs of a look-up come with its second event.
  const read = new Map(
    events.flatMap(({ resOutputsEvent }) => {
      const { metadata } = resOutputsEvent ?? {};
      return metadata?.op.startsWith("read") ? [[metadata.urn, metadata] as const] : [];
    }),
  );
  const steps = events.flatMap(({ resourcePreEvent }) => {
    const metadata = resourcePreEvent?.metadata;
    return metadata && resourceOfType(metadata.type) ? [read.get(metadata.urn) ?? metadata] : [];
  });
  const olds = steps.flatMap(({ old, op }) =>
    old && !old.delete && op !== "delete-replaced" ? [old as StoredResource] : [],
  );
  const accounts = accountsIn([...providersIn(events), ...olds, ...steps.flatMap(inItsProject)]);
  const before = new Map<string, KnownObject>();
  for (const old of olds) {
    const object = storedObject(old, accounts);
    if (object) before.set(old.urn, object);
  }
  const after = new Map<string, KnownObject>();
  for (const step of steps.filter(({ op }) => !REMOVALS.has(op) && op !== "replace")) {
    const account = accounts(step.provider);
    const found = async (type: ResourceName, inputs: Props) => {
      const object = await lookUp(type, inputs, declaredProviderIn(step.provider));
      // The object exists before the change too, although the state does not contain it, or not all of it.
      const stored = before.get(step.urn);
      if (object)
        before.set(stored ? step.urn : `${step.urn} found`, { ...object, ...stored, fields: object.fields, account });
      return object;
    };
    const planned = await plannedObject(step, [...before.values()], after.size, accounts, found);
    if (planned) after.set(step.urn, planned);
  }
  const dependenciesOf = (urn: string) => (wire: string) => {
    const dependencies = plan.resourcePlans?.[urn]?.goal?.propertyDependencies ?? {};
    const { type } = after.get(urn) ?? {};
    const argument = type === undefined ? toCamel(wire) : argumentOf(resources[type], wire);
    return (dependencies[argument] ?? []).flatMap((each) => after.get(each) ?? []);
  };
  const resolved = [...after].map(([urn, object]) => withReferences(object, dependenciesOf(urn)));
  const left = steps
    .filter(({ op }) => REMOVALS.has(op))
    .flatMap(({ op, old }) => leftBehind(op, old as StoredResource, accounts) ?? []);
  return {
    project: projectOf(olds),
    before: withoutDuplicates([...before.values()]),
    after: withoutDuplicates([...resolved, ...left]),
  };
}

const REMOVALS: ReadonlySet<string> = new Set([
  "delete",
  "delete-replaced",
  "discard",
  "discard-replaced",
  "read-discard",
]);

function projectOf(stored: readonly StoredResource[]): string | undefined {
  return stored.map(({ outputs }) => withRecords(outputs ?? {})[PROJECT]).find((each) => typeof each === "string");
}

function storedObject(
  { type, urn, id, provider, outputs = {} }: StoredResource,
  accounts: Accounts,
): KnownObject | undefined {
  const name = resourceOfType(type);
  if (!name) return undefined;
  return {
    type: name,
    id: idOf(id, resources[name], outputs),
    name: nameInProgram(urn),
    account: accounts(provider),
    fields: knownFields(resources[name], outputs),
    ...expectsIn(outputs),
  };
}

/** Returns the service's id. A looked-up object is recorded under the program's query; its outputs hold the id. */
function idOf(id: string, { settings = {}, fields }: Resource, outputs: Props): string {
  const names = Object.keys(settings).filter((name) => settings[name]?.identity && !own(fields, name));
  return names.map((name) => outputs[name]).find((each) => typeof each === "string") ?? id;
}

/**
 * Keeps the first of equal objects. One may be both managed and looked up: the managed one comes first in a state and has more fields.
 * One that a removal leaves may be declared again.
 */
function withoutDuplicates(objects: readonly KnownObject[]): KnownObject[] {
  return [...new Map(objects.toReversed().map((each) => [`${each.type} ${each.id}`, each])).values()].reverse();
}

async function plannedObject(
  { urn, type: token, op, old, new: planned, provider: reference }: StepEventMetadata,
  before: readonly KnownObject[],
  count: number,
  accounts: Accounts,
  lookUp: (type: ResourceName, inputs: Props) => ReturnType<LookUp>,
): Promise<KnownObject | undefined> {
  const type = resourceOfType(token) as ResourceName;
  const resource: Resource = resources[type];
  const inputs: Props = planned?.inputs ?? {};
  const name = nameInProgram(urn);
  const account = accounts(reference);
  const isHere = (each: KnownObject) => each.type === type && each.account === account;
  // A preview reads looked-up objects too.
  if (op.startsWith("read")) return planned && storedObject(planned as StoredResource, accounts);
  if (old && op !== "create-replacement") {
    const id = idOf(old.id, resource, old.outputs ?? {});
    const [outputs, takesAll] = [old.outputs ?? {}, ownsAll(resource, inputs) && !ownsAll(resource, old.inputs ?? {})];
    // Whoever takes over every setting also unsets what somebody set by hand, which the state does not show.
    const live = takesAll ? await lookUp(type, inputs) : undefined;
    const fields = live ? adopted(resource, live.fields, inputs) : updated(resource, outputs, inputs);
    return { type, id, name, account, fields, ...expectsIn(inputs) };
  }
  const set = setFields(resource, inputs);
  if (resource.operations.create) {
    // An object that is renamed in the program, or adopted, stays the same object.
    const key = resource.uniqueKey && set[resource.uniqueKey];
    const taken = op === "create" ? before.find((each) => isHere(each) && isSame(each, resource, key)) : undefined;
    const id = taken?.id ?? (planned?.id || madeUpId(count));
    return { type, id, name, account, fields: { ...set, ...addressOf(resource, id, taken) }, ...expectsIn(inputs) };
  }
  const found =
    before.find((each) => isHere(each) && isAskedFor(each, resource, inputs)) ?? (await lookUp(type, inputs));
  return {
    type,
    id: found?.id ?? madeUpId(count),
    name,
    account,
    fields: { ...labelled(resource, inputs), ...adopted(resource, found?.fields ?? {}, inputs) },
    ...expectsIn(inputs),
  };
}

function updated(resource: Resource, outputs: Props, inputs: Props): Body {
  const before = knownFields(resource, outputs);
  // A program that owns every setting also resets those that it does not name.
  if (ownsAll(resource, inputs)) return adopted(resource, before, inputs);
  return afterRequest(resource, before, changesOf(resource, shown(outputs), shown(inputs)));
}

function adopted(resource: Resource, found: Body, inputs: Props): Body {
  const recorded = inputsFromLive(resource, shown(inputs), found, { isFirst: true });
  return afterRequest(resource, found, changesOf(resource, recorded, shown(inputs)));
}

function shown(props: Props): Props {
  return withoutSecrets(withRecords(props)) as Props;
}

function isSame({ fields }: KnownObject, { uniqueKey }: Resource, key: unknown): boolean {
  return uniqueKey !== undefined && fields[uniqueKey] === key;
}

/** True for the object that identifying arguments name. A singleton always matches. */
function isAskedFor({ id, fields }: KnownObject, resource: Resource, inputs: Props): boolean {
  if (resource.uniqueKey === undefined) return true;
  return Object.values(inputs).some(
    (value) => value === id || (isGiven(value) && value === fields[resource.uniqueKey ?? ""]),
  );
}

/** Returns the label by which the service is asked for an adopted object. Empty while the label is not known. */
function labelled(resource: Resource, inputs: Props): Body {
  const value = inputs[toCamel(resource.label)];
  return isGiven(value) && value !== UNKNOWN ? { [resource.label]: value } : {};
}

/**
 * Returns what a removal leaves at the service: an object that was only read, nothing of a created one; for an adopted one, `onDestroy`
 * decides.
 */
function leftBehind(
  op: string,
  old: StoredResource & { readonly retainOnDelete?: boolean },
  accounts: Accounts,
): KnownObject | undefined {
  const stored = storedObject(old, accounts);
  if (!stored) return undefined;
  // The program declares it no more.
  const { expects: _, ...object } = stored;
  const { type, id, account } = object;
  const resource: Resource = resources[type];
  const { outputs = {} } = old;
  if (op.includes("discard")) return { ...object };
  if (resource.operations.create) return old.retainOnDelete && resource.operations.read ? { ...object } : undefined;
  if (!isGiven(withRecords(outputs)[FOUND])) return undefined;
  const body = removalBody(resource, shown(outputs));
  return { type, id, account, fields: afterRequest(resource, object.fields, body) };
}
