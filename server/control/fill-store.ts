import { phoneNumber, type Resource, sipProfile } from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import { verifiedCallerId, verifiedDocument } from "../api/verified-caller-id.ts";
import { type Clock, timestamp } from "../conditions/clock.ts";
import { hex, type Randomness } from "../conditions/randomness.ts";
import type { Store } from "../store/store.ts";
import { defaultSeed, type Seed, type SeedNumber, type SeedProject, settableFields } from "./seed.ts";

interface Sources {
  readonly clock: Clock;
  readonly random: Randomness;
}

/**
 * Fills an empty store. Returns false for a store with projects, which stays as it is, so that its credentials remain valid.
 */
export function fillStore(store: Store, seed: Seed = defaultSeed, sources: Sources): boolean {
  if (store.projects().length > 0) return false;
  store.transaction(() => {
    for (const name of ["client tokens", "page tokens"] as const) {
      store.addSecret(name, hex(sources.random.bytes(64)));
    }
    for (const project of seed.projects) addProject(store, project, sources);
  });
  return true;
}

function addProject(store: Store, seed: SeedProject, { clock, random }: Sources): void {
  const id = (seed.id ?? random.uuid()).toLowerCase();
  store.addProject({
    id,
    signingKey: seed.signingKey ?? `PSK_${hex(random.bytes(20))}`,
    tokens: (seed.tokens ?? [{ scopes: ["Voice", "Numbers"] }]).map(({ token, scopes }) => ({
      token: token ?? `PT${hex(random.bytes(24))}`,
      scopes,
    })),
  });
  store.collection(sipProfile).insert(id, id, documentOf(sipProfile, seed.sipProfile));
  for (const number of seed.verifiedNumbers ?? []) {
    store.collection(verifiedCallerId).insert(id, random.uuid(), verifiedDocument(number, clock.now()));
  }
  for (const each of seed.numbers ?? []) {
    const number: SeedNumber = typeof each === "string" ? { number: each } : each;
    const numberId = (number.id ?? random.uuid()).toLowerCase();
    store.collection(phoneNumber).insert(id, numberId, numberDocument(number, clock.now()));
  }
}

/** Returns a number without a handler, unless the seed sets one (gap `fresh-number-handler`). */
function numberDocument(seed: SeedNumber, now: number) {
  const created = seed.created_at === undefined ? now : Date.parse(seed.created_at);
  return {
    ...documentOf(phoneNumber, settableFields(seed)),
    number: seed.number,
    capabilities: seed.capabilities ?? ["voice", "fax", "sms", "mms"],
    number_type: seed.number_type ?? "longcode",
    ...(seed.e911_address_id !== undefined && { e911_address_id: seed.e911_address_id }),
    created_at: timestamp(created),
    updated_at: timestamp(created),
    next_billed_at: timestamp(monthLater(now)),
  };
}

function documentOf(resource: Resource, fields: { readonly [field: string]: unknown } = {}) {
  return new Documents(resource).merge({}, fields);
}

function monthLater(time: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  // 31 January plus one month is the last day of February, not 3 March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
