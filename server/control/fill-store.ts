import { type Body, phoneNumber, type Resource, sipProfile } from "../../contract/index.ts";
import type { Context } from "../api/context.ts";
import { handlersOf } from "../api/routes.ts";
import { verifiedCallerId, verifiedDocument } from "../api/verified-caller-id.ts";
import { timestamp } from "../conditions/clock.ts";
import { hex } from "../conditions/randomness.ts";
import type { Invalid } from "../http/answers.ts";
import type { StoredObject } from "../store/collection.ts";
import type { Project } from "../store/store.ts";
import { defaultSeed, type Seed, SeedError, type SeedNumber, type SeedProject } from "./seed.ts";
import { References, seedObjectsOf } from "./seed-objects.ts";

/**
 * Fills an empty store. Returns false for a store with projects, which stays as it is, so that its credentials remain valid.
 * Throws a SeedError and stores nothing when an object of the seed is one that a request could not create.
 */
export function fillStore(context: Context, seed: Seed = defaultSeed): boolean {
  const { store, random } = context;
  if (store.projects().length > 0) return false;
  store.transaction(() => {
    store.addSecret("client tokens", hex(random.bytes(64)));
    const ids = new Map<string, string>();
    const problems = seed.projects.flatMap((project, at) => addProject(context, project, `projects[${at}]`, ids));
    if (problems.length > 0) throw new SeedError(problems);
  });
  return true;
}

/**
 * Returns the problems of the project at this place. Each object is admitted like the request that would create or change it.
 * `ids` are those of the seed so far, with their places.
 */
function addProject(context: Context, seed: SeedProject, at: string, ids: Map<string, string>): string[] {
  const { store, clock, random } = context;
  const problems: string[] = [];
  const note = (place: string, found: readonly Invalid[]) =>
    problems.push(...found.map(({ field, detail }) => `${place}.${field}: ${detail}`));
  const isNew = (kind: string, id: string, place: string) => {
    const first = ids.get(`${kind} ${id}`);
    if (first === undefined) ids.set(`${kind} ${id}`, place);
    else note(place, [{ field: "id", detail: `repeats ${first}.id` }]);
    return first === undefined;
  };
  const id = (seed.id ?? random.uuid()).toLowerCase();
  if (!isNew("project", id, at)) return problems;
  store.addProject({
    id,
    signingKey: seed.signingKey ?? `PSK_${hex(random.bytes(20))}`,
    tokens: (seed.tokens ?? [{ scopes: ["Voice", "Numbers"] }]).map(({ token, scopes }) => ({
      token: token ?? `PT${hex(random.bytes(24))}`,
      scopes,
    })),
  });
  const project = store.project(id) as Project;
  /** Stores an object that no request creates. */
  const place = (resource: Resource, where: string, object: StoredObject) => {
    if (!isNew(resource.kind, object.id, where)) return [];
    const taken = handlersOf(context, resource).conflicts?.(project, object) ?? [];
    note(where, taken);
    if (taken.length === 0) store.collection(resource).insert(id, object.id, object.document);
    return taken.length === 0 ? [object] : [];
  };
  const settle = (resource: Resource, where: string, object: StoredObject, body: Body) => {
    const changed = handlersOf(context, resource).change?.(project, object, body) ?? [];
    if (!("document" in changed)) note(where, changed);
  };

  const profile = place(sipProfile, `${at}.sipProfile`, { id, document: {} });
  for (const [n, number] of (seed.verifiedNumbers ?? []).entries()) {
    const document = verifiedDocument(number, clock.now());
    place(verifiedCallerId, `${at}.verifiedNumbers[${n}]`, { id: random.uuid(), document });
  }
  const objects = seedObjectsOf(seed, at, () => random.uuid());
  const references = new References(objects, context);
  // The numbers come before the objects, which may send as one of them. Their settings come after the objects, which they ring.
  const numbers = (seed.numbers ?? []).flatMap((each, n) => {
    const seeded: SeedNumber = typeof each === "string" ? { number: each } : each;
    const { number, id: own = random.uuid(), capabilities, number_type, e911_address_id, created_at, ...body } = seeded;
    const object = { id: own.toLowerCase(), document: freshNumber(seeded, clock.now()) };
    const where = `${at}.numbers[${n}]`;
    return place(phoneNumber, where, object).map((placed) => ({ placed, where, body }));
  });
  for (const { resource, place: where, id: objectId, body } of objects) {
    if (!isNew(resource.kind, objectId, where)) continue;
    const added = handlersOf(context, resource).add?.(project, references.fill(body, where), objectId) ?? [];
    if (!("document" in added)) note(where, added);
  }
  for (const { placed, where, body } of numbers) settle(phoneNumber, where, placed, references.fill(body, where));
  for (const object of profile) settle(sipProfile, `${at}.sipProfile`, object, seed.sipProfile ?? {});
  return [...problems, ...references.problems];
}

/** Returns a number without a handler (gap `fresh-number-handler`). */
function freshNumber(seed: SeedNumber, now: number): Body {
  const created = timestamp(seed.created_at === undefined ? now : Date.parse(seed.created_at));
  return {
    number: seed.number,
    capabilities: seed.capabilities ?? ["voice", "fax", "sms", "mms"],
    number_type: seed.number_type ?? "longcode",
    ...(seed.e911_address_id !== undefined && { e911_address_id: seed.e911_address_id }),
    created_at: created,
    updated_at: created,
  };
}
