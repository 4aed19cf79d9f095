// Recognises an existing object as the requested one by its unique key, for any resource that has one.

import { isDeepStrictEqual } from "node:util";
import {
  type Body,
  isExtraField,
  isGiven,
  isUnknown,
  keyOf,
  own,
  type Props,
  type Resource,
  toCamel,
  validateBody,
} from "../../contract/index.ts";
import { Contradicted, effective, idOf, type Live } from "../client/answers.ts";
import { NOT_THERE_YET } from "../client/dry-run.ts";
import { Conflict, RequestFailure } from "../client/errors.ts";
import { LAGS, lookUntil } from "../client/looks.ts";
import type { Client } from "../client/operations.ts";
import { outputsOf, settingsIn } from "../fields/inward.ts";
import { bodyOf, changesOf, flat, nested, normalisedFields, settable, withRepeated } from "../fields/outward.ts";
import type { DeclaredResources } from "../run/declared.ts";
import { freeByNow, PartialWrite, remedies, takenByAnother, takenText } from "./failures.ts";
import { seen } from "./imported.ts";
import type { CreateContext } from "./lifecycle.ts";

/** The largest number of creates, each after look-ups that found no object of the one before. */
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
  if (resource.uniqueKey === undefined) return { live: await create(client, wanted), isAdopted: false };
  const missing = missingHidden(resource, sent);
  if (missing.length === 0) return createOrRecognise(client, wanted, context);
  const adopted = await adoptByKey(client, wanted, context);
  if (adopted) return adopted;
  throw new Conflict(
    `there is no such ${resource.title} to adopt, and a new one needs ${missing.join(" and ")}. ` +
      `Set it, or correct \`${toCamel(resource.uniqueKey)}\`.`,
  );
}

/** Returns the arguments that a create needs, that are not given, and that the service never returns. */
function missingHidden(resource: Resource, sent: Body): string[] {
  const settings = Object.entries(resource.settings ?? {});
  return validateBody(resource, "create", sent, { isUnknown })
    .filter(({ code, field }) => code === "required" && own(resource.fields, field)?.writeOnly)
    .map(({ field }) => {
      const others = settings.filter(([, { supplies }]) => supplies === field).map(([name]) => name);
      return [toCamel(field), ...others].map((name) => `\`${name}\``).join(" or ");
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
  const { resource, inputs } = wanted;
  const collection = client.collection(resource);
  const key = keyIn(resource, inputs);
  const existing = await takenByName(client, wanted, context);
  if (existing) return existing;
  let isLost = false;
  for (let creates = 1; ; creates += 1) {
    try {
      return { live: await create(client, wanted), isAdopted: false };
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.code === "cancelled") throw error;
      const isRefused = error.code === "invalid";
      if (!isRefused && error.reach === "not_done") throw error;
      isLost ||= !isRefused;
      const find = () => collection.find(key);
      // A create without an answer may be late.
      const found = await lookUntil(await find(), (seen) => seen !== undefined, find, isLost ? LAGS : []);
      if (found) {
        const isMade = isLost && !(await collection.before(key)).ids.has(idOf(found));
        const match = await findDifferences(client, wanted, found);
        return takeOver(client, wanted, { ...match, ...context, found, isMade, refusal: error.message });
      }
      if (!isLost)
        throw freeByNow(resource, error, inputs[toCamel(resource.uniqueKey ?? "")], context.declared) ?? error;
      // A late first request and a second one would make two objects, and the service might accept both.
      if (resource.keyMayRepeat || creates >= MOST_CREATES) throw error;
    }
  }
}

/** Sends the create. Keeps an object that was made with other values. */
async function create(client: Client, { resource, inputs, sent }: Wanted): Promise<Live> {
  try {
    return await client.collection(resource).create(sent);
  } catch (error) {
    throw error instanceof Contradicted ? madeOtherwise(resource, inputs, error) : error;
  }
}

/**
 * Returns the failure with which the engine keeps the object. The state records what the service shows, and no field that it
 * never shows, so that the next `up` sends what is missing.
 */
export function madeOtherwise(resource: Resource, inputs: Props, failure: Contradicted): PartialWrite {
  const { live, fields } = failure;
  const given = flat(inputs);
  const shown = settable(resource, Object.keys(given)).flatMap(({ name, wire, field }) => {
    const value = fields.includes(wire) ? effective(resource, wire, live) : given[name];
    return isGiven(given[name]) && isGiven(value) && !field.writeOnly ? [[name, value] as const] : [];
  });
  const settings = Object.entries(settingsIn(resource, inputs)).filter(
    ([name]) => !resource.settings?.[name]?.supplies,
  );
  const kept = nested(Object.fromEntries([...settings, ...shown]));
  const sent = Object.entries(bodyOf(resource, inputs)).filter(([wire]) => !fields.includes(wire));
  return new PartialWrite(
    String(live.id),
    outputsOf(resource, kept, { sent: Object.fromEntries(sent), live }),
    failure,
  );
}

/**
 * Looks for the object before the create: with `adopt: true`, and where only an assumption says that the service refuses a second
 * object with this key. Adopts the object or refuses.
 */
async function takenByName(client: Client, wanted: Wanted, context: CreateContext): Promise<Made | undefined> {
  const { resource, inputs } = wanted;
  const isAssumed = own(resource.fields, resource.uniqueKey ?? "")?.gap !== undefined;
  if (!isAssumed && inputs.adopt !== true) return undefined;
  const key = keyIn(resource, inputs);
  const { keys } = await client.collection(resource).before(key);
  return keys.has(key) ? adoptByKey(client, wanted, context) : undefined;
}

/** Adopts the object with the unique key; undefined when none has it. */
async function adoptByKey(client: Client, wanted: Wanted, context: CreateContext): Promise<Made | undefined> {
  const { resource, inputs } = wanted;
  const found = await client.collection(resource).find(keyIn(resource, inputs)).catch(renamedOrNot);
  if (!found) return undefined;
  const match = await findDifferences(client, wanted, found);
  return takeOver(client, wanted, {
    ...match,
    found,
    refusal: takenText(resource, keyIn(resource, inputs)),
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

interface Update {
  readonly resource: Resource;
  readonly id: string;
  readonly sent: Body;
  readonly olds: Props;
  readonly declared: DeclaredResources;
}

/** Sends an update. When the unique key is taken, the failure names the object that has it, and the remedies. */
export async function updateByKey(client: Client, { resource, id, sent, olds, declared }: Update): Promise<Live> {
  const key = sent[resource.uniqueKey ?? ""];
  async function assertFree(reason: string): Promise<void> {
    const holder = await client.collection(resource).find(String(key));
    if (holder && idOf(holder) !== id.toLowerCase())
      throw new Conflict(`${reason}. ${takenByAnother(resource, holder, declared)}`);
  }
  // An update may repeat the key that the object has.
  const isRenamed = isGiven(key) && key !== keyIn(resource, olds);
  if (resource.keyMayRepeat && isRenamed) await assertFree(takenText(resource, String(key)));
  const found = await client.collection(resource).read(id);
  // A field that is only repeated may keep the service's form of its value.
  const [said, forms] = [bodyOf(resource, olds), normalisedFields(resource, olds)];
  const isForm = (wire: string) => said[wire] === sent[wire] && isDeepStrictEqual(forms[wire], found[wire]);
  const before = Object.entries(found).filter(([wire]) => !isForm(wire));
  try {
    return await client.collection(resource).update(id, sent, Object.fromEntries(before));
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.code !== "invalid" || !isGiven(key)) throw error;
    await assertFree(error.message);
    throw freeByNow(resource, error, key, declared) ?? error;
  }
}

interface Match {
  /** The body of the update. */
  readonly changes: Body;
  /** Differences from the program: arguments, and fields that the program does not manage. */
  readonly differing: readonly string[];
}

/** Compares every field, including those that the program omits. Fields that the service never returns count as equal. */
async function findDifferences(
  client: Client,
  { resource, inputs }: Pick<Wanted, "resource" | "inputs">,
  found: Live,
): Promise<Match> {
  const changes = changesOf(resource, await seen(client, resource, inputs, found, { isFirst: true }), inputs);
  const { extra = {} } = inputs;
  const unspecified = Object.keys(resource.fields).filter(
    (wire) => isExtraField(resource, wire) && isGiven(found[wire]) && !Object.hasOwn(extra as object, wire),
  );
  const names = Object.keys(changes).map(toCamel);
  return { changes, differing: [...names, ...unspecified] };
}

interface Taken extends Match, CreateContext {
  readonly found: Live;
  /** True after a lost answer, for an object that the list from before the run's creates lacks. */
  readonly isMade?: boolean;
  /** The service's message. */
  readonly refusal: string;
}

/**
 * Handles the object that has the unique key. It is this run's own if a create without an answer made it and it shows what was
 * sent. Else one request adopts it and resets the settings that the program omits, or the create fails with the ways on.
 */
async function takeOver(client: Client, wanted: Wanted, taken: Taken): Promise<Made> {
  const { resource, inputs } = wanted;
  const { found, isMade, changes, differing, refusal, adoptMatching, declared, run, isDryRun } = taken;
  const id = String(found.id);
  const key = found[resource.uniqueKey ?? ""];
  const free = { live: { id: NOT_THERE_YET }, isAdopted: false };
  const giver = declared.giver(id, key);
  if (giver !== undefined) {
    if (isDryRun) return free;
    throw new Conflict(`${refusal}. ${takenByAnother(resource, found, declared)}`);
  }
  const { olds: old, isDeletedFirst } = declared.checkOf(inputs) ?? {};
  const isKnown = old !== undefined && Object.keys(old).length > 0;
  const isOld = old !== undefined && (!isKnown || old[toCamel(resource.uniqueKey ?? "")] === key);
  if (isOld && isDryRun && isDeletedFirst) return free;
  if (declared.holds(id) && !isOld)
    throw new Conflict(
      `${refusal}. Another resource of this stack manages the ${resource.title} ${id}: keep one of the two.`,
    );
  // Only the recorded arguments prove that the object belongs to this resource. An identical object may belong to another.
  const isUnchanged =
    isOld && isKnown && (await findDifferences(client, { resource, inputs: old }, found)).differing.length === 0;
  const corrected = Object.keys(changes).filter((wire) => own(resource.fields, wire)?.corrected);
  const isOurs = isMade === true && differing.length === corrected.length;
  if (!isOurs && inputs.adopt !== true && !isUnchanged && !(adoptMatching && differing.length === 0))
    throw new Conflict(`${refusal}. ${remedies(resource, { found, differing, run, isOld })}`);
  const sent = withRepeated(resource, { ...(isOurs ? {} : changes), ...hiddenIn(wanted) }, inputs);
  await declared.claim(id, inputs, {});
  if (isOurs) run.print(`recognised as ours after a lost answer: the ${resource.title} "${String(key)}": ${id}`);
  const updated = Object.keys(sent).length > 0 ? await client.collection(resource).update(id, sent, found) : {};
  return { live: { ...found, ...updated, id }, isAdopted: !isOurs };
}

export function keyIn(resource: Resource, inputs: Props): string {
  return String(keyOf(resource, bodyOf(resource, inputs)));
}
