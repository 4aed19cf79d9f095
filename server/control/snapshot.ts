import { z } from "zod";
import { own, type Resource, sipProfile } from "../../contract/index.ts";
import { validateValue } from "../../contract/values.ts";
import { opened } from "../api/open.ts";
import { answered } from "../api/routes.ts";
import type { Service } from "../service.ts";
import { RowError, type Tables } from "../store/store.ts";
import { InputError, parsed } from "./input.ts";
import { seedToken } from "./seed.ts";

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
export function restoreSnapshot({ store, sessions, extraFields }: Service, value: unknown): void {
  const snapshot = parsed<Snapshot>("The snapshot", schema(extraFields), value);
  try {
    store.replace(snapshot.tables);
  } catch (error) {
    throw error instanceof RowError ? new InputError("The snapshot", [error.message]) : error;
  }
  // A client that was not there then is not there now.
  sessions.keepOnly(new Set(snapshot.sessions));
}

/** JSON text of what the schema accepts. */
function jsonOf(inner: z.ZodType) {
  return z.string().superRefine((text, context) => {
    const value = parse(text);
    for (const { path, message } of inner.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: "custom", message: `${path.join(".")} ${message}`.trim() });
    }
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const id = z.guid("must be a UUID").lowercase("must be in lower case");
/** A page token has 47 bits for it. */
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
    .superRefine(({ resource: kind, document }, context) => {
      const resource = answered.find((each) => each.kind === kind);
      if (!resource) return context.addIssue({ code: "custom", path: ["resource"], message: "is none of this server" });
      const described = opened(resource, extraFields);
      for (const message of documentProblems(described, parse(document) ?? {})) {
        context.addIssue({ code: "custom", path: ["document"], message });
      }
    });

function documentProblems(resource: Resource, document: object): string[] {
  return Object.entries(document).flatMap(([name, value]) => {
    const field = own(resource.fields, name);
    if (!field) return resource.isOpen ? [] : [`${name} is not a field of a ${resource.title}`];
    return validateValue(field.type, value).map((problem) => `${name} ${problem}`);
  });
}

/** What a row may hold; whether rows fit each other, the database tells. */
const schema = (extraFields: boolean) =>
  z
    .strictObject({
      version: z.literal(2),
      tables: z.strictObject({
        settings: z.array(z.discriminatedUnion("name", [secret("client tokens"), secret("page tokens")])).length(2),
        projects: z.array(project).min(1, "must hold at least one project"),
        spent_tokens: z.array(z.strictObject({ id: z.string() })),
        objects: z.array(object(extraFields)),
      }),
      sessions: z.array(z.string()).optional(),
    })
    .superRefine(({ tables: { projects, objects } }, context) => {
      const profiles = new Set(objects.flatMap((each) => (each.resource === sipProfile.kind ? [each.id] : [])));
      projects.forEach((each, at) => {
        if (profiles.has(each.id)) return;
        context.addIssue({ code: "custom", path: ["tables", "projects", at], message: "has no SIP profile" });
      });
    });
