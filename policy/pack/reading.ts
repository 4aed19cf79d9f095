// Decides how a resource becomes a subject, unknown values included: as @pulumi/policy hands it over, or as the engine's message
// has it.

import type { PolicyResource, ResourceValidationArgs } from "@pulumi/policy";
import {
  type Kind,
  kinds,
  Member,
  notKnownYet,
  type Origin,
  readFrom,
  Stack,
  Subject,
  type Values,
} from "../subject.ts";
import type { Sent } from "./wire.ts";

const kindOfType = new Map<string, Kind>(
  Object.entries(kinds).map(
    ([
      kind,
      {
        class: { __pulumiType },
      },
    ]) => [__pulumiType, kind as Kind],
  ),
);

/** The class of a resource; undefined for resources of others. */
export function kindOf(type: string): Kind | undefined {
  return kindOfType.get(type);
}

/** Undefined for an object that the program only looks at. */
export function subjectOf(kind: Kind, { urn, props, opts }: ResourceValidationArgs): Subject | undefined {
  if (isLookedUp(kind, urn, Object.keys(props).length === 0)) return undefined;
  return new Subject(kind, urn, readFrom(valuesOf(props)), plainTexts(opts.additionalSecretOutputs));
}

/** For a correction: behind the first proxy is a second one, which unpacks secrets and spoils lists. */
export function correctableOf(kind: Kind, { urn, props }: ResourceValidationArgs): Subject {
  return new Subject(kind, urn, readFrom(copyOf(props)));
}

export function stackOf(resources: readonly PolicyResource[]): Stack {
  return new Stack(
    managed(resources).map(([kind, resource]) => {
      const read = readFrom(valuesOf(resource.props));
      return new Member(kind, resource.urn, read, (argument) => resource.propertyDependencies[argument] ?? []);
    }),
  );
}

/** Undefined for an object that the program only looks at. */
export function subjectIn(kind: Kind, { urn, values, secretOutputs }: Sent): Subject | undefined {
  if (isLookedUp(kind, urn, Object.keys(values).length === 0)) return undefined;
  return new Subject(kind, urn, readFrom(values), plainTexts(secretOutputs));
}

export function stackIn(resources: readonly Sent[]): Stack {
  return new Stack(
    managed(resources).map(([kind, { urn, values, origins }]) => {
      const originsOf = (argument: string) => origins.get(argument)?.map(originAt) ?? [];
      return new Member(kind, urn, readFrom(values), originsOf);
    }),
  );
}

/** The resources of our classes that the stack manages. */
function managed<Resource extends Origin>(resources: readonly Resource[]): (readonly [Kind, Resource])[] {
  return resources.flatMap((resource) => {
    const kind = kindOf(resource.type);
    return kind === undefined || lookedUp.has(resource.urn) ? [] : [[kind, resource] as const];
  });
}

/**
 * The objects that the program only looks at, with `get`, by URN. A preview and an update keep them to themselves; the analysis of
 * a state shows each like a resource without arguments, and then among all resources with its outputs.
 */
const lookedUp = new Set<string>();

function isLookedUp(kind: Kind, urn: string, isEmpty: boolean): boolean {
  // A token needs no argument, and none is ever looked up.
  if (isEmpty && kind !== "ClientToken") lookedUp.add(urn);
  return lookedUp.has(urn);
}

/** What a value comes from, which need not be among the resources of the message: `urn:pulumi:<stack>::<project>::<type>::<name>`. */
function originAt(urn: string): Origin {
  const type = urn.split("::")[2] ?? "";
  return { type: type.slice(type.lastIndexOf("$") + 1), urn };
}

/**
 * The names that stand twice. Every input of ours that is secret by nature is encrypted, and a policy sees no difference
 * between a secret and a plain text; the classes therefore list the name once more where the program passed a plain text
 * (docs/decisions/0008).
 */
function plainTexts(names: readonly string[]): string[] {
  return names.filter((name, at) => names.indexOf(name) < at);
}

/**
 * What is behind the SDK's proxy, which throws at an unknown value: the same values, the unknown ones as the engine writes them.
 * Reading through the proxy would cost more than all judgements; where it does not tell what is behind it, it is copied.
 */
function valuesOf(props: Values): Values {
  const behind = (props as { readonly __getSpecialProxyTarget?: Values }).__getSpecialProxyTarget;
  return behind ?? copyOf(props);
}

function copyOf(props: Values): Values {
  return Object.fromEntries(Object.keys(props).map((name) => [name, settled(props, name)]));
}

function settled(props: Values, name: string): unknown {
  try {
    const value = props[name];
    // Asks for every member too.
    return Array.isArray(value) ? JSON.parse(JSON.stringify(value)) : value;
  } catch {
    return notKnownYet;
  }
}
