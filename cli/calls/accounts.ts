// Two providers can have one account, and a resource can change its provider.

import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { PROJECT, type Props, UNKNOWN, withRecords } from "../../contract/index.ts";
import { declaredProviderIn, PROVIDER_TYPE } from "../../provider/config/settings.ts";

export type Accounts = (reference: string | undefined) => string | undefined;

interface Served {
  readonly urn: string;
  readonly type: string;
  readonly provider?: string;
  readonly inputs?: Props;
  readonly outputs?: Props;
}

/** Learns the project of each provider from its argument, and from the resources that it serves. */
export function accountsIn(known: readonly Served[]): Accounts {
  const projects = new Map<string | undefined, string>();
  for (const { urn, type, provider, inputs, outputs } of known) {
    const isProvider = type === PROVIDER_TYPE;
    const project = isProvider ? inputs?.projectId : withRecords(outputs ?? {})[PROJECT];
    if (typeof project === "string" && project !== UNKNOWN)
      projects.set(isProvider ? urn : declaredProviderIn(provider), project.toLowerCase());
  }
  return (reference) => {
    const provider = declaredProviderIn(reference);
    return projects.get(provider) ?? provider;
  };
}

/** Returns the providers that the program declares, with their arguments after the change. */
export function providersIn(events: readonly EngineEvent[]): Served[] {
  return events.flatMap(({ resourcePreEvent }) => {
    const { type, new: planned } = resourcePreEvent?.metadata ?? {};
    return type === PROVIDER_TYPE && planned ? [planned as Served] : [];
  });
}

/** Returns the recorded resource with its provider after the change. */
export function inItsProject({ old, provider }: StepEventMetadata): Served[] {
  return old ? [{ ...(old as Served), provider }] : [];
}
