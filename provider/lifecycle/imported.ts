// What a program would have to say of an object that is there already, for it to be as it is.

import {
  acceptedFields,
  argumentFields,
  argumentName,
  argumentNames,
  type Body,
  holdsSecret,
  ignoredFields,
  isExtraField,
  isGiven,
  isSingle,
  own,
  type Problem,
  type Resource,
  validateArguments,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Client } from "../client/collection.ts";
import { unlessGone } from "../client/errors.ts";
import { inputsFromLive, type Props } from "./state.ts";

/** The word that stands for the id of what a project has exactly one of. */
const ONLY = "default";

/** The object with this id or this unique key. */
export async function findByIdOrKey(
  client: Client,
  resource: Resource,
  id: string,
  projectId: string,
): Promise<Live | undefined> {
  const collection = client.collection(resource);
  if (isSingle(resource))
    return [projectId.toLowerCase(), ONLY].includes(id.toLowerCase()) ? collection.read() : undefined;
  const isKey = resource.uniqueKey !== undefined && !UUID.test(id);
  return isKey ? collection.find(id) : unlessGone(collection.read(id.toLowerCase()));
}

/** What an import hands to the program: everything that is set on the object and that a program may say of it. */
export function importedInputs(resource: Resource, live: Live, profile?: Body): Props {
  const { args, problems } = argumentsFor(resource, live, profile);
  const refused = problems.map(({ field }) => field);
  // On an object that is adopted, what the chosen handler does not read may stay what it is.
  const idle = resource.configuredBy === "update" ? idleArguments(resource, args) : new Map();
  return Object.fromEntries(Object.entries(args).filter(([name]) => !refused.includes(name) && !idle.has(name)));
}

export interface Stated {
  readonly args: Props;
  /** Why these arguments cannot be said so. */
  readonly problems: readonly Problem[];
  /** Settings that are left out, each with the reason. */
  readonly left: readonly string[];
}

/**
 * Everything that is set on the object, as arguments: what these do not take goes into `extra`, as far as that takes it. What the
 * program says besides (`given`) counts when they are judged.
 */
export function argumentsFor(resource: Resource, live: Live, profile: Body | undefined, given: Props = {}): Stated {
  const { extra, left } = extraOf(resource, live);
  const stated = { ...settingsOf(resource, live, profile), ...given, ...extra };
  return { ...fitted(resource, stated), left };
}

function settingsOf(resource: Resource, live: Live, profile: Body | undefined): Props {
  const fields = [...argumentFields(resource)].filter(([, wire]) => !own(resource.fields, wire)?.aliasOf);
  const cleared = fields.map(([name]) => name);
  const label = argumentName(resource, resource.label);
  return {
    ...(argumentNames(resource).includes(label) ? { [label]: live[resource.label] } : {}),
    ...inputsFromLive(resource, {}, live, { cleared, profile, isFirst: true }),
  };
}

/** What the live service has beyond the specification. */
function extraOf(resource: Resource, live: Live): { extra: Props; left: string[] } {
  const left: string[] = [];
  if (!resource.extra) return { extra: {}, left };
  const accepted = new Set(acceptedFields(resource, resource.configuredBy));
  const members = Object.entries(live).filter(([wire, value]) => {
    if (!isGiven(value) || value === "" || accepted.has(wire) || !isExtraField(resource, wire)) return false;
    const reason = reasonToLeave(wire, value);
    if (reason) left.push(`${wire} ${reason}`);
    return !reason;
  });
  return { extra: members.length > 0 ? { extra: Object.fromEntries(members) } : {}, left };
}

function reasonToLeave(wire: string, value: unknown): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(wire)) return "is no name that the API uses";
  if (holdsSecret(value, wire)) return "holds a secret";
  return survives(value) ? undefined : "holds what Pulumi does not keep (null within it, __proto__, or no Unicode)";
}

/** Whether a value reaches the provider as it stands in the program. */
export function survives(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object") return true;
  if (value === null) return false;
  return Object.entries(value).every(([key, each]) => key !== "__proto__" && survives(key) && survives(each));
}

function fitted(resource: Resource, args: Props): { args: Props; problems: readonly Problem[] } {
  const fields = argumentFields(resource);
  const validate = (given: Props) => validateArguments(resource, given, () => false).problems;
  const problems = validate(args);
  const moved = problems.flatMap(({ field, code }) => {
    const wire = fields.get(field);
    return wire !== undefined && code !== "required" && isGiven(args[field]) ? [[field, wire] as const] : [];
  });
  if (moved.length === 0) return { args, problems };
  const kept = Object.fromEntries(Object.entries(args).filter(([name]) => !moved.some(([field]) => field === name)));
  const members = Object.fromEntries(moved.map(([field, wire]) => [wire, args[field]]));
  const all = { ...kept, extra: { ...(args.extra as object | undefined), ...members } };
  return { args: all, problems: validate(all) };
}

/** What is set and the chosen handler does not read, each with the argument that chooses. */
export function idleArguments(resource: Resource, args: Props): Map<string, string> {
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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
