// Decides how what @pulumi/policy hands over becomes a subject: unknown values marked instead of thrown, nothing else changed.

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

/** The SDK's proxy throws at an unknown value, so each is asked for by itself. */
export function valuesOf(props: { readonly [name: string]: unknown }): Values {
  const values: { [name: string]: unknown } = {};
  for (const name of Object.keys(props)) values[name] = settled(props, name);
  return values;
}

function settled(holder: { readonly [key: PropertyKey]: unknown }, key: PropertyKey): unknown {
  try {
    const value = holder[key];
    if (!Array.isArray(value)) return value;
    return Array.from({ length: value.length }, (_, at) => settled(value as unknown as typeof holder, at));
  } catch (error) {
    if (isUnknownValue(error)) return notKnownYet;
    throw error;
  }
}

/** The SDK's error by its mark: the class is not among its types. */
function isUnknownValue(error: unknown): boolean {
  return error instanceof Error && "unknownTypeSentinel" in error;
}
