// What a program must say of an object so that the first `up` takes it over and writes nothing.

import {
  acceptedFields,
  argumentFields,
  argumentName,
  argumentNames,
  type Body,
  ignoredFields,
  isExtraField,
  isGiven,
  masked,
  own,
  type Resource,
  validateArguments,
} from "../contract/index.ts";
import type { Live } from "../provider/client/batched-reads.ts";
import { changesOf } from "../provider/lifecycle/changes.ts";
import { inputsFromLive } from "../provider/lifecycle/state.ts";

export type Arguments = { readonly [argument: string]: unknown };

export interface Declared {
  readonly args: Arguments;
  /** Handlers whose idle fields are set too: TypeScript takes those only beside a handler that is an output. */
  readonly openHandlers: readonly string[];
  /** Settings of the object that the program leaves as they are, each with the reason. */
  readonly left: readonly string[];
}

/** The arguments; or, as a sentence, why no program can declare the object as it is. */
export function declare(resource: Resource, live: Live, profile: Body | undefined): Declared | string {
  const left: string[] = [];
  const around = { isFirst: true, profile } as const;
  const cleared = [...argumentFields(resource)]
    .filter(([, wire]) => !own(resource.fields, wire)?.aliasOf)
    .map(([name]) => name);
  const found = { ...inputsFromLive(resource, {}, live, { ...around, cleared }), ...extraOf(resource, live, left) };
  const { args, problems } = fitted(resource, { ...identityOf(resource, live), ...found });
  const idle = idleArguments(resource, args);
  const keepsOthers = resource.configuredBy === "update";
  const said = Object.fromEntries(Object.entries(args).filter(([name]) => !(keepsOthers && idle.has(name))));
  if (problems.length > 0) return problems.join("; ");
  const unsound = Object.entries(said).find(([, value]) => !survives(value));
  if (unsound) return `${unsound[0]} holds text that is no Unicode`;
  const changes = Object.keys(changesOf(resource, inputsFromLive(resource, said, live, around), said));
  if (changes.length > 0) return `the first up would write ${changes.join(", ")}`;
  return { args: ordered(resource, said), openHandlers: keepsOthers ? [] : [...new Set(idle.values())], left };
}

/** By what the program names the object, and that it is there already. */
function identityOf(resource: Resource, live: Live): Arguments {
  const label = argumentName(resource, resource.label);
  const keepers = Object.entries(resource.settings ?? {}).filter(([, { keeps }]) => keeps);
  return {
    ...(argumentNames(resource).includes(label) ? { [label]: live[resource.label] } : {}),
    ...Object.fromEntries(keepers.map(([name]) => [name, true])),
  };
}

/** What the live service has beyond the specification. */
function extraOf(resource: Resource, live: Live, left: string[]): Arguments {
  if (!resource.extra) return {};
  const accepted = new Set(acceptedFields(resource, resource.configuredBy));
  const members = Object.entries(live).filter(([wire, value]) => {
    if (!isGiven(value) || value === "" || accepted.has(wire) || !isExtraField(resource, wire)) return false;
    const reason = reasonToLeave(wire, value);
    if (reason) left.push(`${wire} ${reason}`);
    return !reason;
  });
  return members.length > 0 ? { extra: Object.fromEntries(members) } : {};
}

function reasonToLeave(wire: string, value: unknown): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(wire)) return "is no name that the API uses";
  if (JSON.stringify(masked(value)) !== JSON.stringify(value)) return "holds a secret";
  return survives(value) ? undefined : "holds what Pulumi does not keep (null within it, __proto__, or no Unicode)";
}

/** Whether a value reaches the provider as it stands in the program. */
function survives(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object") return true;
  if (value === null) return false;
  return Object.entries(value).every(([key, each]) => key !== "__proto__" && survives(key) && survives(each));
}

/** What an argument does not take goes into `extra`, as far as that takes it. */
function fitted(resource: Resource, args: Arguments): { args: Arguments; problems: string[] } {
  const validate = (given: Arguments) => validateArguments(resource, given, () => false).problems;
  const fields = argumentFields(resource);
  const moved = validate(args).flatMap(({ field, code }) => {
    const wire = fields.get(field);
    return wire !== undefined && code !== "required" && isGiven(args[field]) ? [[field, wire] as const] : [];
  });
  const kept = Object.fromEntries(Object.entries(args).filter(([name]) => !moved.some(([field]) => field === name)));
  const members = Object.fromEntries(moved.map(([field, wire]) => [wire, args[field]]));
  const all = moved.length > 0 ? { ...kept, extra: { ...(args.extra as object | undefined), ...members } } : args;
  return { args: all, problems: validate(all).map(({ field, detail }) => `${field} ${detail}`) };
}

/** Arguments that the chosen handler does not read, each with the argument that chooses. */
function idleArguments(resource: Resource, args: Arguments): Map<string, string> {
  return new Map(
    resource.handlers.flatMap((table) => {
      const chooser = argumentName(resource, table.field);
      const handler = args[chooser];
      if (typeof handler !== "string") return [];
      const idle = ignoredFields(table, handler).map((wire) => argumentName(resource, wire));
      return idle.filter((name) => isGiven(args[name])).map((name) => [name, chooser] as const);
    }),
  );
}

/** Who it is first, then as the contract lists the fields. */
function ordered(resource: Resource, args: Arguments): Arguments {
  const label = argumentName(resource, resource.label);
  const names = [label, ...Object.keys(resource.settings ?? {}), ...argumentNames(resource)];
  return Object.fromEntries(
    [...new Set(names)].filter((name) => isGiven(args[name])).map((name) => [name, args[name]]),
  );
}
