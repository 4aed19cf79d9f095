// Computes the arguments with which a program would describe an existing object as it is.

import {
  acceptedFields,
  argumentFields,
  argumentNames,
  type Body,
  holdsSecret,
  ignoredFields,
  isExtraField,
  isGiven,
  isSingle,
  own,
  type Problem,
  type Props,
  type Resource,
  sipProfile,
  toCamel,
  UUID,
  validateArguments,
  withHandlersInForce,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { unlessGone } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { isTemporary } from "../client/retry.ts";
import { inputsFromLive, needsProfile, type ReadingFacts } from "../fields/inward.ts";
import type { Run } from "../run/run.ts";

/** The id by which an import may name a singleton. */
const SINGLETON_ID = "default";

export async function findByIdOrKey(
  client: Client,
  resource: Resource,
  id: string,
  run: Run,
): Promise<Live | undefined> {
  const collection = client.collection(resource);
  if (isSingle(resource))
    return [run.projectId.toLowerCase(), SINGLETON_ID].includes(id.toLowerCase()) ? collection.read() : undefined;
  if (resource.parent !== undefined)
    return (await unlessGone(collection.read(id.toLowerCase()))) ?? collection.find(id);
  const isKey = resource.uniqueKey !== undefined && !UUID.test(id);
  return isKey ? collection.find(id) : unlessGone(collection.read(id.toLowerCase()));
}

/** Returns the inputs of an import: everything that is set on the object and that a program may set. */
export function importedInputs(resource: Resource, live: Live, profile?: Body): Props {
  const { args, problems } = argumentsFor(resource, live, profile);
  const refused = problems.map(({ field }) => field);
  // An adopted object may keep settings that its handler ignores. A program need not state them.
  const idle = resource.operations.create ? new Map() : idleArguments(resource, args);
  return Object.fromEntries(Object.entries(args).filter(([name]) => !refused.includes(name) && !idle.has(name)));
}

export interface Stated {
  readonly args: Props;
  /** The reasons why these arguments are invalid in a program. */
  readonly problems: readonly Problem[];
  /** Omitted settings, each with the reason. */
  readonly omitted: readonly string[];
}

/**
 * Returns everything that is set on the object, as arguments. Other fields go into `extra`, if it accepts them. Validation
 * includes the program's further arguments (`given`).
 */
export function argumentsFor(resource: Resource, live: Live, profile: Body | undefined, given: Props = {}): Stated {
  const { extra, omitted } = extraOf(resource, live);
  const stated = { ...statedSettings(resource, live, profile), ...given, ...extra };
  return { ...fitted(resource, stated), omitted };
}

function statedSettings(resource: Resource, live: Live, profile: Body | undefined): Props {
  const fields = [...argumentFields(resource)].filter(([, wire]) => !own(resource.fields, wire)?.aliasOf);
  const mayBeSet = fields.map(([name]) => name);
  const label = toCamel(resource.label);
  return withDocument(resource, {
    ...(argumentNames(resource).includes(label) ? { [label]: live[resource.label] } : {}),
    ...handlersInForce(resource, live),
    ...inputsFromLive(resource, {}, live, { mayBeSet, profile, isFirst: true }),
  });
}

/** Returns the handlers that take calls or messages. A handler in its unset form takes them when it has an address. */
function handlersInForce(resource: Resource, live: Live): Props {
  const inForce = withHandlersInForce(resource, live);
  const chosen = resource.handlers.map(({ field }) => [toCamel(field), inForce[field]] as const);
  return Object.fromEntries(chosen.filter(([, handler]) => isGiven(handler)));
}

/**
 * States a hosted document as text where Pulumi would change the object, or where a part of it is secret: only a text can be a
 * secret of the configuration. The text means the same.
 */
function withDocument({ hosted }: Resource, args: Props): Props {
  const document = hosted && args[hosted.contents];
  if (!hosted || typeof document !== "object" || (survives(document) && !holdsSecret(document))) return args;
  return { ...args, [hosted.contents]: JSON.stringify(document) };
}

/** Returns the fields that only the live service has. */
function extraOf(resource: Resource, live: Live): { extra: Props; omitted: string[] } {
  const omitted: string[] = [];
  if (!resource.extra) return { extra: {}, omitted };
  const accepted = new Set(acceptedFields(resource));
  const members = Object.entries(live).filter(([wire, value]) => {
    if (!isGiven(value) || value === "" || accepted.has(wire) || !isExtraField(resource, wire)) return false;
    const reason = reasonToLeave(wire, value);
    if (reason) omitted.push(`${wire} ${reason}`);
    return !reason;
  });
  return { extra: members.length > 0 ? { extra: Object.fromEntries(members) } : {}, omitted };
}

function reasonToLeave(wire: string, value: unknown): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(wire)) return "is no name that the API uses";
  if (holdsSecret(value, wire)) return "holds a secret";
  return survives(value) ? undefined : "holds what Pulumi does not keep (null within it, __proto__, or no Unicode)";
}

/** True when a value reaches the provider exactly as the program states it. */
export function survives(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object") return true;
  if (value === null) return false;
  return Object.entries(value).every(([key, each]) => key !== "__proto__" && survives(key) && survives(each));
}

function fitted(resource: Resource, args: Props): { args: Props; problems: readonly Problem[] } {
  const fields = argumentFields(resource);
  const validate = (given: Props) => validateArguments(resource, given);
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

/** Returns the set arguments that the chosen handler ignores → the argument that chooses the handler. */
export function idleArguments(resource: Resource, args: Props): Map<string, string> {
  return new Map(
    resource.handlers.flatMap((table) => {
      const chooser = toCamel(table.field);
      const handler = args[chooser];
      if (typeof handler !== "string") return [];
      const idle = ignoredFields(table, handler).map(toCamel);
      return idle.filter((name) => isGiven(args[name])).map((name) => [name, chooser] as const);
    }),
  );
}

/** Returns the same as `inputsFromLive`. Reads the SIP profile if the comparison needs it. */
export async function inputsWithProfile(
  client: Client,
  resource: Resource,
  known: Props,
  live: Live,
  around: ReadingFacts = {},
): Promise<Props> {
  const profile = needsProfile(resource, known, live) ? await readProfile(client) : undefined;
  return inputsFromLive(resource, known, live, { ...around, profile });
}

/**
 * Reads the profile that objects inherit from. The specification has no way to read it (gap `sip-profile`), so this may fail.
 */
export function readProfile(client: Client): Promise<Live | undefined> {
  return client
    .collection(sipProfile)
    .read()
    .catch((error) => {
      if (isTemporary(error)) throw error;
      return undefined;
    });
}
