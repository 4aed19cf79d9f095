// Decides what a snapshot is, what counts as one when somebody hands it in, and what becomes of connected clients.

import type { z } from "zod";
import { lazily } from "../contract/lazy-schema.ts";
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
  const snapshot = parsed<Snapshot>("The snapshot", schema(), value);
  store.replace(snapshot.tables);
  // A client that was not there then is not there now.
  sessions.keepOnly(new Set(snapshot.sessions));
}

const schema = lazily((z) => {
  /** Text that is the JSON of something. */
  const json = (content: z.ZodType) =>
    z.string().refine((text) => isJsonOf(content, text), "is not the JSON that this server writes there");
  const project = z.object({
    id: z.guid(),
    signingKey: z.string(),
    tokens: z.array(z.object({ token: z.string(), scopes: z.array(z.string()) })),
    profile: z.record(z.string(), z.unknown()),
  });
  const place = { position: z.int().min(1), id: z.guid() };
  const endpoint = z.looseObject({ username: z.string() });
  const number = z.looseObject({ number: z.string(), capabilities: z.array(z.string()) });
  const object = (document: z.ZodType) => z.strictObject({ ...place, project: z.guid(), document: json(document) });
  return z.strictObject({
    version: z.literal(1),
    tables: z.strictObject({
      settings: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      projects: z.array(z.strictObject({ ...place, document: json(project) })).min(1, "must hold at least one project"),
      spent_tokens: z.array(z.strictObject({ id: z.string() })),
      endpoints: z.array(object(endpoint)),
      numbers: z.array(object(number)),
    }),
    sessions: z.array(z.string()).optional(),
  });
});

function isJsonOf(content: z.ZodType, text: string): boolean {
  try {
    return content.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
