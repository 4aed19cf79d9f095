// Recognises an existing object as the requested one by its unique key, for any resource that has one.

import { setTimeout as pause } from "node:timers/promises";
import {
  argumentName,
  type Body,
  isExtraField,
  isGiven,
  isUnknown,
  own,
  type Resource,
  validateBody,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Client } from "../client/collection.ts";
import { NOT_THERE_YET } from "../client/dry-run.ts";
import { Conflict, RequestFailure } from "../client/errors.ts";
import { type StackConfig, settingName } from "../config.ts";
import type { DeclaredResources } from "../declared.ts";
import { changesOf, withRepeated } from "./changes.ts";
import { seen } from "./imported.ts";
import type { CreateContext } from "./lifecycle.ts";
import type { Props } from "./state.ts";

/** The largest number of repeated creates, each after a look-up proved that the previous one left no object. */
const MOST_CREATES = 4;

export interface Wanted {
  readonly resource: Resource;
  readonly inputs: Props;
  /** The body of a create. */
  readonly sent: Body;
}

export interface Made {
  readonly live: Live;
  /** True when the object existed before this run. */
  readonly isAdopted: boolean;
}

/**
 * Creates or adopts the object.
 *
 * @throws Conflict when no such object exists and the arguments lack a field that a create needs.
 */
export async function createOrAdopt(client: Client, wanted: Wanted, context: CreateContext): Promise<Made> {
  const { resource, sent } = wanted;
  if (resource.uniqueKey === undefined)
    return { live: await client.collection(resource).create(sent), isAdopted: false };
  const missing = missingHidden(resource, sent);
  if (missing.length === 0) return createOrRecognise(client, wanted, context);
  const adopted = await adoptByKey(client, wanted, context);
  if (adopted) return adopted;
  throw new Conflict(
    `there is no such ${resource.title} to adopt, and a new one needs ${missing.join(" and ")}. ` +
      `Set it, or correct \`${argumentName(resource, resource.uniqueKey)}\`.`,
  );
}

/** Returns the arguments that a create needs, that are not given, and that the service never returns. */
function missingHidden(resource: Resource, sent: Body): string[] {
  const settings = Object.entries(resource.settings ?? {});
  return validateBody(resource, "create", sent, { isUnknown })
    .filter(({ code, field }) => code === "required" && own(resource.fields, field)?.writeOnly)
    .map(({ field }) => {
      const others = settings.filter(([, { supplies }]) => supplies === field).map(([name]) => name);
      return [argumentName(resource, field), ...others].map((name) => `\`${name}\``).join(" or ");
    });
}

/** Returns the fields that the service never returns. They are sent to an adopted object too. */
function hiddenIn({ resource, sent }: Wanted): Body {
  return Object.fromEntries(Object.entries(sent).filter(([wire]) => own(resource.fields, wire)?.writeOnly));
}

/**
 * Creates the object. When its unique key is taken or an answer was lost, finds out whether the existing object is this one.
 */
async function createOrRecognise(client: Client, wanted: Wanted, context: CreateContext): Promise<Made> {
  const { resource, inputs, sent } = wanted;
  const collection = client.collection(resource);
  const existing = await takenByName(client, wanted, context);
  if (existing) return existing;
  let mayBeOurs = false;
  for (let creates = 1; ; creates += 1) {
    try {
      return { live: await collection.create(sent), isAdopted: false };
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.code === "cancelled") throw error;
      const isRefused = error.code === "invalid";
      if (!isRefused && error.reach === "not_done") throw error;
      // Whatever the next attempt returns, this one may still be carried out.
      mayBeOurs ||= !isRefused;
      const found = await lookUpAfter(client, wanted);
      if (found) {
        const match = await compare(client, wanted, found);
        const isLate = mayBeOurs && !(await collection.existedBefore(String(found.id)));
        if (!isLate || match.differing.length > 0)
          return takeOver(client, wanted, { ...match, found, refusal: error.message, ...context });
        const id = String(found.id);
        await context.declared.claim(id, inputs, {});
        const hidden = hiddenIn(wanted);
        const updated = Object.keys(hidden).length > 0 ? await collection.update(id, hidden) : {};
        return { live: { ...found, ...updated }, isAdopted: false };
      }
      if (isRefused && !mayBeOurs) throw error;
      // A late first request and a second one would make two objects, and the service might accept both.
      if (resource.keyMayRepeat) throw error;
      if (creates >= MOST_CREATES) throw error;
      // Without a pause, a service that answers at once would be asked again at once.
      await pause(250 * 2 ** creates);
    }
  }
}

/**
 * Looks for the object before the create: with `adopt: true`, and where only an assumption says that the service refuses a second
 * object with this key. Adopts the object or refuses.
 */
async function takenByName(client: Client, wanted: Wanted, context: CreateContext): Promise<Made | undefined> {
  const { resource, inputs } = wanted;
  const isAssumed = own(resource.fields, resource.uniqueKey ?? "")?.gap !== undefined;
  if (!isAssumed && inputs.adopt !== true) return undefined;
  const isTaken = await client.collection(resource).hadKey(keyOf(resource, inputs));
  return isTaken ? adoptByKey(client, wanted, context) : undefined;
}

/** Looks for the object after a failed create. Where no create is repeated, looks several times: the first one may be late. */
async function lookUpAfter(client: Client, { resource, inputs }: Wanted): Promise<Live | undefined> {
  const looks = resource.keyMayRepeat ? MOST_CREATES : 1;
  for (let look = 1; ; look += 1) {
    const found = await client.collection(resource).find(keyOf(resource, inputs));
    if (found || look === looks) return found;
    await pause(250 * 2 ** look);
  }
}

/** Adopts the object with the unique key; undefined when none has it. */
async function adoptByKey(client: Client, wanted: Wanted, context: CreateContext): Promise<Made | undefined> {
  const { resource, inputs } = wanted;
  const found = await client.collection(resource).find(keyOf(resource, inputs)).catch(renamedOrNot);
  if (!found) return undefined;
  const match = await compare(client, wanted, found);
  return takeOver(client, wanted, {
    ...match,
    found,
    refusal: takenText(resource, keyOf(resource, inputs)),
    ...context,
  });
}

/** Adds the likeliest remedy where several objects have the key: one of them may be this resource's, under its old name. */
function renamedOrNot(error: unknown): never {
  if (!(error instanceof Conflict)) throw error;
  throw new Conflict(
    `${error.message} If the resource was renamed or moved in the program, set \`aliases: [{ name: "<old name>" }]\` among its options.`,
  );
}

/** Sends an update. When the unique key is taken, the failure names the object that has it, and the remedies. */
export async function updateByKey(
  client: Client,
  { resource, id, sent, declared }: { resource: Resource; id: string; sent: Body; declared: DeclaredResources },
): Promise<Live> {
  const key = sent[resource.uniqueKey ?? ""];
  if (resource.keyMayRepeat && isGiven(key)) {
    const holder = await client.collection(resource).find(String(key));
    if (holder && holder.id !== id)
      throw new Conflict(`${takenText(resource, String(key))}. ${takenByAnother(resource, holder, declared)}`);
  }
  try {
    return await client.collection(resource).update(id, sent);
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.code !== "invalid" || !isGiven(key)) throw error;
    const holder = await client.collection(resource).find(String(key));
    if (!holder || holder.id === id) throw error;
    throw new Conflict(`${error.message}. ${takenByAnother(resource, holder, declared)}`);
  }
}

function takenText(resource: Resource, key: string): string {
  return `${argumentName(resource, resource.uniqueKey ?? "")} "${key}" is taken`;
}

/** Describes the object with the unique key, and the way for this run's resources to get it. */
export function takenByAnother(resource: Resource, holder: Live, declared: DeclaredResources): string {
  const name = argumentName(resource, resource.uniqueKey ?? "");
  const giver = declared.giver(String(holder.id), holder[resource.uniqueKey ?? ""]);
  const has = `The ${resource.title} ${String(holder.id)} has this ${name}`;
  if (giver !== undefined) return `${has} until the ${giver} gives it up. ${orderOf(giver)}`;
  return (
    `${has}. ${orderOf(undefined)} If the resource that has it was removed from the program, remove it in an \`up\` of its own first. ` +
    `Otherwise choose another ${name}.`
  );
}

/** Describes an order that only the program's options decide, which a preview through the plugin does not see. */
export function unseenOrder(resource: Resource, holder: Live, giver: string): string {
  const name = argumentName(resource, resource.uniqueKey ?? "");
  return (
    `the ${giver} gives up ${name} "${String(holder[resource.uniqueKey ?? ""])}" in this run. Pulumi does not show a plugin whether this resource comes later. ` +
    `Keep \`${dependingOn(giver)}\` among its options. Without it, the \`up\` may fail because the ${name} is still taken, and complete when it is run again.`
  );
}

function orderOf(giver: string | undefined): string {
  const swap = "Resources that swap theirs need two `up`s, with another one for the first.";
  if (giver === undefined)
    return `If another resource of this stack gives it up in this run, set \`dependsOn: [<that resource>]\` among this one's options. ${swap}`;
  return `Set \`${dependingOn(giver)}\` among this resource's options, so that it comes second. ${swap}`;
}

/** Returns the option for a resource that comes after `SipEndpoint "desk"`. */
function dependingOn(giver: string): string {
  const [, name] = /"(.+)"$/.exec(giver) ?? [];
  return `dependsOn: [${name}]`;
}

interface Match {
  /** The body of the update. */
  readonly changes: Body;
  /** Differences from the program: arguments, and fields that the program does not manage. */
  readonly differing: readonly string[];
}

/** Compares every field, including those that the program omits. Fields that the service never returns count as equal. */
async function compare(
  client: Client,
  { resource, inputs }: Pick<Wanted, "resource" | "inputs">,
  found: Live,
): Promise<Match> {
  const changes = changesOf(resource, await seen(client, resource, inputs, found, { isFirst: true }), inputs);
  const { extra = {} } = inputs;
  const unspecified = Object.keys(resource.fields).filter(
    (wire) => isExtraField(resource, wire) && isGiven(found[wire]) && !Object.hasOwn(extra as object, wire),
  );
  const names = Object.keys(changes).map((wire) => argumentName(resource, wire));
  return { changes, differing: [...names, ...unspecified] };
}

interface Taken extends Match, CreateContext {
  readonly found: Live;
  /** The service's message. */
  readonly refusal: string;
}

/** Handles a taken unique key. One request adopts the object and resets the settings that the program omits. */
async function takeOver(client: Client, wanted: Wanted, taken: Taken): Promise<Made> {
  const { resource, inputs } = wanted;
  const { found, changes, differing, refusal, adoptMatching, declared, isDryRun } = taken;
  const id = String(found.id);
  const key = found[resource.uniqueKey ?? ""];
  const free = { live: { id: NOT_THERE_YET }, isAdopted: false };
  const giver = declared.giver(id, key);
  if (giver !== undefined) {
    if (isDryRun && declared.isAfter(inputs, id) !== false) return free;
    throw new Conflict(`${refusal}. ${takenByAnother(resource, found, declared)}`);
  }
  const old = declared.replacedInputs(inputs);
  const isKnown = old !== undefined && Object.keys(old).length > 0;
  const isOld = old !== undefined && (!isKnown || old[argumentName(resource, resource.uniqueKey ?? "")] === key);
  if (isOld && isDryRun && declared.deletesFirst(inputs)) return free;
  if (declared.holds(id) && !isOld)
    throw new Conflict(
      `${refusal}. Another resource of this stack manages the ${resource.title} ${id}: keep one of the two.`,
    );
  // Only the recorded arguments prove that the object belongs to this resource. An identical object may belong to another.
  const isUnchanged =
    isOld && isKnown && (await compare(client, { resource, inputs: old }, found)).differing.length === 0;
  if (inputs.adopt !== true && !isUnchanged && !(adoptMatching && differing.length === 0))
    throw new Conflict(`${refusal}. ${waysOn(wanted, taken, isOld)}`);
  const sent = withRepeated(resource, { ...changes, ...hiddenIn(wanted) }, inputs);
  await declared.claim(id, inputs, {});
  const updated = Object.keys(sent).length > 0 ? await client.collection(resource).update(id, sent) : {};
  return { live: { ...found, ...updated, id }, isAdopted: true };
}

/** Returns the remedies when the object's creator is unknown, the likeliest first. */
function waysOn({ resource }: Wanted, { found, differing, run }: Taken, isOld: boolean): string {
  const isMatch = differing.length === 0;
  const { title } = resource;
  const name = argumentName(resource, resource.uniqueKey ?? "");
  const state = isMatch ? "everything it shows is as the program says" : `it differs in ${differing.join(", ")}`;
  const holder = `The ${title} ${String(found.id)} has this ${name}, and ${state}.`;
  if (isOld)
    return (
      `${holder} It is the one that this resource replaces: set \`deleteBeforeReplace: true\` among the resource's options to delete it first, ` +
      "or `adopt: true` on the resource to keep it."
    );
  const ways = [
    'The resource was renamed or moved in the program: set `aliases: [{ name: "<old name>" }]` among its options.',
    "`--replace` or `state taint` is to make it anew: run `pulumi destroy --target <the resource's URN>` first, then `pulumi up`.",
    `Another resource of this stack gives the ${name} up in this run: set \`dependsOn: [<that resource>]\` among the options.`,
    `An interrupted \`up\` left it, or another stack or a person made it: with \`adopt: true\` the resource takes it over. ` +
      "It is set to what the program says, and deleted with the resource unless that has `retainOnDelete: true`.",
    ...(isMatch ? [afterCrash(title, run.config)] : []),
    `None of these: choose another ${name}.`,
  ];
  return `${holder} The ways on:\n- ${ways.join("\n- ")}`;
}

function afterCrash(title: string, config: StackConfig | undefined): string {
  const effect = `takes over each ${title} that matches like this one`;
  if (config?.isDeclared)
    return `A crash left many: ${settingName(config, "adoptMatching")} ${effect}. Set it to true for one \`up\`.`;
  return (
    `A crash left many: \`pulumi up --config signalwire:adoptMatching=true\` ${effect}. ` +
    "`--config` saves the setting, so run `pulumi config rm signalwire:adoptMatching` afterwards."
  );
}

function keyOf(resource: Resource, inputs: Props): string {
  return String(inputs[argumentName(resource, resource.uniqueKey ?? "")]);
}
