import { z } from "zod";
import type { Service } from "../service.ts";
import { RowError, type Tables } from "../store/store.ts";
import { InputError, parsed } from "./input.ts";

/** The state of a server at one moment, as plain JSON. It contains credentials. */
export interface Snapshot {
  readonly version: 2;
  readonly tables: Tables;
  /** The identifiers of the clients that were connected. */
  readonly sessions?: readonly string[] | undefined;
}

export function takeSnapshot({ store, sessions }: Service): Snapshot {
  return { version: 2, tables: store.tables(), sessions: sessions.all().map(({ id }) => id) };
}

/** Throws an InputError for what is not a snapshot, and changes nothing then. */
export function restoreSnapshot({ store, sessions }: Service, value: unknown): void {
  const snapshot = parsed<Snapshot>("The snapshot", schema, value);
  try {
    store.replace(snapshot.tables);
  } catch (error) {
    throw error instanceof RowError ? new InputError("The snapshot", [error.message]) : error;
  }
  // A client that was not there then is not there now.
  sessions.keepOnly(new Set(snapshot.sessions));
}

/** What a row may hold; whether rows fit each other, the database tells. */
const place = { position: z.int().min(1), id: z.string() };
const schema = z.strictObject({
  version: z.literal(2),
  tables: z.strictObject({
    settings: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    projects: z
      .array(z.strictObject({ ...place, signing_key: z.string(), tokens: z.string() }))
      .min(1, "must hold at least one project"),
    spent_tokens: z.array(z.strictObject({ id: z.string() })),
    objects: z.array(z.strictObject({ ...place, resource: z.string(), project: z.string(), document: z.string() })),
  }),
  sessions: z.array(z.string()).optional(),
});
