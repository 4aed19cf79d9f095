// The form of a record: what the live service was seen or described to do, as one JSON file of this folder.

import { readdirSync, readFileSync } from "node:fs";
import * as z from "zod";
import { GRADES, gaps } from "../../contract/index.ts";

/** A JSON value in which `[id]`, `[text or null]` and so on stand for values of a type: see `shape.ts`. */
const shape = z.json();

/** A request of a client and its answer, as `npm run test:live` writes them. */
const exchange = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  /** With its query. `[id]` is the newest object of the path's collection, `[project]` the project. */
  path: z.string().startsWith("/"),
  /** Default: those of the project. */
  credentials: z.literal("wrong").optional(),
  /** The type of what is sent. Default: JSON, or a web form below /api/laml/. */
  type: z.string().optional(),
  /** JSON; below /api/laml/ the fields of a web form. */
  sent: shape.optional(),
  /** A status, or its class where the record does not say more. */
  status: z.union([z.int(), z.enum(["2xx", "4xx"])]),
  /** Left out: the body is empty. A text is a body that is no JSON. */
  answer: shape.optional(),
  /** The answer has more keys than the record shows. */
  isExtract: z.literal(true).optional(),
});

/** A call to the first number of `given`, and the requests that the service sends for it. */
const call = z.strictObject({
  call: z.strictObject({ to: z.string(), from: z.string(), digits: z.string().optional() }),
  /** Among others. `[receiver]` in `given` is the address of who gets them. */
  requests: z.array(
    z.strictObject({
      method: z.enum(["GET", "POST"]),
      path: z.string().startsWith("/"),
      headers: z.record(z.string(), z.string()).optional(),
      /** The members of the JSON, or the fields of the web form. */
      body: shape.optional(),
      /** The receiver's answer. Default: 200 with a document that says hello. */
      reply: z.strictObject({ status: z.int(), body: z.string() }).optional(),
    }),
  ),
  /** The end of the call. */
  outcome: z.string().optional(),
});

/** An SWML method, and the values that it may leave in a variable when no device takes the call. */
const connection = z.strictObject({
  connect: z.json(),
  variables: z.record(z.string(), z.array(z.string())),
});

export const recordForm = z.strictObject({
  /** What the record shows, as a sentence. */
  about: z.string().endsWith("."),
  grade: z.enum(GRADES),
  date: z.iso.date(),
  source: z.string(),
  /** The assumptions that it proves. */
  assumptions: z.array(z.enum(Object.keys(gaps))).default([]),
  /** Options of the reference server with which it answers so. */
  options: z.record(z.string(), z.json()).default({}),
  /** The project before: a project of a seed. Default: one number, and an object of each kind that a path names. */
  given: z.record(z.string(), z.json()).default({}),
  /** Why the reference server cannot do this. Then only the provider's reader gets the answers. */
  notSimulated: z.string().optional(),
  exchanges: z.array(z.union([exchange, call, connection])).min(1),
});

export type Shape = z.infer<typeof shape>;
export type Exchange = z.infer<typeof exchange>;
export type Call = z.infer<typeof call>;
export type Connection = z.infer<typeof connection>;
export type LiveRecord = z.infer<typeof recordForm>;

const FOLDER = new URL("./", import.meta.url);

/** The records by the names of their files. Throws for a file of another form. */
export const records: ReadonlyMap<string, LiveRecord> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => [file.slice(0, -".json".length), recordIn(file)] as const),
);

function recordIn(file: string): LiveRecord {
  const { data, error } = recordForm.safeParse(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")));
  if (!data) throw new Error(`tests/records/${file}: ${z.prettifyError(error)}`);
  return data;
}
