// Decides how what @pulumi/policy hands over becomes a subject, unknown values included.

import type { PolicyResource, ResourceValidationArgs } from "@pulumi/policy";
import { type Kind, kinds, Member, notKnownYet, Stack, Subject, type Values } from "../subject.ts";

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

export function subjectOf(kind: Kind, { urn, props, opts }: ResourceValidationArgs): Subject {
  return new Subject(kind, urn, valuesOf(props), plainTexts(opts.additionalSecretOutputs));
}

/** For a correction: behind the first proxy is a second one, which unpacks secrets and spoils lists. */
export function correctableOf(kind: Kind, { urn, props }: ResourceValidationArgs): Subject {
  return new Subject(kind, urn, copyOf(props));
}

export function stackOf(resources: readonly PolicyResource[]): Stack {
  return new Stack(
    resources.flatMap((resource) => {
      const kind = kindOf(resource.type);
      if (kind === undefined) return [];
      return [new Member(kind, resource.urn, valuesOf(resource.props), resource.propertyDependencies)];
    }),
  );
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
