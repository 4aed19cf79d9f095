import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  type Body,
  type Field,
  own,
  parsedJson,
  phoneNumber,
  type Resource,
  sipEndpoint,
  sipProfile,
  validateBody,
} from "../../contract/index.ts";
import { validateValue } from "../../contract/values.ts";
import { isUnset } from "../api/documents.ts";
import { withExtraFields } from "../api/open.ts";
import { apiResources } from "../api/routes.ts";
import { domainProblems, sendAsProblems } from "../api/sip-profile.ts";
import { InputError, parsed } from "../conditions/input.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { RowError, type Store, type Tables } from "../store/store.ts";
import { seedToken } from "./seed.ts";

/** The content of a server at one time, as plain JSON. It contains credentials. */
export interface Snapshot {
  readonly version: 2;
  readonly tables: Tables;
  /** The identifiers of the connected clients. */
  readonly sessions?: readonly string[] | undefined;
}

/** The parts of the server that a snapshot contains. */
interface Held {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly extraFields: boolean;
}

export function takeSnapshot({ store, sessions }: Pick<Held, "store" | "sessions">): Snapshot {
  return { version: 2, tables: store.tables(), sessions: sessions.all().map(({ id }) => id) };
}

/** Restores a snapshot. For any other value, throws an InputError and changes nothing. */
export function restoreSnapshot({ store, sessions, extraFields }: Held, value: unknown): void {
  const snapshot = parsed<Snapshot>("The snapshot", schema(extraFields), value);
  checked("The snapshot", () => store.replace(snapshot.tables, () => refuseConflicts("The snapshot", store)));
  // Clients that connected after the snapshot are disconnected.
  sessions.keepOnly(new Set(snapshot.sessions));
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
export function putObjects({ store, extraFields }: Omit<Held, "sessions">, objects: readonly PutObject[]): void {
  const first = store.projects()[0]?.id ?? "";
  const accepted = parsed("The objects", z.array(putObject(extraFields)), objects);
  const rows = accepted.map(({ kind: resource, id, project = first, fields }, at) => ({
    ...{ position: at + 1, resource, id: id.toLowerCase(), project: project.toLowerCase() },
    document: JSON.stringify(fields),
  }));
  checked("The objects", () =>
    store.transaction(() => {
      for (const [at, row] of rows.entries()) store.putObject(at, row);
      refuseConflicts("The objects", store);
    }),
  );
}

function checked(what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw error instanceof RowError ? new InputError(what, [error.message]) : error;
  }
}

function refuseConflicts(what: string, store: Store): void {
  const problems = conflicts(store);
  if (problems.length > 0) throw new InputError(what, problems);
}

/** Returns the problems between objects for which a request would be refused. */
function conflicts(store: Store): string[] {
  const owners = new Map<string, string>();
  return store.projects().flatMap((project) => {
    const where = `The project ${project.id}`;
    const profile = store.collection(sipProfile).find(project.id, project.id);
    if (!profile || store.collection(sipProfile).all(project.id).length > 1) {
      return [`${where} has no SIP profile of its id, or another one`];
    }
    const numbers = store.collection(phoneNumber).all(project.id);
    const taken = numbers.flatMap(({ document: { number } }) => {
      const owner = owners.get(String(number));
      owners.set(String(number), project.id);
      return owner === undefined ? [] : [`${where} has the number ${number}, as has the project ${owner}`];
    });
    const found = [
      ...sendAsProblems(store, project, "default_send_as", profile),
      ...domainProblems(store, project, profile),
      ...store
        .collection(sipEndpoint)
        .all(project.id)
        .flatMap(({ document }) => sendAsProblems(store, project, "send_as", document)),
    ];
    return [...taken, ...found.map(({ field, detail }) => `${where}: ${field} ${detail}`)];
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
const secret = (name: string) =>
  z.strictObject({
    name: z.literal(name),
    value: z.string().regex(/^[0-9a-f]{128}$/, "must be 128 hexadecimal digits"),
  });

const project = z.strictObject({
  position,
  id,
  signing_key: z.string().min(1, "must not be empty"),
  tokens: jsonOf(z.array(seedToken.required()).min(1, "must hold at least one token")),
});

const object = (extraFields: boolean) =>
  z
    .strictObject({
      position,
      id,
      resource: z.string(),
      project: id,
      document: jsonOf(z.record(z.string(), z.unknown())),
    })
    .superRefine(({ resource, document }, context) => {
      addProblems(context, ["resource", resource], ["document", parsedJson(document)], extraFields);
    });

const putObject = (extraFields: boolean) =>
  z
    .strictObject({
      kind: z.string("must be a string"),
      id: z.guid("must be a UUID"),
      project: z.guid("must be a UUID").optional(),
      fields: z.record(z.string(), z.unknown(), "must be an object"),
    })
    .superRefine(({ kind, fields }, context) => {
      if (isJson(fields)) addProblems(context, ["kind", kind], ["fields", fields], extraFields);
      else context.addIssue({ code: "custom", path: ["fields"], message: "must hold what JSON can express" });
    });

function isJson(fields: object): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(fields)), fields);
  } catch {
    return false;
  }
}

/** Adds the problems of an object under the names of its two members. */
function addProblems(
  context: z.RefinementCtx,
  [kindMember, kind]: readonly [string, string],
  [member, document]: readonly [string, unknown],
  extraFields: boolean,
): void {
  const resource = apiResources.find((each) => each.kind === kind);
  const add = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (!resource) {
    add(kindMember, "is none of this server");
    return;
  }
  const described = withExtraFields(resource, extraFields);
  for (const problem of documentProblems(described, (document ?? {}) as Body)) add(member, problem);
}

/**
 * Returns problems of a stored document: it may hold only fields that a body or the service sets, no hidden fields, and no
 * unset values.
 */
function documentProblems(resource: Resource, document: Body): string[] {
  const body: { [field: string]: unknown } = { ...document };
  const problems: string[] = [];
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const value = own(document, name);
    if (isKept(resource, name, field)) {
      delete body[name];
      if (value !== undefined) problems.push(...validateValue(field.type, value).map((each) => `${name} ${each}`));
      else if (field.always && !field.default && !field.derived) problems.push(`${name} is required`);
    } else if (field.writeOnly && field.secret) {
      if (value !== undefined) problems.push(`${name} is never kept`);
      else if (field.required) body[name] = field.type.example;
    }
  }
  for (const [name, value] of Object.entries(body)) {
    if (isUnset(value)) problems.push(`${name} must be left out where it is not set`);
  }
  const operation = resource.operations.create ? "create" : "update";
  return [...problems, ...validateBody(resource, operation, body).map(({ field, detail }) => `${field} ${detail}`)];
}

/** True for a field that the store may hold although no body sets it: a computed one, or one of an object from the seed. */
function isKept({ operations, uniqueKey }: Resource, name: string, field: Field): boolean {
  if (field.kept) return true;
  if (name === "id" || !field.responseOnly || field.liveOnly) return false;
  return field.derived === true || (!operations.create && uniqueKey !== undefined);
}

/** The form of the rows. The database checks how rows refer to each other. */
const schema = (extraFields: boolean) =>
  z.strictObject({
    version: z.literal(2),
    tables: z.strictObject({
      settings: z.array(z.discriminatedUnion("name", [secret("client tokens"), secret("page tokens")])).length(2),
      projects: z.array(project).min(1, "must hold at least one project"),
      spent_tokens: z.array(z.strictObject({ id: z.string() })),
      objects: z.array(object(extraFields)),
    }),
    sessions: z.array(z.string()).optional(),
  });
