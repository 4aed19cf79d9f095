import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { type Body, parsedJson, type Resource, sipProfile } from "../../contract/index.ts";
import { documentProblems } from "../api/admit.ts";
import type { Context } from "../api/context.ts";
import { served } from "../api/open.ts";
import { apiResources, handlersOf } from "../api/routes.ts";
import { InputError, parseInput } from "../conditions/input.ts";
import type { Admission } from "../sessions/connection.ts";
import { type ObjectRow, RowError, type Tables } from "../store/store.ts";
import { seedToken } from "./seed.ts";

/** The content of a server at one time, as plain JSON. It contains credentials. */
export interface Snapshot {
  readonly version: 1;
  readonly tables: Tables;
}

export function takeSnapshot({ store }: Context): Snapshot {
  return { version: 1, tables: store.tables() };
}

/** Restores a snapshot, and disconnects all clients, like a restart. For any other value, throws an InputError and changes nothing. */
export function restoreSnapshot(server: Admission, value: unknown): void {
  const { tables } = parseInput<Snapshot>("The snapshot", schema, value);
  const rows = (tables.objects as readonly z.infer<typeof object>[]).map((row, at) =>
    toPlacedRow(row, `tables.objects[${at}]`),
  );
  admit("The snapshot", server, rows, (check) => server.store.replace(tables, check));
  server.sessions.closeAll();
}

/** An object to put into a server: its kind, and its fields by the API's names. */
export interface PutObject {
  /** For example `sipEndpoint`, `phoneNumber`, `sipProfile` or `verifiedCallerId`. */
  readonly kind: string;
  /** A UUID. Replaces an object with this id. The SIP profile has its project's id. */
  readonly id: string;
  /** The project's id. Default: the first project. */
  readonly project?: string | undefined;
  /** Includes response-only fields, but no fields that are not set. */
  readonly fields: Body;
}

/** Stores objects without a request. Throws an InputError and stores none when one of them is invalid. */
export function putObjects(context: Context, objects: unknown): void {
  const { store } = context;
  const first = store.projects()[0]?.id ?? "";
  const rows = parseInput("The objects", z.array(putObject), objects).map(
    ({ kind, id, project = first, fields }, at) => {
      const own = { resource: kind, id: id.toLowerCase(), project: project.toLowerCase() };
      return toPlacedRow({ ...own, document: JSON.stringify(fields) }, `[${at}]`);
    },
  );
  admit("The objects", context, rows, (check) =>
    store.transaction(() => {
      for (const [at, { row }] of rows.entries()) store.putObject(at, row);
      check();
    }),
  );
}

/** A row to write. `where` names its object in problems: `tables.objects[3], SIP endpoint desk`. */
interface PlacedRow {
  readonly row: ObjectRow;
  readonly resource: Resource;
  readonly document: Body;
  readonly where: string;
}

function toPlacedRow(row: ObjectRow, place: string): PlacedRow {
  const resource = apiResources.find(({ kind }) => kind === row.resource) as Resource;
  const document = JSON.parse(row.document) as Body;
  return { row, resource, document, where: `${place}, ${nameOf(resource, document)}` };
}

function nameOf({ title, label }: Resource, document: Body): string {
  const name = document[label];
  return typeof name === "string" ? `${title} ${name}` : title;
}

/** Writes rows. Throws an InputError and writes nothing when the service could not hold them beside the other objects. */
function admit(what: string, context: Context, rows: readonly PlacedRow[], write: (check: () => void) => void): void {
  const refuse = (problems: readonly string[]) => {
    if (problems.length > 0) throw new InputError(what, problems);
  };
  refuse(
    rows.flatMap(({ resource, document, where }) =>
      documentProblems(served(resource, context.extraFields), document).map(
        ({ field, detail }) => `${where}: ${field} ${detail}`,
      ),
    ),
  );
  const names = new Map(rows.map(({ row: { resource, id }, where }) => [`${resource} ${id}`, where]));
  try {
    write(() => refuse(conflictsIn(context, names)));
  } catch (error) {
    throw error instanceof RowError ? new InputError(what, [error.message]) : error;
  }
}

/** Returns the problems between objects for which a request would be refused. An object may refer to one that was deleted. */
function conflictsIn(context: Context, names: ReadonlyMap<string, string>): string[] {
  return context.store.projects().flatMap((project) => {
    const profiles = context.store.collection(sipProfile).all(project.id);
    if (profiles.length !== 1 || profiles[0]?.id !== project.id)
      return [`The project ${project.id} has no SIP profile of its id, or another one`];
    return apiResources.flatMap((resource) => {
      const { conflicts } = handlersOf(context, resource);
      if (!conflicts) return [];
      const objects = context.store.collection(resource).all(project.id);
      return objects.flatMap((object) => {
        const where = names.get(`${resource.kind} ${object.id}`) ?? nameOf(resource, object.document);
        return conflicts(project, object).map(({ field, detail }) => `${where}: ${field} ${detail}`);
      });
    });
  });
}

/** JSON text for the schema. The text must be in normal form: the database reads a repeated member differently. */
function jsonOf(inner: z.ZodType) {
  return z
    .string()
    .superRefine((text, context) => {
      const value = parsedJson(text);
      for (const { path, message } of inner.safeParse(value).error?.issues ?? []) {
        context.addIssue({ code: "custom", message: `${path.join(".")} ${message}`.trim() });
      }
    })
    .overwrite((text) => JSON.stringify(parsedJson(text)) ?? text);
}

const id = z.guid("must be a UUID").lowercase("must be in lower case");
/** A page token has 47 bits for the position. */
const position = z
  .int()
  .min(1)
  .max(2 ** 47 - 1);

const setting = z.strictObject({
  name: z.literal("client tokens"),
  value: z.string().regex(/^[0-9a-f]{128}$/, "must be 128 hexadecimal digits"),
});

const project = z.strictObject({
  position,
  id,
  signing_key: z.string().min(1, "must not be empty"),
  tokens: jsonOf(z.array(seedToken.required()).min(1, "must hold at least one token")),
});

const kind = z
  .string("must be a string")
  .refine((name) => apiResources.some((each) => each.kind === name), "is none of this server");

const object = z.strictObject({
  position,
  id,
  resource: kind,
  project: id,
  document: jsonOf(z.record(z.string(), z.unknown())),
});

const putObject = z.strictObject({
  kind,
  id: z.guid("must be a UUID"),
  project: z.guid("must be a UUID").optional(),
  fields: z.record(z.string(), z.unknown(), "must be an object").refine(isJson, "must hold what JSON can express"),
});

function isJson(fields: object): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(fields)), fields);
  } catch {
    return false;
  }
}

/** The form of the rows. The database checks how rows refer to each other. */
const schema = z.strictObject({
  version: z.literal(1),
  tables: z.strictObject({
    settings: z
      .array(setting)
      .refine((rows) => rows.some(({ name }) => name === "client tokens"), "must hold the key of client tokens"),
    projects: z.array(project).min(1, "must hold at least one project"),
    spent_tokens: z.array(z.strictObject({ id: z.string() })),
    objects: z.array(object),
  }),
});
