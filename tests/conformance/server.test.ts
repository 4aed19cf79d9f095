// The rows at the reference server, by HTTP, and by the schemas of its description.

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { flatForm, nameInBody, type Resource, resources, sentForm } from "../../contract/index.ts";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { E164 } from "../contract/specified.ts";
import { differences } from "../records/shape.ts";
import { type Client, clientOf, FORMATS, type Reply } from "../server/support.ts";
import { isFound, ROWS, type Row, titleOf } from "./rows.ts";
import { LINE } from "./tables.ts";

let server: ReferenceServer;
let client: Client;

beforeAll(async () => {
  const [, ...verifiedNumbers] = E164.good;
  server = await startServer({
    seed: { projects: [{ numbers: [LINE], verifiedNumbers }] },
    maximumTokenLifetime: 52_560_000,
  });
  client = clientOf(server);
  document.addSchema((await client.get("/openapi.json")).body, "document");
});

const document = new Ajv2020({ strict: false, formats: FORMATS });

/** Reasons that no schema of a body can state: other objects of the project, and the limit of this server. */
const BESIDE_THE_BODY = /must be the id of a|must be a number that the project/;

afterAll(() => server.close());

/** A web form has texts, an empty one unsets a field, and other programs' fields are ignored. */
const isSendable = ({ kind, sent, field, expect: names }: Row): boolean => {
  const value = sent[field];
  const isForm = (resources[kind] as Resource).dialect?.isForm;
  return !isForm || !names || (typeof value === "string" && value !== "" && field !== "id") || value === undefined;
};

it.each(ROWS.filter(isSendable).map((row) => [titleOf(row), row] as const))("%s", async (_, row) => {
  const { kind, operation, sent, answer, expect: names } = row;
  const resource: Resource = resources[kind];
  const given = operation === "update" ? await givenId(row) : "";
  const reply = await send(resource, operation, given, sent);
  const { id = given } = flatForm(resource, reply.body);
  if (resource.operations.delete && id !== "") await removed(resource, String(id));
  const schema = { $ref: `document#/components/schemas/${kind}${operation === "create" ? "Create" : "Update"}` };
  const reasons = [reply.body.errors ?? []].flat().map(({ detail }: { detail: string }) => detail);
  if (!resource.dialect && !reasons.some((each) => BESIDE_THE_BODY.test(each)))
    expect([reply.text, document.validate(schema, sent)]).toEqual([reply.text, names === undefined]);
  const inBody = names?.map((name) => nameInBody(resource, name));
  if (inBody) expect([reply.status, namedIn(reply)]).toEqual([422, inBody]);
  else {
    expect([reply.text, reply.status]).toEqual([reply.text, resource.operations[operation]?.status]);
    expect(differences(answer as never, resource.dialect ? flatForm(resource, reply.body) : reply.body)).toEqual([]);
  }
});

/** Returns the id of an object with these fields. */
async function givenId({ kind, given = {} }: Row): Promise<string> {
  const resource: Resource = resources[kind];
  if (!isFound(kind)) return String(flatForm(resource, (await send(resource, "create", "", given)).body).id);
  const list = resource.operations.list && (await client.get(resource.operations.list.path)).body.data;
  const id = list ? String(list[0].id) : "";
  if (Object.keys(given).length > 0) await send(resource, "update", id, given);
  return id;
}

function send(resource: Resource, operation: "create" | "update", id: string, fields: object): Promise<Reply> {
  const { method = "", path = "" } = resource.operations[operation] ?? {};
  const to = path.replace("{project}", server.project.id).replace("{id}", id);
  const body = sentForm(resource, fields as never);
  if (resource.dialect?.isForm) return client.send(method, to, { body: new URLSearchParams(body as never) });
  return client.send(method, to, { headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

async function removed(resource: Resource, id: string): Promise<void> {
  const { path = "" } = resource.operations.delete ?? {};
  const reply = await client.delete(path.replace("{project}", server.project.id).replace("{id}", id));
  expect(reply.status).toBe(204);
}

/** Returns the fields that a refusal names, in the form of each API. */
function namedIn({ body }: Reply): string[] {
  const errors: readonly { readonly detail?: string; readonly attribute?: string }[] = body.errors ?? [
    { detail: body.message },
  ];
  return errors.map(({ attribute, detail = "" }) => attribute ?? detail.split(" ")[0] ?? "");
}
