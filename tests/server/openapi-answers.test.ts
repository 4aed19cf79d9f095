// The document is valid by OpenAPI's own schema, and the server's answers match it.

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import {
  type Body,
  type Operation,
  type Resource,
  type ResourceName,
  resourceNames,
  resources,
  sentForm,
} from "../../contract/index.ts";
import { SMALLEST } from "../conformance/tables.ts";
import { lamlFields } from "./called.ts";
import { type Client, clientOf, ENDPOINTS, FORMATS, given, JWT, NUMBERS, type Reply } from "./support.ts";

test("it is valid by the schema of OpenAPI 3.1, for everybody", async () => {
  const { server } = await given();
  const whole = await (await fetch(`${server.url}/openapi.json`)).json();
  const names = inner(whole.paths).map(([, , { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
  const validator = new Validator();
  const { valid, errors } = await validator.validate(whole);
  expect([valid, errors, validator.version]).toStrictEqual([true, undefined, "3.1"]);
});

const UNKNOWN = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
const ADDRESSES = "/api/relay/rest/addresses";
const SUBSCRIBERS = "/api/fabric/subscribers/tokens";
const VERIFIED = "/api/relay/rest/verified_caller_ids";
const FORM = "application/x-www-form-urlencoded";
const FULL = {
  ...{ username: "carol", password: "x", caller_id: "Front desk", send_as: "+12025550101", encryption: "required" },
  ...{ ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"], ...lamlFields("https://example.com/call") },
};

type Ask = readonly [operation: string, path: string, body?: unknown];

/** Requests that cover every answer of every operation except 413, 415 and 429. */
async function asks(client: Client): Promise<Ask[]> {
  const { post, put, get } = client;
  const number = `${NUMBERS}/${(await get(NUMBERS)).body.data[0].id}`;
  const rung = (await post(ENDPOINTS, { username: "dave", password: "x" })).body.id;
  await put(number, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: rung });
  const used = (await post(ADDRESSES, { ...SMALLEST.EmergencyAddress, emergency_enabled: true })).body.id;
  await post(`${number}/e911_address`, { e911_address_id: used });
  const { refresh_token } = (await post(JWT)).body;
  const subscriber = (await post(SUBSCRIBERS, { reference: "alice" })).body;
  const kinds: Ask[][] = [];
  for (const kind of resourceNames) if (!kind.endsWith("Token")) kinds.push(await asksOf(client, kind));
  return [
    ...kinds.flat(),
    [`post ${ENDPOINTS}`, ENDPOINTS, FULL],
    [`delete ${ENDPOINTS}/{id}`, `${ENDPOINTS}/${rung}`],
    [`delete ${ADDRESSES}/{id}`, `${ADDRESSES}/${used}`],
    [`get ${VERIFIED}`, VERIFIED],
    [`get ${VERIFIED}`, `${VERIFIED}?page_size=0`],
    [`post ${JWT}`, JWT],
    [`post ${JWT}`, JWT, { resource: "alice", expires_in: 0 }],
    [`put ${JWT}`, JWT, { refresh_token }],
    [`put ${JWT}`, JWT, {}],
    [`post ${SUBSCRIBERS}`, SUBSCRIBERS, { reference: "alice" }],
    [`post ${SUBSCRIBERS}`, SUBSCRIBERS, {}],
    [`post ${SUBSCRIBERS}/refresh`, `${SUBSCRIBERS}/refresh`, { refresh_token: subscriber.refresh_token }],
    [`post ${SUBSCRIBERS}/refresh`, `${SUBSCRIBERS}/refresh`, {}],
  ];
}

/** Refused fields where a number is a text, or where nothing is required. */
const WRONG: { readonly [Name in ResourceName]?: Body } = {
  CxmlApplication: { friendly_name: "Office", voice_method: "PUT" },
  PhoneNumber: { capabilities: [] },
  SipProfile: { domain: "x" },
};

/** Requests for an object of the kind, beside one that is there: each operation, refused, and at what is not there. */
async function asksOf({ server, get, post, send }: Client, kind: ResourceName): Promise<Ask[]> {
  const resource: Resource = resources[kind];
  const { create, list, read, update, delete: remove } = resource.operations;
  const { id: phone_number_id } = (await get(NUMBERS)).body.data[0];
  const group = (await post("/api/relay/rest/number_groups", { name: `Group of ${kind}` })).body.id;
  const fields: Body = kind === "NumberGroupMembership" ? { phone_number_id } : SMALLEST[kind];
  const at = (path: string, project = server.project.id, of = group) =>
    path.replace("{project}", project).replace("{number_group_id}", of);
  const written = (sent: Body) => {
    const body = sentForm(resource, sent);
    return resource.dialect?.isForm ? new URLSearchParams(body as never) : body;
  };
  const asked = (operation: Operation | undefined, path: string, body?: unknown): Ask[] =>
    operation ? [[`${operation.method.toLowerCase()} ${operation.path}`, path, body]] : [];
  const isForm = resource.dialect?.isForm;
  const made =
    create &&
    (await (isForm
      ? send("POST", at(create.path), { body: written(fields) as never })
      : post(at(create.path), written(fields))));
  const id = made?.body.id ?? made?.body.sid ?? phone_number_id;
  const object = at(read?.path ?? "").replace("{id}", String(id));
  const unknown = at(read?.path ?? "").replace("{id}", UNKNOWN);
  const unique = resource.uniqueKey ?? "";
  const another = unique in fields && !unique.endsWith("_id") ? { ...fields, [unique]: "another" } : fields;
  const wrong = WRONG[kind] ?? Object.fromEntries(Object.keys(fields).map((name) => [name, 5]));
  const change = kind === "SipAddress" ? { user: "agent" } : fields;
  const elsewhere = (path: string) => at(path, UNKNOWN, UNKNOWN);
  return [
    ...(create ? [another, wrong].flatMap((sent) => asked(create, at(create.path), written(sent))) : []),
    ...(create && elsewhere(create.path) !== create.path ? asked(create, elsewhere(create.path), written(fields)) : []),
    ...(list ? ["", "?page_size=0&PageSize=0"].flatMap((query) => asked(list, at(list.path) + query)) : []),
    ...(list && elsewhere(list.path) !== list.path ? asked(list, elsewhere(list.path)) : []),
    ...[object, unknown].flatMap((path) => asked(read, path)),
    ...[change, wrong].flatMap((sent) => asked(update, object, written(sent))),
    ...(object === unknown ? [] : asked(update, unknown, written(change))),
    ...[object, unknown].flatMap((path) => asked(remove, path)),
  ];
}

test("every answer of every operation is one that the document describes, and there is no other", async () => {
  const client = await given({ protectHandlers: true });
  const whole = (await client.get("/openapi.json")).body;
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats: FORMATS });
  ajv.addVocabulary(["openapi", "info", "servers", "security", "paths", "components"]);
  ajv.addSchema(whole, "document");

  const seen = new Set<string>();
  const validate = (operation: string, { status, text, body }: Reply) => {
    seen.add(`${operation} ${status}`);
    const [method = "", path = ""] = operation.split(" ");
    const described = whole.paths[path][method].responses[status];
    expect(described, `${operation} answered ${status}`).toBeDefined();
    if (described.content === undefined) return expect(text).toBe("");
    const valid = ajv.compile({ $ref: `document${described.content["application/json"].schema.$ref}` });
    expect([operation, status, valid(body) ? undefined : valid.errors]).toStrictEqual([operation, status, undefined]);
  };
  const send = async (sender: Client, [operation, path, body]: Ask, headers = {}) => {
    const isWritten = typeof body === "string" || body instanceof Uint8Array || body instanceof URLSearchParams;
    validate(
      operation,
      await sender.send(operation.split(" ")[0]?.toUpperCase() ?? "", path, {
        headers: { "content-type": path.includes("/laml/") ? FORM : "application/json", ...headers },
        ...(body !== undefined && { body: isWritten ? (body as BodyInit) : JSON.stringify(body) }),
      }),
    );
  };

  const all = await asks(client);
  for (const ask of all) await send(client, ask);
  const stranger = clientOf(client.server, client.server.project.id, "nothing");
  for (const ask of all) await send(stranger, ask);
  const writes = all.filter(([operation]) => /^(?:post|put|patch)/.test(operation));
  for (const [operation, path] of writes) {
    await send(client, [operation, path, path.includes("/laml/") ? Uint8Array.of(0xff) : "{"]);
    await send(client, [operation, path, "{}"], { "content-type": "text/plain" });
    await send(client, [operation, path, JSON.stringify("x".repeat(2 ** 20))]);
  }
  client.server.rateLimit.set({ writes: 1, seconds: 1000 });
  client.server.rateLimit.count(client.server.project.id);
  for (const ask of writes) await send(client, ask);

  // A field that an answer shows is no secret, unless it is a token.
  const kept = JSON.stringify(client.server.journal.entries.map(({ responseBody }) => responseBody));
  const hidden = kept.match(/"\w+":"\[hidden\]"/g)?.map((field) => field.split('"')[1]);
  expect([...new Set(hidden)].sort()).toEqual(["jwt_token", "refresh_token", "token"]);

  const described = inner(whole.paths).flatMap(([path, method, { responses }]) =>
    Object.keys(responses).map((status) => `${method} ${path} ${status}`),
  );
  expect([...seen].sort()).toStrictEqual(described.sort());
});

test("it describes each operation, and the form of each body", async () => {
  const { paths, components } = (await given().then(({ get }) => get("/openapi.json"))).body;
  const operations = inner(paths).map(([path, method, each]) => {
    const { description, parameters, requestBody, responses, ...more } = each;
    const listed = [...parameters, ...Object.entries({ body: requestBody, ...responses })];
    const lines = listed.map((line) => JSON.stringify(line));
    return [`${method} ${path} ${JSON.stringify(more)}`, description.split(" Assumed: ")[0], ...lines].join("\n  ");
  });
  // The contract's own tests compare the descriptions and the patterns of fields.
  const bare = (key: string, value: unknown) =>
    key === "pattern" || (key === "description" && typeof value === "string") ? undefined : value;
  const schemas = inner(components.schemas).flatMap(([name, key, value]) => {
    const each = key === "properties" ? Object.entries<unknown>(value) : [[key, value]];
    return each.map(([property, schema]) => `${name} ${property} ${JSON.stringify(schema, bare)}`);
  });
  await expect([...operations, ...schemas, ""].join("\n")).toMatchFileSnapshot("golden/openapi.txt");
});

/** Returns the members of the members. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there.
function inner(outer: object): (readonly [string, string, any])[] {
  return Object.entries(outer).flatMap(([name, members]) =>
    Object.entries(members).map(([key, value]) => [name, key, value] as const),
  );
}
