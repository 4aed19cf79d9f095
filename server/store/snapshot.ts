// Decides what counts as a snapshot when somebody hands one in.

import { z } from "zod";
import { parsed } from "../input.ts";
import type { Snapshot } from "./store.ts";

/** The snapshot in a value of unknown origin. Throws an InputError. */
export function parseSnapshot(value: unknown): Snapshot {
  return parsed<Snapshot>("The snapshot", schema, value);
}

const json = z.string().refine(isJson, "must be JSON");
const project = z.strictObject({ position: z.int(), id: z.guid(), document: json });
const object = z.strictObject({
  position: z.int(),
  id: z.guid(),
  project: z.guid(),
  handle: z.string(),
  label: z.string().nullable(),
  document: json,
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
});

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
