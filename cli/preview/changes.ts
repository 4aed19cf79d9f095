import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import {
  type Change,
  listed,
  nameInProgram,
  type Resource,
  resourceOfType,
  resources,
  typesInProgram,
} from "../../contract/index.ts";
import { argumentValues, propertyChanges, stepOf } from "../drift/compare.ts";
import type { Item } from "../report/model.ts";
import type { SourceOf } from "../report/sources.ts";
import type { Adoption } from "./adoptions.ts";

type About = Pick<Item, "type" | "name" | "urn" | "subject" | "source">;

/** Returns `SipEndpoint desk` and its line in the program. */
export function aboutOf(urn: string, sourceOf: SourceOf): About {
  if (!isNamed(urn)) return { subject: "the stack", urn };
  const type = /\w*$/.exec(typesInProgram(urn))?.[0] ?? "";
  const name = nameInProgram(urn);
  return { type, name, urn, subject: `${type} ${name}`, source: sourceOf({ type, name }) };
}

/** False for the stack itself: the engine treats it as a resource, but no program declares it. */
export function isNamed(urn: string): boolean {
  return !/::pulumi:pulumi:Stack::[^$]*$/.test(urn) && urn !== "";
}

const OPERATIONS: { readonly [op: string]: string } = {
  create: "create",
  update: "update",
  delete: "delete",
  discard: "delete",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  import: "import",
  "import-replacement": "replace",
};

/** New resources whose values are shown without `--verbose`. More would hide the other changes. */
const MOST_NEW = 20;

export function changesIn(
  steps: readonly StepEventMetadata[],
  adoptions: ReadonlyMap<string, Adoption>,
  sourceOf: SourceOf,
  showsAll: boolean,
): Item[] {
  const isFew = steps.filter(({ op }) => op === "create").length <= MOST_NEW;
  const byUrn = new Map<string, Item>();
  for (const metadata of steps) {
    const { urn } = metadata;
    const section = OPERATIONS[metadata.op];
    if (!section || byUrn.get(urn)?.section === "replace") continue;
    const about = { ...aboutOf(urn, sourceOf), fails: false, level: "info" as const };
    const changes = section !== "create" ? valuesOf(metadata) : showsAll || isFew ? newValuesOf(metadata) : [];
    const adopted = adoptionOf(metadata, section, adoptions);
    if (adopted)
      byUrn.set(urn, { ...about, ...adopted, changes: [...(section === "create" ? [] : changes), ...adopted.changes] });
    else byUrn.set(urn, { ...about, section, lines: linesOf(metadata), changes });
  }
  return [...byUrn.values()].sort(bySubject);
}

/** To the engine, an object that the program takes over is a new one. */
function adoptionOf(
  { urn, type }: StepEventMetadata,
  section: string,
  adoptions: ReadonlyMap<string, Adoption>,
): (Adoption & { readonly section: string }) | undefined {
  const known = adoptions.get(urn);
  if (known) return { ...known, section: section === "create" ? "adopt" : section };
  const kind = resourceOfType(type);
  if (section !== "create" || kind === undefined || (resources[kind] as Resource).operations.create) return undefined;
  return { section: "adopt", lines: ["Its settings were not read, so what would change is not known."], changes: [] };
}

/** The engine's order differs from run to run. */
export function bySubject(a: Item, b: Item): number {
  return a.subject.localeCompare(b.subject, "en", { numeric: true });
}

export function stepsIn(events: readonly EngineEvent[]): StepEventMetadata[] {
  const steps = events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata ?? []);
  // The stack and providers are no changes of the program.
  return steps.filter(({ urn, type }) => isNamed(urn) && !type.startsWith("pulumi:providers:"));
}

function valuesOf(metadata: StepEventMetadata): Change[] {
  const step = stepOf(metadata);
  return step && metadata.old && metadata.new ? propertyChanges(step) : [];
}

function newValuesOf(metadata: StepEventMetadata): Change[] {
  const step = stepOf(metadata);
  return step ? argumentValues(step) : [];
}

/** Values of other packages may be secrets that the engine does not mark, so only their names are reported. */
function linesOf({ diffs, type }: StepEventMetadata): string[] {
  if (resourceOfType(type) !== undefined || !diffs?.length) return [];
  return [`Changes ${listed(diffs, 20)}.`];
}
