import { expect, test } from "vitest";
import { InputError, type Snapshot, startServer } from "../../server/index.ts";
import { clientOf, ENDPOINTS, given, JWT, NUMBERS } from "./support.ts";

const IDS = ["0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e01", "0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e02"] as const;
const alice = { username: "alice", password: "x" };

test("a snapshot is plain JSON and works in another server, credentials and tokens included", async () => {
  const first = await given();
  const { body } = await first.post(ENDPOINTS, alice);
  const { refresh_token } = (await first.post(JWT)).body;
  const snapshot = JSON.parse(JSON.stringify(first.server.snapshot()));

  const second = await startServer();
  const old = second.project;
  second.restore(snapshot);
  expect(second.project).toStrictEqual(first.server.project);
  const client = clientOf(second);
  expect((await client.get(`${ENDPOINTS}/${body.id}`)).body).toStrictEqual(body);
  expect((await client.put(JWT, { refresh_token })).status).toBe(200);
  expect((await clientOf(second, old.id, old.apiToken).get(NUMBERS)).status).toBe(401);
  await second.close();
});

type Rows = { [table: string]: { [column: string]: string | number }[] };

const PROJECTS = [
  { numbers: ["+12025550121"] },
  { numbers: ["+12025550122"], sipProfile: { domain_identifier: "second" } },
];

/** Sets columns of the first row of a table. */
function row(table: string, columns: { [column: string]: string | number }) {
  return ({ [table]: rows }: Rows) => void Object.assign(rows?.[0] ?? {}, columns);
}

/** Sets fields of the first object of a kind. */
function fields(kind: string, changes: { [field: string]: unknown }) {
  return ({ objects }: Rows) => {
    const found = objects?.find(({ resource }) => resource === kind);
    if (found) found.document = JSON.stringify({ ...JSON.parse(String(found.document)), ...changes });
  };
}

function token(text: string) {
  return row("projects", { tokens: JSON.stringify([{ token: text, scopes: ["Voice"] }]) });
}

const SPOILT: { readonly [what: string]: (rows: Rows) => unknown } = {
  "another version": (rows) => Object.assign(rows, { version: 99 }),
  "no project": (rows) => Object.assign(rows, { projects: [] }),
  "a key that is no hexadecimal text": row("settings", { value: "secret" }),
  "no key": (rows) => Object.assign(rows, { settings: [] }),
  "a token that is too long": token("x".repeat(81)),
  "a project whose id is none": row("projects", { id: "mine" }),
  "a signing key that is empty": row("projects", { signing_key: "" }),
  "a place that no page token can name": row("objects", { position: 2 ** 47 }),
  "a resource there is not": row("objects", { resource: "fax" }),
  "a document that is no object": row("objects", { document: "[]" }),
  "a document that is no JSON": row("objects", { document: "alice" }),
  "tokens that are no list": row("projects", { tokens: "{}" }),
  "a field there is not": row("objects", { document: '{"colour":"red"}' }),
  "an object twice": ({ objects }) => objects?.push(...objects.slice(-1)),
  "an object of no project": row("objects", { project: IDS[0] }),
  "a project without its SIP profile": ({ objects }) => objects?.shift(),
  "a project with a second SIP profile": ({ objects }) => {
    objects?.push({ ...objects.find(({ resource }) => resource === "sipProfile"), id: IDS[0], position: 99 });
  },
  "an endpoint with a password": fields("sipEndpoint", { password: "x" }),
  "a handler that lacks its field": fields("sipEndpoint", { call_handler: "video_room" }),
  "a field that is null": fields("sipEndpoint", { caller_id: null }),
  "a number without its time": fields("phoneNumber", { updated_at: undefined }),
  "a number of no type": fields("phoneNumber", { number_type: "x" }),
  "a number of two projects": fields("phoneNumber", { number: "+12025550122" }),
  "another project's domain": fields("sipProfile", { domain_identifier: "second" }),
};

test("a snapshot that is none, or that the service could not hold, is refused and changes nothing", async () => {
  const { server, post } = await given({ seed: { projects: PROJECTS } });
  await post(ENDPOINTS, alice);
  const before = server.snapshot();
  const { message } = errorOf(() => server.restore({} as Snapshot));
  const shown = [message];
  for (const [what, spoil] of Object.entries(SPOILT)) {
    const snapshot = JSON.parse(JSON.stringify(before));
    spoil(what === "another version" ? snapshot : snapshot.tables);
    shown.push(`# ${what}`, errorOf(() => server.restore(snapshot)).message);
  }
  expect(server.snapshot()).toEqual(before);
  server.restore(before);
  await expect(withoutIds(shown.join("\n"))).toMatchFileSnapshot("golden/snapshots.txt");
});

/** Returns the error for input that is refused. */
function errorOf(action: () => void): Error {
  try {
    action();
  } catch (error) {
    if (error instanceof InputError) return error;
  }
  throw new Error("It is taken.");
}

function withoutIds(text: string): string {
  return text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID");
}

test("objects are put in as they are, replaced by their id, and exchange their names", async () => {
  const { server, get } = await given();
  const endpoint = (id: string, fields: object) => ({ kind: "sipEndpoint", id, fields: { ...fields } });
  const project = server.project.id.toUpperCase();
  const first = { username: "one", caller_id: "Front desk" };
  server.put([{ ...endpoint(IDS[0].toUpperCase(), first), project }, endpoint(IDS[1], { username: "two" })]);
  expect((await get(`${ENDPOINTS}/${IDS[0]}`)).body).toMatchObject({ id: IDS[0], ...first });
  server.put([endpoint(IDS[0], { username: "two" }), endpoint(IDS[1], { username: "one" })]);
  expect((await get(`${ENDPOINTS}/${IDS[0]}`)).body).toMatchObject({ username: "two", caller_id: null });
});

test("objects that the service could not hold are refused, and none of them is put in", async () => {
  const { server, get } = await given();
  const desk = { kind: "sipEndpoint", id: IDS[0], fields: { username: "desk" } };
  const shown = [
    {},
    { fields: { username: "with space" } },
    { fields: { username: "x", password: "never kept" } },
    { fields: { username: "x", send_as: "+12025550199" } },
    { kind: "nothing", fields: {} },
    { project: IDS[1], fields: { username: "x" } },
  ].map((second) => errorOf(() => server.put([desk, { ...desk, id: IDS[1], ...second }])).message);
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/objects.txt");
  expect((await get(ENDPOINTS)).body.data).toEqual([]);
});

test("a number outlives its endpoint", async () => {
  const { server, post, put, get, delete: remove } = await given();
  const { id } = (await post(ENDPOINTS, alice)).body;
  const number = (await get(NUMBERS)).body.data[0].id;
  const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id };
  expect((await put(`${NUMBERS}/${number}`, rings)).status).toBe(200);
  await remove(`${ENDPOINTS}/${id}`);
  server.restore(server.snapshot());
  expect((await get(`${NUMBERS}/${number}`)).body).toMatchObject(rings);
});
