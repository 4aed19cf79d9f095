// Recognises an existing object as the requested one by its unique key, for any resource that has one.

import { isDeepStrictEqual } from "node:util";
import {
  argumentFields,
  type Body,
  isExtraField,
  isGiven,
  isUnknown,
  keyOf,
  own,
  type Props,
  type Resource,
  requiredFields,
  toCamel,
  validateHandlers,
} from "../../contract/index.ts";
import { Contradicted, effective, idOf, type Live } from "../client/answers.ts";
import { Conflict, isRefusal, RequestFailure } from "../client/errors.ts";
import { LAGS, lookUntil } from "../client/looks.ts";
import type { Client } from "../client/operations.ts";
import { switchIn } from "../config/settings.ts";
import { givenIn, outputsOf } from "../fields/inward.ts";
import { bodyOf, changesOf, flat, nested, normalisedFields, settable, withRepeated } from "../fields/outward.ts";
import type { DeclaredResources } from "../run/declared.ts";
import type { Run } from "../run/run.ts";
import { freeByNow, remedies, takenByAnother, takenText } from "./holders.ts";
import { inputsWithProfile } from "./imported.ts";
import { PartialWrite } from "./stored.ts";

/** The largest number of creates for one object. A further one follows only if look-ups found nothing. */
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
 * Creates the object, or adopts the one with its unique key. When a create is refused or its answer was lost, finds out whether
 * the existing object is this one.
 *
 * @throws Conflict when no such object exists and the arguments lack a field that a create needs.
 */
export async function createOrAdopt(client: Client, wanted: Wanted, run: Run): Promise<Made> {
  const { resource, sent } = wanted;
  const collection = client.collection(resource);
  const key = String(keyOf(resource, sent));
  const missing = missingHidden(resource, sent);
  // Without proof that the service refuses a second object with this key, the list is read first too.
  const mayRepeat = own(resource.fields, resource.uniqueKey ?? "")?.gap !== undefined;
  const isAsked = missing.length > 0 || wanted.inputs.adopt === true || mayRepeat;
  const adopted = isAsked ? await adoptByKey(client, wanted, run) : undefined;
  if (adopted) return adopted;
  if (missing.length > 0) throw new Conflict(nothingToAdoptText(resource, missing));
  let isLost = false;
  for (let creates = 1; ; creates += 1) {
    try {
      return { live: await collection.create(sent), isAdopted: false };
    } catch (error) {
      if (error instanceof Contradicted) throw madeOtherwise(wanted, error);
      const isRefused = isRefusal(error);
      if (resource.uniqueKey === undefined || !(isRefused || mayBeLate(error))) throw error;
      isLost ||= !isRefused;
      const find = () => collection.find(key);
      // A create without an answer may be late.
      const found = await lookUntil(await find(), (seen) => seen !== undefined, find, isLost ? LAGS : []);
      if (found) {
        const isNew = isLost && !(await collection.before(key)).ids.has(idOf(found));
        return takeOver(client, wanted, { run, found, isNew, refusal: error.message });
      }
      if (!isLost) throw freeByNow(resource, error, sent[resource.uniqueKey], run.declared(resource)) ?? error;
      // A late first request and a second one would make two objects, and the service might accept both.
      if (resource.keyMayRepeat || creates >= MOST_CREATES) throw error;
    }
  }
}

/** True for a failed create that may have been carried out, or may still be. */
function mayBeLate(error: unknown): error is RequestFailure {
  return error instanceof RequestFailure && error.code !== "cancelled" && error.reach === "unknown";
}

/** Returns the arguments that a create needs, that are not given, and that the service never returns. */
function missingHidden(resource: Resource, sent: Body): string[] {
  const settings = Object.entries(resource.settings ?? {});
  const ofHandlers = validateHandlers(resource.handlers, sent, toCamel);
  return [...requiredFields(resource, "create"), ...ofHandlers.map(({ field }) => field)]
    .filter((wire) => own(resource.fields, wire)?.writeOnly && !isGiven(sent[wire]))
    .map((wire) => {
      const others = settings.filter(([, { supplies }]) => supplies === wire).map(([name]) => name);
      return [toCamel(wire), ...others].map((name) => `\`${name}\``).join(" or ");
    });
}

function nothingToAdoptText({ title, uniqueKey = "" }: Resource, missing: readonly string[]): string {
  return (
    `there is no such ${title} to adopt, and a new one needs ${missing.join(" and ")}. ` +
    `Set it, or correct \`${toCamel(uniqueKey)}\`.`
  );
}

/**
 * Returns the failure with which the engine keeps the object. The state records what the service shows, and no field that it
 * never shows, so that the next `up` sends what is missing.
 */
function madeOtherwise({ resource, inputs, sent }: Wanted, failure: Contradicted): PartialWrite {
  const { live, fields } = failure;
  const given = flat(withoutHidden(resource, inputs, sent));
  const shown = settable(resource, Object.keys(given))
    .filter(({ name, wire }) => isGiven(given[name]) && fields.includes(wire))
    .map(({ name, wire }) => [name, effective(resource, wire, live)] as const);
  const kept = nested(givenIn({ ...given, ...Object.fromEntries(shown) }));
  const written = Object.entries(bodyOf(resource, inputs)).filter(([wire]) => !fields.includes(wire));
  const outputs = outputsOf(resource, kept, { sent: Object.fromEntries(written), live });
  return new PartialWrite(String(live.id), outputs, failure);
}

/** Returns the arguments without those of sent fields that no answer shows: the state must not say that they were written. */
export function withoutHidden(resource: Resource, inputs: Props, sent: Body): Props {
  const fields = argumentFields(resource);
  const isShown = ([name]: [string, unknown]) => {
    const wire = fields.get(name) ?? own(resource.settings ?? {}, name)?.supplies ?? "";
    return !Object.hasOwn(sent, wire) || !own(resource.fields, wire)?.writeOnly;
  };
  return Object.fromEntries(Object.entries(inputs).filter(isShown));
}

/** Adopts the object with the unique key; undefined when none has it. */
async function adoptByKey(client: Client, wanted: Wanted, run: Run): Promise<Made | undefined> {
  const { resource, sent } = wanted;
  const collection = client.collection(resource);
  const key = String(keyOf(resource, sent));
  const { keys } = await collection.before(key);
  const found = keys.has(key) ? await collection.find(key).catch(renamedOrNot) : undefined;
  return found && takeOver(client, wanted, { run, found, refusal: takenText(resource, key) });
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
    if (!isRefusal(error) || !isGiven(key)) throw error;
    await assertFree(error.message);
    throw freeByNow(resource, error, key, declared) ?? error;
  }
}

interface Taken {
  readonly run: Run;
  readonly found: Live;
  /** True for an object that appeared after this run's first create, when an answer was lost. */
  readonly isNew?: boolean;
  /** The service's message. */
  readonly refusal: string;
}

/**
 * Handles the object that has the unique key. It is this run's own if a create without an answer made it and it shows what was
 * sent. Else one request adopts it and resets the settings that the program omits, or the create fails with the ways on.
 */
async function takeOver(client: Client, { resource, inputs, sent }: Wanted, taken: Taken): Promise<Made> {
  const { found, isNew, refusal, run } = taken;
  const declared = run.declared(resource);
  const id = String(found.id);
  const key = found[resource.uniqueKey ?? ""];
  const isOld = declared.replaces(inputs, key);
  if (declared.giver(id, key) !== undefined)
    throw new Conflict(`${refusal}. ${takenByAnother(resource, found, declared)}`);
  if (declared.holds(id) && !isOld)
    throw new Conflict(
      `${refusal}. Another resource of this stack manages the ${resource.title} ${id}: keep one of the two.`,
    );

  const { changes, differing, unknown } = await findDifferences(client, resource, inputs, found);
  const corrected = Object.keys(changes).filter((wire) => own(resource.fields, wire)?.corrected);
  const isOurs = isNew === true && differing.length === corrected.length;
  const isMatch = differing.length === 0 && unknown.length === 0;
  const isAdopted = inputs.adopt === true || (isMatch && switchIn(run.config, "adoptMatching"));
  if (!isOurs && !isAdopted)
    throw new Conflict(`${refusal}. ${remedies(resource, { found, differing, unknown, run, isOld })}`);

  await declared.claim(id, inputs, {});
  if (isOurs)
    run.print(
      `taken as ours after a lost answer: the ${resource.title} "${String(key)}": ${id}. ` +
        "It is new since this run's first create, and shows what was sent.",
    );
  const hidden = Object.entries(sent).filter(([wire]) => own(resource.fields, wire)?.writeOnly);
  const body = withRepeated(resource, { ...(isOurs ? {} : changes), ...Object.fromEntries(hidden) }, inputs);
  const updated = Object.keys(body).length > 0 ? await client.collection(resource).update(id, body, found) : {};
  return { live: { ...found, ...updated, id }, isAdopted: !isOurs };
}

/**
 * Compares every field, including those that the program omits. Fields that the service never returns count as equal. Returns the
 * body of an update, and the names of what differs: arguments, and fields that the program does not manage. Arguments that a preview
 * does not know yet are apart.
 */
async function findDifferences(client: Client, resource: Resource, inputs: Props, found: Live) {
  const shown = await inputsWithProfile(client, resource, inputs, found, { isFirst: true });
  const changes = changesOf(resource, shown, inputs);
  const { extra = {} } = inputs;
  const unspecified = Object.keys(resource.fields).filter(
    (wire) => isExtraField(resource, wire) && isGiven(found[wire]) && !Object.hasOwn(extra as object, wire),
  );
  const names = Object.keys(changes).map(toCamel);
  const unknown = names.filter((name) => isUnknown(inputs[name]));
  return { changes, differing: [...names.filter((name) => !unknown.includes(name)), ...unspecified], unknown };
}

export function keyIn(resource: Resource, inputs: Props): string {
  return String(keyOf(resource, bodyOf(resource, inputs)));
}
