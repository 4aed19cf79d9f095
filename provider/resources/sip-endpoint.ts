// What is particular to SIP endpoints: one that exists already may be the one that was asked for.

import { setTimeout as pause } from "node:timers/promises";
import { argumentName, type Body, isExtraField, isGiven, type Resource, sipEndpoint } from "../../contract/index.ts";
import type { Live } from "../client/batched-reads.ts";
import type { Client } from "../client/collection.ts";
import { RequestFailure } from "../client/errors.ts";
import { readSecret } from "../config.ts";
import { changesOf } from "../lifecycle/changes.ts";
import { created, seen } from "../lifecycle/created.ts";
import { type DeclaredResources, declarationsKnown } from "../lifecycle/declared.ts";
import { Conflict } from "../lifecycle/failures.ts";
import type { CreateContext, Lifecycle } from "../lifecycle/lifecycle.ts";
import { bodyOf, outputsOf, type Props } from "../lifecycle/state.ts";

const { fields }: Resource = sipEndpoint;

/** Creates that are sent again after it was made sure that the last one left nothing behind. */
const MOST_CREATES = 4;

export const sipEndpointLifecycle: Lifecycle = {
  ...created(sipEndpoint),

  async create(client, inputs, context) {
    const sent = { ...bodyOf(sipEndpoint, inputs), ...passwordOf(inputs) };
    const { live, isAdopted } = isGiven(sent.password)
      ? await createOrRecognise(client, inputs, sent, context)
      : await adoptAsItRegisters(client, inputs, context);
    return { id: live.id, outputs: outputsOf(sipEndpoint, inputs, { sent, live }), isAdopted };
  },

  async update(client, id, olds, news, { declared }) {
    const sent = { ...changesOf(sipEndpoint, olds, news), ...(isNewPassword(olds, news) ? passwordOf(news) : {}) };
    const live = Object.keys(sent).length > 0 ? await update(client(), id, sent, declared) : {};
    return outputsOf(sipEndpoint, news, { sent, live }, olds);
  },
};

interface Made {
  readonly live: Live;
  /** The endpoint existed before this run. */
  readonly isAdopted: boolean;
}

/** Creates the endpoint; where its user name is taken or an answer was lost, finds out whether it is this one. */
async function createOrRecognise(client: Client, inputs: Props, sent: Body, context: CreateContext): Promise<Made> {
  let mayBeOurs = false;
  for (let creates = 1; ; creates += 1) {
    try {
      return { live: await client.collection(sipEndpoint).create(sent), isAdopted: false };
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.code === "cancelled") throw error;
      const isRefused = error.code === "invalid";
      if (!isRefused && error.reach === "not_done") throw error;
      // Whatever becomes of the next one, this one may still be carried out.
      mayBeOurs ||= !isRefused;
      const found = await client.collection(sipEndpoint).find(String(inputs.username));
      if (found) {
        const match = await compare(client, inputs, found);
        const isLate = mayBeOurs && !(await client.collection(sipEndpoint).existedBefore(String(found.id)));
        if (isLate && match.differing.length === 0) {
          const id = String(found.id);
          await context.declared.claim(id, inputs, {});
          const updated = await update(client, id, { password: sent.password }, context.declared);
          return { live: { ...found, ...updated }, isAdopted: false };
        }
        if (!(await isGivenUp(found, context)))
          return takeOver(client, inputs, { ...match, found, refusal: error.message, ...context });
      } else if (isRefused && !mayBeOurs) throw error;
      if (creates >= MOST_CREATES) throw error;
      // A service that answers at once would be asked again at once.
      await pause(250 * 2 ** creates);
      if (found) await oneAtATime(() => makeWay(client, String(inputs.username), context.declared));
    }
  }
}

/** Takes over an endpoint that keeps its password. Without one, none can be made. */
async function adoptAsItRegisters(client: Client, inputs: Props, context: CreateContext): Promise<Made> {
  const found = await client.collection(sipEndpoint).find(String(inputs.username));
  if (!found || (await isGivenUp(found, context)))
    throw new Conflict(
      "there is no such endpoint to adopt, and to create it takes a password. Set `password` or `passwordFrom`, or correct `username`.",
    );
  const match = await compare(client, inputs, found);
  return takeOver(client, inputs, { ...match, found, refusal: "the user name is taken", ...context });
}

interface Match {
  /** What an update would have to send. */
  readonly changes: Body;
  /** What shows that the endpoint is not as the program says: arguments, and fields that only somebody else sets. */
  readonly differing: readonly string[];
}

/** Compares every field, also those that the program leaves out. A password is never shown, so it cannot differ. */
async function compare(client: Client, inputs: Props, found: Live): Promise<Match> {
  const changes = changesOf(sipEndpoint, await seen(client, sipEndpoint, inputs, found, { isFirst: true }), inputs);
  const { extra = {} } = inputs;
  const unspecified = Object.keys(fields).filter(
    (wire) => isExtraField(sipEndpoint, wire) && isGiven(found[wire]) && !Object.hasOwn(extra as object, wire),
  );
  const names = Object.keys(changes).map((wire) => argumentName(sipEndpoint, wire));
  return { changes, differing: [...names, ...unspecified] };
}

interface Taken extends Match, CreateContext {
  readonly found: Live;
  /** What the service said. */
  readonly refusal: string;
}

/** The user name is taken for good. What the program does not name goes back to its default in the same request. */
async function takeOver(client: Client, inputs: Props, taken: Taken): Promise<Made> {
  const { found, changes, differing, refusal, adoptMatching, declared } = taken;
  const id = String(found.id);
  if (declared.holds(id))
    throw new Conflict(
      `${refusal}. Another resource of this stack manages the SIP endpoint ${id}: keep one of the two.`,
    );
  if (inputs.adopt !== true && !(adoptMatching && differing.length === 0))
    throw new Conflict(`${refusal}. ${waysOn(inputs, taken)}`);
  const password = isGiven(inputs.password) ? { password: inputs.password } : passwordOf(inputs);
  const sent = { ...changes, ...password };
  await declared.claim(id, inputs, {});
  const updated = Object.keys(sent).length > 0 ? await client.collection(sipEndpoint).update(id, sent) : {};
  return { live: { ...found, ...updated, id }, isAdopted: true };
}

/** Who made the endpoint cannot be known: the ways on, that of a renamed resource first. */
function waysOn(inputs: Props, { found, differing, declared }: Taken): string {
  const isMatch = differing.length === 0;
  const state = isMatch ? "everything it shows is as the program says" : `it differs in ${differing.join(", ")}`;
  const holder = `The endpoint ${String(found.id)} has this user name, and ${state}.`;
  if (declared.isReplaced(inputs))
    return (
      `${holder} It is the one that this resource replaces: set \`deleteBeforeReplace: true\` among the resource's options to delete it first, ` +
      "or `adopt: true` on the resource to keep it."
    );
  const matching =
    "After a crash, `pulumi up --config signalwire:adoptMatching=true` takes over all endpoints that match like this one; " +
    "`--config` saves the setting, so run `pulumi config rm signalwire:adoptMatching` afterwards. ";
  return (
    `${holder} If the resource was renamed or moved in the program, give it its old name among its options: \`aliases: [{ name: "<old name>" }]\`. ` +
    "If an `up` that was interrupted left the endpoint, or another stack or a person made it and this stack is to manage it from now on, set `adopt: true` on the resource: " +
    "the endpoint is set to what the program says, and deleted with the resource unless that has `retainOnDelete: true`. " +
    (isMatch ? matching : "") +
    "Otherwise choose another username."
  );
}

/** Changes the endpoint. A user name may pass from one resource of the program to another, in a circle even. */
async function update(client: Client, id: string, sent: Body, declared: DeclaredResources): Promise<Live> {
  if (!isGiven(sent.username)) return client.collection(sipEndpoint).update(id, sent);
  return oneAtATime(async () => {
    try {
      return await client.collection(sipEndpoint).update(id, sent);
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.code !== "invalid") throw error;
      const holder = await makeWay(client, String(sent.username), declared);
      if (holder?.id === id) throw error;
      if (holder)
        throw new Conflict(
          `${error.message}. The endpoint ${String(holder.id)} has this user name. Where this stack is about to remove it, remove it in an \`up\` of its own first.`,
        );
      return client.collection(sipEndpoint).update(id, sent);
    }
  });
}

/**
 * Frees a user name that its endpoint is to give up in this run: the endpoint is called something else until its own update
 * comes. Where nothing gives it up, returns the endpoint that has it.
 */
async function makeWay(client: Client, username: string, declared: DeclaredResources): Promise<Live | undefined> {
  const found = await client.collection(sipEndpoint).find(username);
  if (!found || !(await isGivenUp(found, { declared }))) return found;
  const id = String(found.id);
  await client.collection(sipEndpoint).update(id, { username: `moving-${id}` });
  return undefined;
}

/** A resource of the program has the endpoint and wants another name for it. */
async function isGivenUp(
  { id, username }: Live,
  { declared, isRehearsal }: Pick<CreateContext, "declared" | "isRehearsal">,
): Promise<boolean> {
  // The engine tells a preview of no further resource before this one is answered.
  if (isRehearsal) return false;
  await declarationsKnown();
  const wanted = declared.wantedName(String(id));
  return typeof wanted === "string" && wanted !== username;
}

let lastRename: Promise<unknown> = Promise.resolve();

/** Whoever makes way must not meet an update that gives the same endpoint its new name. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = lastRename.then(work, work);
  lastRename = result.catch(() => undefined);
  return result;
}

/** The password that `passwordFrom` leads to. */
function passwordOf({ passwordFrom }: Props): Body {
  return isGiven(passwordFrom) ? { password: readSecret(passwordFrom as { env: string } | { file: string }) } : {};
}

function isNewPassword(olds: Props, news: Props): boolean {
  const source = ({ passwordFrom, passwordVersion }: Props) => JSON.stringify([passwordFrom, passwordVersion]);
  return source(olds) !== source(news);
}
