// The document is valid by OpenAPI's own schema, and the server's answers match it.

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { nameInBody, type Resource, resources, sentForm } from "../../contract/index.ts";
import { PLAIN_KINDS } from "../contract/plain.ts";
import { type Client, clientOf, ENDPOINTS, FORMATS, given, JWT, NUMBERS, PROFILE, type Reply } from "./support.ts";

test("it is valid by the schema of OpenAPI 3.1, for everybody, and no answer in it has a password", async () => {
  const { server } = await given();
  const whole = await (await fetch(`${server.url}/openapi.json`)).json();
  const { SipEndpoint, SipEndpointCreate } = whole.components.schemas;
  expect(Object.keys(SipEndpoint.properties)).not.toContain("password");
  expect(SipEndpointCreate.properties.password).toMatchObject({ type: "string", format: "password", writeOnly: true });
  const operations = Object.values<object>(whole.paths).flatMap((methods) => Object.values(methods));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const validator = new Validator();
  const { valid, errors } = await validator.validate(whole);
  expect([valid, errors, validator.version]).toStrictEqual([true, undefined, "3.1"]);
});

const UNKNOWN = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
const alice = { username: "alice", password: "x" };
const full = {
  ...alice,
  caller_id: "Front desk",
  send_as: "+12025550101",
  ciphers: ["AEAD_AES_256_GCM_8"],
  codecs: ["OPUS"],
  encryption: "required",
  call_handler: "laml_webhooks",
  call_request_url: "https://example.com/call",
  call_request_method: "GET",
  call_fallback_url: "https://example.com/fallback",
  call_fallback_method: "POST",
  call_status_callback_url: "https://example.com/status",
  call_status_callback_method: "POST",
};

const VERIFIED = "/api/relay/rest/verified_caller_ids";

type Ask = readonly [operation: string, path: string, body?: unknown];

/** Requests that cover every answer of every operation except 413, 415 and 429. */
async function asks(client: Client): Promise<Ask[]> {
  const { post, put, get } = client;
  const number = `${NUMBERS}/${(await get(NUMBERS)).body.data[0].id}`;
  const rung = (await post(ENDPOINTS, { ...alice, username: "dave" })).body.id;
  await put(number, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: rung });
  const used = (await post(ADDRESSES, { ...ADDRESS, emergency_enabled: true })).body.id;
  await post(`${number}/e911_address`, { e911_address_id: used });
  const { refresh_token } = (await post(JWT)).body;
  const subscriber = (await post(SUBSCRIBERS, { reference: "alice" })).body;
  const [item, unknown] = [`${NUMBERS}/{id}`, `${NUMBERS}/${UNKNOWN}`];
  return [
    ...(await asksOf(
      post,
      ENDPOINTS,
      { ...alice, username: "bob" },
      { caller_id: null, codecs: [] },
      { encryption: 5 },
    )),
    [`post ${ENDPOINTS}`, ENDPOINTS, full],
    [`delete ${ENDPOINTS}/{id}`, `${ENDPOINTS}/${rung}`],
    [`get ${NUMBERS}`, NUMBERS],
    [`get ${NUMBERS}`, `${NUMBERS}?page_number=1`],
    [`get ${item}`, number],
    [`get ${item}`, unknown],
    [`put ${item}`, number, { name: "Desk", call_handler: "relay_context", call_relay_context: "support" }],
    [`put ${item}`, number, { capabilities: [] }],
    [`put ${item}`, unknown, {}],
    [`get ${PROFILE}`, PROFILE],
    [`put ${PROFILE}`, PROFILE, { default_codecs: ["OPUS"], default_send_as: "+12025550101" }],
    [`put ${PROFILE}`, PROFILE, { domain: "x" }],
    ...(await asksOf(post, DOMAINS, { name: "Carrier", identifier: "carrier" }, { name: "Other" }, { name: 5 })),
    ...(await asksOfPlain(post)),
    ...(await asksOf(post, ADDRESSES, ADDRESS, { ...ADDRESS, label: "Home" }, { label: 5 })),
    [`delete ${ADDRESSES}/{id}`, `${ADDRESSES}/${used}`],
    ...(await asksOfMemberships(post, number)),
    ...(await asksOfScripts(post, CXML, { display_name: "Menu", contents: "<Response/>" })),
    ...(await asksOfScripts(post, SWML, { name: "Flow", contents: { sections: { main: ["hangup"] } } })),
    ...(await asksOfApplications(client)),
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

const ADDRESSES = "/api/relay/rest/addresses";
const ADDRESS = {
  ...{ label: "Office", country: "US", first_name: "Emmett", last_name: "Brown", street_number: "1640" },
  ...{ street_name: "Riverside Drive", city: "Hill Valley", state: "CA", postal_code: "91905" },
};
const SUBSCRIBERS = "/api/fabric/subscribers/tokens";
const GROUPS = "/api/relay/rest/number_groups";
const MEMBERSHIPS = "/api/relay/rest/number_group_memberships";
const DOMAINS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";

const APPLICATIONS = "/api/laml/2010-04-01/Accounts/{project}/Applications";
const FORM = "application/x-www-form-urlencoded";

/** Requests for cXML applications, whose bodies are web forms. */
async function asksOfApplications({ server, send }: Client): Promise<Ask[]> {
  const path = APPLICATIONS.replace("{project}", server.project.id);
  const office = new URLSearchParams({ FriendlyName: "Office", VoiceUrl: "https://example.com/voice" });
  const wrong = new URLSearchParams({ FriendlyName: "Office", VoiceMethod: "PUT" });
  const made = await send("POST", path, { body: office });
  const [object, unknown] = [`${path}/${made.body.sid}`, `${path}/${UNKNOWN}`];
  const item = `${APPLICATIONS}/{id}`;
  const ofAnother = APPLICATIONS.replace("{project}", UNKNOWN);
  return [
    [`get ${APPLICATIONS}`, ofAnother],
    [`post ${APPLICATIONS}`, ofAnother, office],
    [`post ${APPLICATIONS}`, path, office],
    [`post ${APPLICATIONS}`, path, wrong],
    [`get ${APPLICATIONS}`, path],
    [`get ${APPLICATIONS}`, `${path}?PageSize=1`],
    [`get ${APPLICATIONS}`, `${path}?PageSize=0`],
    [`get ${item}`, object],
    [`get ${item}`, unknown],
    [`post ${item}`, object, office],
    [`post ${item}`, object, wrong],
    [`post ${item}`, unknown, office],
    [`delete ${item}`, object],
    [`delete ${item}`, unknown],
  ];
}

/** Requests for a number's membership in a group: lists and creates are below the group. */
async function asksOfMemberships(post: Client["post"], number: string): Promise<Ask[]> {
  const { id: group } = (await post(GROUPS, { name: "Members" })).body;
  const path = `${GROUPS}/${group}/number_group_memberships`;
  const below = `${GROUPS}/{number_group_id}/number_group_memberships`;
  const member = { phone_number_id: number.split("/").at(-1) };
  const { id } = (await post(path, member)).body;
  const nowhere = path.replace(group, UNKNOWN);
  return [
    [`post ${below}`, path, member],
    [`post ${below}`, path, { phone_number_id: 5 }],
    [`post ${below}`, nowhere, member],
    [`get ${below}`, path],
    [`get ${below}`, `${path}?page_size=0`],
    [`get ${below}`, nowhere],
    [`get ${MEMBERSHIPS}/{id}`, `${MEMBERSHIPS}/${id}`],
    [`get ${MEMBERSHIPS}/{id}`, `${MEMBERSHIPS}/${UNKNOWN}`],
    [`delete ${MEMBERSHIPS}/{id}`, `${MEMBERSHIPS}/${id}`],
    [`delete ${MEMBERSHIPS}/{id}`, `${MEMBERSHIPS}/${UNKNOWN}`],
  ];
}

/** Requests for every kind of tests/contract/plain.ts. */
async function asksOfPlain(post: Client["post"]): Promise<Ask[]> {
  const asked = PLAIN_KINDS.map(
    ([
      name,
      {
        smallest,
        at: [path, , update],
      },
    ]) => {
      const resource: Resource = resources[name];
      const unique = nameInBody(resource, resource.uniqueKey ?? "");
      const body = sentForm(resource, smallest);
      const wrong = Object.fromEntries(Object.keys(body).map((field) => [field, 5]));
      return asksOf(post, path, body, { [unique]: body[unique] }, wrong, { unique, update });
    },
  );
  return (await Promise.all(asked)).flat();
}

function asksOfScripts(post: Client["post"], path: string, body: object): Promise<Ask[]> {
  return asksOf(post, path, body, { display_name: "Other" }, { contents: 5 });
}

/** Requests for an object that is like another one, apart from a unique text. */
async function asksOf(
  post: Client["post"],
  path: string,
  body: object,
  change: object,
  wrong: object,
  { unique = "", update = "PUT" } = {},
): Promise<Ask[]> {
  const object = `${path}/${(await post(path, body)).body.id}`;
  const unknown = `${path}/${UNKNOWN}`;
  const operation = (method: string) => `${method} ${path}/{id}`;
  const keys = ["identifier", "username", unique].filter((name) => name in body);
  const another = { ...body, ...Object.fromEntries(keys.map((name) => [name, "another"])) };
  return [
    [`post ${path}`, path, another],
    [`post ${path}`, path, {}],
    [`get ${path}`, path],
    [`get ${path}`, `${path}?page_size=0`],
    [operation("get"), object],
    [operation("get"), unknown],
    [operation(update.toLowerCase()), object, change],
    [operation(update.toLowerCase()), object, wrong],
    [operation(update.toLowerCase()), unknown, {}],
    [operation("delete"), object],
    [operation("delete"), unknown],
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

  const described = Object.entries<object>(whole.paths).flatMap(([path, methods]) =>
    Object.entries<{ responses: object }>(methods as never).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => `${method} ${path} ${status}`),
    ),
  );
  expect([...seen].sort()).toStrictEqual(described.sort());
});
