import { expect, test } from "vitest";
import { InputError, type Snapshot, startServer } from "../../server/index.ts";
import { clientOf, ENDPOINTS, given, JWT, NUMBERS } from "./support.ts";

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

test("a value that is not a snapshot is refused and changes nothing", async () => {
  const { server, get, post } = await given();
  await post(ENDPOINTS, alice);
  const snapshot = server.snapshot();
  const { tables } = snapshot;
  for (const attempt of [{}, { ...snapshot, version: 99 }, { ...snapshot, tables: { ...tables, projects: [] } }]) {
    expect(() => server.restore(attempt as Snapshot)).toThrow(InputError);
  }
  const [first] = tables.objects;
  const foreign = { ...first, project: "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d" };
  for (const objects of [[...tables.objects, ...tables.objects], [foreign as NonNullable<typeof first>]]) {
    const attempt = { ...snapshot, tables: { ...tables, objects } };
    expect(() => server.restore(attempt)).toThrow(InputError);
    expect(() => server.restore(attempt)).toThrow(/tables\.objects\[\d+\]: /);
  }
  expect((await get(ENDPOINTS)).body.data).toHaveLength(1);
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

test.each<[string, (rows: Rows) => void, RegExp]>([
  ["a key that is no hexadecimal text", row("settings", { value: "secret" }), /128 hexadecimal digits/],
  ["a token that is too long", token("x".repeat(81)), /80 characters/],
  ["a project whose id is none", row("projects", { id: "mine" }), /projects\[0\]\.id: must be a UUID/],
  ["a place that no page token can name", row("objects", { position: 2 ** 50 }), /objects\[0\]\.position/],
  ["a resource there is not", row("objects", { resource: "fax" }), /resource: is none of this server/],
  ["a document that is no object", row("objects", { document: "[]" }), /objects\[0\]\.document: /],
  ["a document that is no JSON", row("objects", { document: "alice" }), /objects\[0\]\.document: /],
  ["tokens that are no list", row("projects", { tokens: "{}" }), /projects\[0\]\.tokens: /],
  ["a field there is not", row("objects", { document: '{"colour":"red"}' }), /colour is not a field/],
  ["a project without its SIP profile", ({ objects }) => void objects?.shift(), /has no SIP profile/],
  ["an endpoint with a password", fields("sipEndpoint", { password: "x" }), /password is never kept/],
  [
    "a handler that lacks its field",
    fields("sipEndpoint", { call_handler: "video_room" }),
    /video_room_id is required/,
  ],
  ["a field that is null", fields("sipEndpoint", { caller_id: null }), /caller_id must be left out/],
  [
    "a number without its time",
    fields("phoneNumber", { updated_at: undefined }),
    /phone number \S+: updated_at is required/,
  ],
  ["a number of no type", fields("phoneNumber", { number_type: "x" }), /number_type must be toll-free or longcode/],
  [
    "a number of two projects",
    fields("phoneNumber", { number: "+12025550122" }),
    /phone number \+12025550122: number is already taken/,
  ],
  ["another project's domain", fields("sipProfile", { domain_identifier: "second" }), /taken by another project/],
])("a snapshot with %s is refused", async (_, spoil, problem) => {
  const { server, post } = await given({ seed: { projects: PROJECTS } });
  await post(ENDPOINTS, alice);
  const snapshot = JSON.parse(JSON.stringify(server.snapshot()));
  spoil(snapshot.tables);
  expect(() => server.restore(snapshot)).toThrow(problem);
  expect(() => server.restore(server.snapshot())).not.toThrow();
});

test("objects can be put in as they are, and replaced by their id", async () => {
  const { server, get } = await given();
  const id = "0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e01";
  const fields = { username: "desk", caller_id: "Front desk" };
  server.put([{ kind: "sipEndpoint", id: id.toUpperCase(), project: server.project.id.toUpperCase(), fields }]);
  expect((await get(`${ENDPOINTS}/${id}`)).body).toMatchObject({ id, ...fields });
  server.put([{ kind: "sipEndpoint", id, fields: { username: "desk" } }]);
  expect((await get(`${ENDPOINTS}/${id}`)).body).toMatchObject({ username: "desk", caller_id: null });
});

test("objects that the service could not hold are refused, and none of them is put in", async () => {
  const { server, get } = await given();
  const at = (last: string) => `0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e0${last}`;
  const desk = { kind: "sipEndpoint", id: at("1"), fields: { username: "desk" } };
  for (const second of [
    { kind: "sipEndpoint", id: at("2"), fields: { username: "desk" } },
    { kind: "sipEndpoint", id: at("2"), fields: { username: "with space" } },
    { kind: "sipEndpoint", id: at("2"), fields: { username: "x", password: "never kept" } },
    { kind: "sipEndpoint", id: at("2"), fields: { username: "x", send_as: "+12025550199" } },
    { kind: "nothing", id: at("2"), fields: {} },
    { ...desk, id: at("2"), project: at("9"), fields: { username: "x" } },
  ]) {
    expect(() => server.put([desk, second])).toThrow(InputError);
  }
  expect((await get(ENDPOINTS)).body.data).toEqual([]);
});

const IDS = ["0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e01", "0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e02"] as const;

test("objects can exchange their names, and a number can outlive its endpoint", async () => {
  const { server, get } = await given();
  const endpoint = (id: string, username: string) => ({ kind: "sipEndpoint", id, fields: { username } });
  server.put([endpoint(IDS[0], "one"), endpoint(IDS[1], "two")]);
  server.put([endpoint(IDS[0], "two"), endpoint(IDS[1], "one")]);
  expect((await get(`${ENDPOINTS}/${IDS[0]}`)).body.username).toBe("two");
  const client = clientOf(server);
  const number = (await get(NUMBERS)).body.data[0].id;
  const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: IDS[0] };
  expect((await client.put(`${NUMBERS}/${number}`, rings)).status).toBe(200);
  await client.delete(`${ENDPOINTS}/${IDS[0]}`);
  expect(() => server.restore(server.snapshot())).not.toThrow();
});
