// Decides how a resource becomes a subject, unknown values included: as @pulumi/policy hands it over, or as the engine's message
// has it.

import type { PolicyResource, ResourceValidationArgs } from "@pulumi/policy";
import {
  type Kind,
  kinds,
  Member,
  notKnownYet,
  type Origin,
  type Read,
  readFrom,
  Stack,
  Subject,
  type Values,
} from "../subject.ts";
import type { ResourceMessage, StackMessage, Struct } from "./messages.ts";

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
    managed(resources, (resource) => resource).map(([kind, resource]) => {
      const read = readFrom(valuesOf(resource.props));
      return new Member(kind, resource.urn, read, (argument) => resource.propertyDependencies[argument] ?? []);
    }),
  );
}

/** Undefined for an object that the program only looks at. */
export function subjectIn(kind: Kind, message: ResourceMessage): Subject | undefined {
  const [urn, properties] = [message.getUrn(), message.getProperties()];
  if (isLookedUp(kind, urn, (properties?.getFieldsMap().getLength() ?? 0) === 0)) return undefined;
  const names = message.getOptions()?.getAdditionalsecretoutputsList() ?? [];
  return new Subject(kind, urn, readIn(properties), plainTexts(names));
}

export function stackIn(message: StackMessage): Stack {
  const resources = message.getResourcesList();
  return new Stack(
    managed(resources, (resource) => ({ type: resource.getType(), urn: resource.getUrn() })).map(([kind, resource]) => {
      const origins = (argument: string) =>
        resource.getPropertydependenciesMap().get(argument)?.getUrnsList().map(originAt) ?? [];
      return new Member(kind, resource.getUrn(), readIn(resource.getProperties()), origins);
    }),
  );
}

/** The resources of our classes that the stack manages. */
function managed<Resource>(
  resources: readonly Resource[],
  at: (resource: Resource) => Origin,
): (readonly [Kind, Resource])[] {
  return resources.flatMap((resource) => {
    const { type, urn } = at(resource);
    const kind = kindOf(type);
    return kind === undefined || lookedUp.has(urn) ? [] : [[kind, resource] as const];
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

/** How the engine marks a secret in a message. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Unpacks only what a rule asks for. */
function readIn(properties: Struct | undefined): Read {
  const fields = properties?.getFieldsMap();
  return (argument) => inClear(fields?.get(argument)?.toJavaScript());
}

/** A value as a policy sees it: without the marks of secrets. */
function inClear(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inClear);
  const sent = value as Values;
  if (sent[SIGNATURE] === SECRET) return inClear(sent.value);
  return Object.fromEntries(Object.entries(sent).map(([name, each]) => [name, inClear(each)]));
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
