// What a program must say of an object so that the first `up` takes it over and writes nothing.

import {
  acceptedFields,
  argumentFields,
  argumentName,
  argumentNames,
  type Body,
  isExtraField,
  isGiven,
  masked,
  type Problem,
  type Resource,
  validateArguments,
} from "../contract/index.ts";
import type { Live } from "../provider/client/batched-reads.ts";
import { changesOf } from "../provider/lifecycle/changes.ts";
import { idleArguments, settingsOf } from "../provider/lifecycle/imported.ts";
import { inputsFromLive } from "../provider/lifecycle/state.ts";

export type Arguments = { readonly [argument: string]: unknown };

export interface Declared {
  readonly args: Arguments;
  /** Handlers whose idle fields are set too: TypeScript takes those only beside a handler that is an output. */
  readonly openHandlers: readonly string[];
  /** Settings of the object that the program leaves as they are, each with the reason. */
  readonly left: readonly string[];
}

/** For the objects of a class: the arguments; or, as a sentence, why no program can declare the object as it is. */
export function declarer(resource: Resource, profile: Body | undefined): (live: Live) => Declared | string {
  const fields = argumentFields(resource);
  const label = argumentName(resource, resource.label);
  const accepted = new Set(acceptedFields(resource, resource.configuredBy));
  // Who it is first, then as the contract lists the fields.
  const order = [...new Set([label, ...Object.keys(resource.settings ?? {}), ...argumentNames(resource)])];
  const keepsOthers = resource.configuredBy === "update";

  return (live) => {
    const left: string[] = [];
    const settings = settingsOf(resource, live, profile);
    const all = { ...settings, ...keepers(resource), ...extraOf(resource, live, accepted, left) };
    const { args, problems } = fitted(resource, fields, all);
    const idle = idleArguments(resource, args);
    const said = Object.fromEntries(Object.entries(args).filter(([name]) => !(keepsOthers && idle.has(name))));
    if (problems.length > 0) return problems.join("; ");
    const unsound = Object.entries(said).find(([, value]) => !survives(value));
    if (unsound) return `${unsound[0]} holds text that is no Unicode`;
    const changes = Object.keys(
      changesOf(resource, inputsFromLive(resource, said, live, { isFirst: true, profile }), said),
    );
    if (changes.length > 0) return `the first up would write ${changes.join(", ")}`;
    const ordered = order.filter((name) => isGiven(said[name])).map((name) => [name, said[name]]);
    return { args: Object.fromEntries(ordered), openHandlers: keepsOthers ? [] : [...new Set(idle.values())], left };
  };
}

/** That the object is there already. */
function keepers(resource: Resource): Arguments {
  const names = Object.entries(resource.settings ?? {}).flatMap(([name, { keeps }]) => (keeps ? [name] : []));
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** What the live service has beyond the specification. */
function extraOf(resource: Resource, live: Live, accepted: ReadonlySet<string>, left: string[]): Arguments {
  if (!resource.extra) return {};
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
function fitted(
  resource: Resource,
  fields: ReadonlyMap<string, string>,
  args: Arguments,
): { args: Arguments; problems: string[] } {
  const validate = (given: Arguments) => validateArguments(resource, given, () => false).problems;
  const problems = validate(args);
  const moved = problems.flatMap(({ field, code }) => {
    const wire = fields.get(field);
    return wire !== undefined && code !== "required" && isGiven(args[field]) ? [[field, wire] as const] : [];
  });
  if (moved.length === 0) return { args, problems: problems.map(sentence) };
  const kept = Object.fromEntries(Object.entries(args).filter(([name]) => !moved.some(([field]) => field === name)));
  const members = Object.fromEntries(moved.map(([field, wire]) => [wire, args[field]]));
  const all = { ...kept, extra: { ...(args.extra as object | undefined), ...members } };
  return { args: all, problems: validate(all).map(sentence) };
}

function sentence({ field, detail }: Problem): string {
  return `${field} ${detail}`;
}
