// Decides what a snapshot is, what counts as one when somebody hands it in, and what becomes of connected clients.

import { z } from "zod";
import { parsed } from "./input.ts";
import type { Service } from "./service.ts";
import type { Tables } from "./store/ledger.ts";

/** The state of a server at one moment, as plain JSON. It contains credentials. */
export interface Snapshot {
  readonly version: 1;
  readonly tables: Tables;
  /** The identifiers of the clients that were connected. */
  readonly sessions?: readonly string[] | undefined;
}

export function takeSnapshot({ store, sessions }: Service): Snapshot {
  return { version: 1, tables: store.tables(), sessions: sessions.all().map(({ id }) => id) };
}

/** Throws an InputError for what is not a snapshot, and changes nothing then. */
export function restoreSnapshot({ store, sessions }: Service, value: unknown): void {
  const snapshot = parsed<Snapshot>("The snapshot", schema, value);
  store.replace(snapshot.tables);
  // A client that was not there then is not there now.
  sessions.keepOnly(new Set(snapshot.sessions));
}

const project = z.strictObject({
  position: z.int().min(1),
  id: z.guid(),
  document: json(
    z.object({
      id: z.guid(),
      signingKey: z.string(),
      tokens: z.array(z.object({ token: z.string(), scopes: z.array(z.string()) })),
      profile: z.record(z.string(), z.unknown()),
    }),
  ),
});
const object = z.strictObject({
  position: z.int().min(1),
  id: z.guid(),
  project: z.guid(),
  handle: z.string(),
  label: z.string().nullable(),
  document: json(z.record(z.string(), z.unknown())),
});

const schema = z.strictObject({
  version: z.literal(1),
  tables: z.strictObject({
    settings: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    projects: z.array(project).min(1, "must hold at least one project"),
    spent_tokens: z.array(z.strictObject({ id: z.string() })),
    endpoints: z.array(object),
    numbers: z.array(object),
  }),
  sessions: z.array(z.string()).optional(),
});

/** Text that is the JSON of something. */
function json(content: z.ZodType): z.ZodType<string> {
  return z.string().refine((text) => {
    try {
      return content.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  }, "is not the JSON that this server writes there");
}
