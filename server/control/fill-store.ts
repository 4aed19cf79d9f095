import { phoneNumber, type Resource, sipProfile } from "../../contract/index.ts";
import { Documents } from "../api/documents.ts";
import { type Api, handlersOf } from "../api/routes.ts";
import { verifiedCallerId, verifiedDocument } from "../api/verified-caller-id.ts";
import { timestamp } from "../conditions/clock.ts";
import { hex } from "../conditions/randomness.ts";
import { defaultSeed, type Seed, SeedError, type SeedNumber, type SeedProject, settableFields } from "./seed.ts";
import { placedObjects, References } from "./seed-objects.ts";

/**
 * Fills an empty store. Returns false for a store with projects, which stays as it is, so that its credentials remain valid.
 * Throws a SeedError and stores nothing when an object of the seed is one that a request could not create.
 */
export function fillStore(api: Api, seed: Seed = defaultSeed): boolean {
  const { store, random } = api;
  if (store.projects().length > 0) return false;
  store.transaction(() => {
    for (const name of ["client tokens", "page tokens"] as const) {
      store.addSecret(name, hex(random.bytes(64)));
    }
    const problems = seed.projects.flatMap((project, at) =>
      addProject(api, project).map((problem) => `projects[${at}].${problem}`),
    );
    if (problems.length > 0) throw new SeedError(problems);
  });
  return true;
}

/** Returns the problems of the objects. */
function addProject(api: Api, seed: SeedProject): string[] {
  const { store, clock, random } = api;
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
  const objects = placedObjects(seed, () => random.uuid());
  const references = new References(objects, api);
  // Before the objects: an endpoint may send as one of them.
  for (const each of seed.numbers ?? []) {
    const number: SeedNumber = typeof each === "string" ? { number: each } : references.fill(each, "numbers");
    const numberId = (number.id ?? random.uuid()).toLowerCase();
    store.collection(phoneNumber).insert(id, numberId, numberDocument(number, clock.now()));
  }
  const project = store.project(id);
  return objects.flatMap(({ resource, place, id: objectId, body }) => {
    const added = project && handlersOf(api, resource).add?.(project, references.fill(body, place), objectId);
    if (!added) throw new Error(`Nothing adds a ${resource.title} of the seed.`);
    return "document" in added ? [] : added.map(({ field, detail }) => `${place}.${field}: ${detail}`);
  });
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
