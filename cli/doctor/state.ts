// Finds remains of earlier runs and releases in a stack's state that affect the next `up`.

import {
  argumentFields,
  holdsSecret,
  isGiven,
  listed,
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
import { plural } from "../report/text.ts";
import { type Check, checking, type PrivateValues } from "./report.ts";

type Recorded = NonNullable<Deployment["resources"]>[number];

const MOST_NAMES = 5;

interface State {
  readonly ours: readonly Ours[];
  readonly pending: NonNullable<Deployment["pending_operations"]>;
}

type Ours = Recorded & { readonly resource: Resource; readonly name: string };

interface Remains {
  readonly id: string;
  readonly title: string;
  readonly find: (state: State) => string[];
  readonly sentence: (names: string, count: number) => string;
  readonly remedies: readonly string[];
}

const REMAINS: readonly Remains[] = [
  {
    id: "state-secrets",
    title: "Secrets in state",
    find: ({ ours }) =>
      namesOf(
        ours.filter(({ inputs, outputs, resource }) =>
          [inputs, outputs].some((each) => isOpen(resource, each as Props | undefined)),
        ),
      ),
    sentence: (names, count) => `${plural(count, "resource")} of an earlier release with a secret in clear: ${names}`,
    remedies: [
      "Run `pulumi up` with this release, which encrypts them.",
      "Earlier versions of the state keep them: change these passwords and tokens afterwards.",
    ],
  },
  {
    // A swap of two unique names needs a temporary name.
    id: "state-moving",
    title: "Temporary names",
    find: ({ ours }) =>
      namesOf(
        ours.filter(({ resource: { uniqueKey = "" }, outputs }) =>
          /^moving-/.test(String((outputs as Props | undefined)?.[toCamel(uniqueKey)] ?? "")),
        ),
      ),
    sentence: (names) => `${names} still has a temporary name (moving-…), from a change of names that was interrupted`,
    remedies: ["Run `pulumi up`, which gives it the name of the program."],
  },
  {
    id: "state-pending",
    title: "Pending operations",
    find: ({ pending }) => pending.map(({ type, resource }) => `${type} ${nameInProgram(resource.urn)}`),
    sentence: (names) => `a run was interrupted: ${names}`,
    remedies: [
      "Run `pulumi up --refresh --config signalwire:adoptMatching=true`, which takes over each object that was made.",
      "After it, run `pulumi config rm signalwire:adoptMatching`, and remove the record, which Pulumi keeps: `pulumi refresh --clear-pending-creates`.",
      "Read docs/scale.md, When something dies in the middle.",
    ],
  },
  {
    id: "state-shared",
    title: "Shared objects",
    find: ({ ours }) => {
      // Looked-up resources and resources with a pending deletion hold no object.
      const holding = ours.filter((each) => each.id && !(each as { external?: boolean }).external && !each.delete);
      const groups = Map.groupBy(holding, ({ resource, id }) => `${resource.kind} ${String(id).toLowerCase()}`);
      return [...groups.values()].filter(({ length }) => length > 1).map((group) => namesOf(group).join(" and "));
    },
    sentence: (names) => `two resources hold one object: ${names}`,
    remedies: ["Keep one of them in the program. Remove the other from the state: `pulumi state delete <urn>`."],
  },
];

export function checkState(deployment: Deployment): Check[] {
  const state = { ours: oursIn(deployment), pending: deployment.pending_operations ?? [] };
  return REMAINS.map(({ id, title, find, sentence, remedies }) => {
    const found = find(state);
    if (found.length === 0) return checking(id, title).ok();
    return checking(id, title).problem(sentence(listed(found, MOST_NAMES), found.length), remedies);
  });
}

export function namesInState(deployment: Deployment): PrivateValues {
  const { pending_operations: pending = [] } = deployment;
  return [
    ...oursIn(deployment).flatMap(({ name, outputs = {}, resource }): PrivateValues => {
      const label = (outputs as Props)[toCamel(resource.label)] ?? "";
      return [
        [name, "[name]"],
        [String(label), "[label]"],
      ];
    }),
    ...pending.map(({ resource }) => [nameInProgram(resource.urn), "[name]"] as const),
  ];
}

function oursIn({ resources: all = [] }: Deployment): Ours[] {
  return all.flatMap((each) => {
    const type = resourceOfType(each.type);
    return type ? [{ ...each, resource: resources[type] as Resource, name: nameInProgram(each.urn) }] : [];
  });
}

export function stateNotTried(why: string): Check[] {
  return REMAINS.map(({ id, title }) => checking(id, title).notTried(why));
}

export function usesPlugin({ resources: all = [] }: Deployment): boolean {
  return all.some(({ type }) => type.startsWith("signalwire:index:"));
}

function namesOf(ours: readonly Ours[]): string[] {
  return ours.map(({ name }) => name);
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
