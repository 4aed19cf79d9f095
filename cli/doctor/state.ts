// Finds operations in a stack's state that an interrupted run left unfinished.

import { listed, nameInProgram, type Props, resourceOfType, resources, toCamel } from "../../contract/index.ts";
import type { Deployment } from "../engine/engine.ts";
import { type Check, checking, type PrivateValues } from "./report.ts";

const MOST_NAMES = 5;

export function checkPending(deployment: Deployment | undefined): Check {
  const check = checking("state-pending", "Pending operations");
  if (deployment === undefined) return check.notTried("there is no state to read");
  const { pending_operations: pending = [] } = deployment;
  if (pending.length === 0) return check.ok();
  const names = pending.map(({ type, resource }) => `${type} ${nameInProgram(resource.urn)}`);
  return check.problem(`a run was interrupted: ${listed(names, MOST_NAMES)}`, [
    "Make sure that no run of this stack is under way, then run `pulumi cancel --yes`, which removes Pulumi's lock.",
    "Run `pulumi up --refresh --config signalwire:adoptMatching=true`, which takes over each object that was made.",
    "Run `pulumi config rm signalwire:adoptMatching`: `--config` has saved the setting.",
    "Run `pulumi refresh --yes --clear-pending-creates`, which removes Pulumi's records of interrupted creates.",
    "Read docs/scale.md, When something dies in the middle.",
  ]);
}

export function namesInState({ resources: all = [], pending_operations: pending = [] }: Deployment): PrivateValues {
  return [
    ...all.flatMap(({ type, urn, outputs = {} }): PrivateValues => {
      const kind = resourceOfType(type);
      if (kind === undefined) return [];
      const label = (outputs as Props)[toCamel(resources[kind].label)] ?? "";
      return [
        [nameInProgram(urn), "[name]"],
        [String(label), "[label]"],
      ];
    }),
    ...pending.map(({ resource }) => [nameInProgram(resource.urn), "[name]"] as const),
  ];
}

export function usesPlugin({ resources: all = [] }: Deployment): boolean {
  return all.some(({ type }) => type.startsWith("signalwire:index:"));
}
