// Finds remains of earlier runs and releases in a stack's state that affect the next `up`.

import {
  argumentFields,
  holdsSecret,
  isGiven,
  nameInProgram,
  own,
  type Props,
  type Resource,
  resourceOfType,
  resources,
  SECRET_MARK,
  toCamel,
} from "../../contract/index.ts";
import type { Deployment } from "../engine/engine.ts";
import { listed, plural } from "../report/text.ts";
import { type Check, checking, type PrivateValues } from "./report.ts";

type Recorded = NonNullable<Deployment["resources"]>[number];

const MOST_NAMES = 5;

export function checkState(
  { resources: all = [], pending_operations: pending = [] }: Deployment,
  hidden: PrivateValues,
): Check[] {
  const ours = all.flatMap((each) => {
    const type = resourceOfType(each.type);
    return type ? [{ ...each, resource: resources[type] as Resource, name: nameInProgram(each.urn) }] : [];
  });
  for (const { name, outputs = {}, resource } of ours) {
    hidden.add(name, "[name]");
    hidden.add(String((outputs as Props)[toCamel(resource.label)] ?? ""), "[label]");
  }
  return [secretsCheck(ours), movingCheck(ours), pendingCheck(pending, hidden), sharedCheck(ours)];
}

export function stateNotTried(why: string): Check[] {
  return Object.entries(TITLES).map(([id, title]) => checking(id, title).notTried(why));
}

export function usesPlugin({ resources: all = [] }: Deployment): boolean {
  return all.some(({ type }) => type.startsWith("signalwire:index:"));
}

const TITLES = {
  "state-secrets": "Secrets in state",
  "state-moving": "Temporary names",
  "state-pending": "Pending operations",
  "state-shared": "Shared objects",
} as const;

type Ours = Recorded & { readonly resource: Resource; readonly name: string };

function secretsCheck(ours: readonly Ours[]): Check {
  const check = checking("state-secrets", TITLES["state-secrets"]);
  const open = ours.filter(({ inputs, outputs, resource }) =>
    [inputs, outputs].some((each) => isOpen(resource, each as Props | undefined)),
  );
  if (open.length === 0) return check.ok(`none in clear in ${plural(ours.length, "resource")}`);
  return check.problem(
    `${plural(open.length, "resource")} of an earlier release with a secret in clear: ${names(open)}`,
    [
      "Run `pulumi up` with this release, which encrypts them.",
      "Earlier versions of the state keep them: change these passwords and tokens afterwards.",
    ],
    "secret-in-clear",
  );
}

function isOpen(resource: Resource, values: Props = {}): boolean {
  const fields = argumentFields(resource);
  return Object.entries(values).some(([name, value]) => {
    if (name === "__provider" || !isGiven(value)) return false;
    const isSecret = own(resource.fields, fields.get(name) ?? "")?.secret || own(resource.settings ?? {}, name)?.secret;
    return isSecret ? holdsText(value) : holdsSecret(withoutEncrypted(value), name);
  });
}

function holdsText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function withoutEncrypted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEncrypted);
  if (typeof value !== "object" || value === null) return value;
  if (SECRET_MARK.name in value) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutEncrypted(each)]));
}

/** Finds swaps of two unique names, which need a temporary name. */
function movingCheck(ours: readonly Ours[]): Check {
  const check = checking("state-moving", TITLES["state-moving"]);
  const moving = ours.filter(({ resource: { uniqueKey = "" }, outputs }) =>
    /^moving-/.test(String((outputs as Props | undefined)?.[toCamel(uniqueKey)] ?? "")),
  );
  if (moving.length === 0) return check.ok("no object has a temporary name");
  return check.problem(
    `${names(moving)} still has a temporary name (moving-…), from a change of names that was interrupted`,
    ["Run `pulumi up`, which gives it the name of the program."],
    "moving",
  );
}

function pendingCheck(pending: NonNullable<Deployment["pending_operations"]>, hidden: PrivateValues): Check {
  const check = checking("state-pending", TITLES["state-pending"]);
  if (pending.length === 0) return check.ok("no run was interrupted");
  const shown = pending.map(({ type, resource }) => `${type} ${nameInProgram(resource.urn)}`);
  for (const { resource } of pending) hidden.add(nameInProgram(resource.urn), "[name]");
  return check.problem(
    `a run was interrupted: ${listed(shown, MOST_NAMES)}`,
    [
      "Run `pulumi up --refresh`: an object that was made is found and taken over.",
      "After it, remove the record, which Pulumi keeps: `pulumi refresh --clear-pending-creates`.",
      "Read docs/scale.md, When something dies in the middle.",
    ],
    "pending",
  );
}

function sharedCheck(ours: readonly Ours[]): Check {
  const check = checking("state-shared", TITLES["state-shared"]);
  // Looked-up resources and resources with a pending deletion hold no object.
  const holding = ours.filter((each) => each.id && !(each as { external?: boolean }).external && !each.delete);
  const groups = [
    ...Map.groupBy(holding, ({ resource, id }) => `${resource.kind} ${String(id).toLowerCase()}`).values(),
  ];
  const shared = groups.filter((group) => group.length > 1);
  if (shared.length === 0) return check.ok("each object has one resource");
  return check.problem(
    `two resources hold one object: ${listed(
      shared.map((group) => group.map(({ name }) => name).join(" and ")),
      MOST_NAMES,
    )}`,
    ["Keep one of them in the program. Remove the other from the state: `pulumi state delete <urn>`."],
    "shared-object",
  );
}

function names(ours: readonly Ours[]): string {
  return listed(
    ours.map(({ name }) => name),
    MOST_NAMES,
  );
}
