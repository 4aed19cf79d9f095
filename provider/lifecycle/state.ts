// Decides how arguments, stored outputs and the service's objects turn into each other.
// Stored outputs repeat what the program set, so the state stays small and their names tell what is managed.

import {
  aliasesOf,
  argumentFields,
  argumentName,
  type Body,
  equivalent,
  type Field,
  isUnset,
  own,
  type Resource,
} from "../../contract/index.ts";
import type { Live } from "../client/api.ts";

/** Inputs or outputs as the engine stores them: names in camelCase. */
export type Props = { readonly [name: string]: unknown };

/** The request body that the inputs ask for. */
export function bodyOf(resource: Resource, inputs: Props): Body {
  const body: { [field: string]: unknown } = {};
  for (const [name, field] of argumentFields(resource)) if (isGiven(inputs[name])) body[field] = inputs[name];
  return body;
}

/** What to store: the arguments as given and the service's own fields as returned. */
export function outputsOf(resource: Resource, inputs: Props, live: Live): Props {
  const outputs: { [name: string]: unknown } = {};
  for (const name of argumentNames(resource)) if (isGiven(inputs[name])) outputs[name] = inputs[name];
  for (const [wire, field] of Object.entries(resource.fields)) {
    if (!field.responseOnly || field.liveOnly || wire === "id" || !isGiven(live[wire])) continue;
    outputs[argumentName(resource, wire)] = live[wire];
  }
  return outputs;
}

/**
 * The inputs that a program would need for the service to be as it is. Names that the program set carry the live
 * value; of an object that is all ours, also whatever was set elsewhere and differs from the default.
 */
export function inputsFromLive(resource: Resource, outputs: Props, live: Live): Props {
  const inputs: { [name: string]: unknown } = {};
  for (const name of Object.keys(resource.settings ?? {})) if (isGiven(outputs[name])) inputs[name] = outputs[name];
  for (const [name, wire] of argumentFields(resource)) {
    const field = own(resource.fields, wire);
    if (!field) continue;
    const recorded = outputs[name];
    const actual = effective(resource, wire, live);
    if (isGiven(recorded)) {
      if (field.writeOnly || isShadowed(resource, wire, outputs) || isSame(field, recorded, actual))
        inputs[name] = recorded;
      else if (isGiven(actual)) inputs[name] = actual;
    } else if (isForeign(resource, wire, field, outputs, actual)) {
      inputs[name] = actual;
    }
  }
  return inputs;
}

/** Keeps the stored form of a list whose members only changed places, so that order alone is no change. */
export function keepEquivalent(resource: Resource, olds: Props, news: Props): Props {
  const kept: { [name: string]: unknown } = { ...news };
  for (const [name, wire] of argumentFields(resource)) {
    const type = own(resource.fields, wire)?.type;
    if (type?.unordered && isGiven(olds[name]) && equivalent(type, olds[name], news[name])) kept[name] = olds[name];
  }
  return kept;
}

/** Every name a program may set. */
export function argumentNames(resource: Resource): string[] {
  return [...argumentFields(resource).keys(), ...Object.keys(resource.settings ?? {})];
}

/**
 * What the engine can store: plain JSON without undefined, null or class instances. Anything else would make the call
 * fail after the object exists, and orphan it (engine.md §3).
 */
export function storable(props: Props): { [name: string]: unknown } {
  const plain = JSON.parse(JSON.stringify(props)) as { [name: string]: unknown };
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null));
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The value in force of a field that shares its value with others: the winner of the alias rule. */
function effective(resource: Resource, wire: string, live: Live): unknown {
  const aliasOf = own(resource.fields, wire)?.aliasOf;
  const names = aliasOf ? [aliasOf, wire] : [wire, ...aliasesOf(resource, wire)];
  return names.map((name) => live[name]).find(isGiven);
}

/** Another name of the value was set too and wins, so the service keeps nothing of this one. */
function isShadowed(resource: Resource, wire: string, outputs: Props): boolean {
  const winner = own(resource.fields, wire)?.aliasOf;
  return winner !== undefined && isGiven(outputs[argumentName(resource, winner)]);
}

function isSame(field: Field, recorded: unknown, actual: unknown): boolean {
  if (equivalent(field.type, recorded, actual)) return true;
  if (!isUnset(field, recorded)) return false;
  // What the project's SIP profile says is in force cannot be told from the same value set here.
  return isUnset(field, actual) || isInherited(field);
}

/** Set elsewhere, on an object that this stack made: unset means default there. */
function isForeign(resource: Resource, wire: string, field: Field, outputs: Props, actual: unknown): boolean {
  if (resource.configuredBy !== "create" || field.writeOnly || isInherited(field)) return false;
  const partnerSet = aliasesOf(resource, wire).some((name) => isGiven(outputs[argumentName(resource, name)]));
  return !partnerSet && !field.aliasOf && !isUnset(field, actual);
}

function isInherited(field: Field): boolean {
  return field.default !== undefined && "profile" in field.default;
}
