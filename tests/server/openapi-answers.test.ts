// The document is one by the schema of OpenAPI itself, and what the server answers is what it says.

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { type Client, clientOf, ENDPOINTS, given, JWT, NUMBERS, PROFILE, type Reply } from "./support.ts";

test("it is valid by the schema of OpenAPI 3.1", async () => {
  const { get } = await given();
  const validator = new Validator();
  const { valid, errors } = await validator.validate((await get("/openapi.json")).body);
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toStrictEqual([true, "3.1"]);
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

/** Requests that together meet every answer of every operation but 413, 415 and 429. */
async function asks({ post, put, get }: Client): Promise<Ask[]> {
  const endpoint = `${ENDPOINTS}/${(await post(ENDPOINTS, { ...alice, username: "bob" })).body.id}`;
  const number = `${NUMBERS}/${(await get(NUMBERS)).body.data[0].id}`;
  const rung = (await post(ENDPOINTS, { ...alice, username: "dave" })).body.id;
  await put(number, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: rung });
  const { refresh_token } = (await post(JWT)).body;
  const item = (path: string) => path.replace(/[^/]+$/, "{id}");
  const [unknownEndpoint, unknownNumber] = [`${ENDPOINTS}/${UNKNOWN}`, `${NUMBERS}/${UNKNOWN}`];
  return [
    [`post ${ENDPOINTS}`, ENDPOINTS, alice],
    [`post ${ENDPOINTS}`, ENDPOINTS, { ...full, username: "carol" }],
    [`post ${ENDPOINTS}`, ENDPOINTS, { username: "a b" }],
    [`get ${ENDPOINTS}`, ENDPOINTS],
    [`get ${ENDPOINTS}`, `${ENDPOINTS}?page_size=1`],
    [`get ${ENDPOINTS}`, `${ENDPOINTS}?page_size=0`],
    [`get ${item(endpoint)}`, endpoint],
    [`get ${item(endpoint)}`, unknownEndpoint],
    [`put ${item(endpoint)}`, endpoint, { caller_id: null, codecs: [] }],
    [`put ${item(endpoint)}`, endpoint, { encryption: "maybe" }],
    [`put ${item(endpoint)}`, unknownEndpoint, {}],
    [`delete ${item(endpoint)}`, endpoint],
    [`delete ${item(endpoint)}`, unknownEndpoint],
    [`delete ${item(endpoint)}`, `${ENDPOINTS}/${rung}`],
    [`get ${NUMBERS}`, NUMBERS],
    [`get ${NUMBERS}`, `${NUMBERS}?page_number=1`],
    [`get ${item(number)}`, number],
    [`get ${item(number)}`, unknownNumber],
    [`put ${item(number)}`, number, { name: "Desk", call_handler: "relay_context", call_relay_context: "support" }],
    [`put ${item(number)}`, number, { capabilities: [] }],
    [`put ${item(number)}`, unknownNumber, {}],
    [`get ${PROFILE}`, PROFILE],
    [`put ${PROFILE}`, PROFILE, { default_codecs: ["OPUS"], default_send_as: "+12025550101" }],
    [`put ${PROFILE}`, PROFILE, { domain: "x" }],
    [`get ${VERIFIED}`, VERIFIED],
    [`get ${VERIFIED}`, `${VERIFIED}?page_size=0`],
    [`post ${JWT}`, JWT],
    [`post ${JWT}`, JWT, { resource: "alice", expires_in: 0 }],
    [`put ${JWT}`, JWT, { refresh_token }],
    [`put ${JWT}`, JWT, {}],
  ];
}

test("every answer of every operation is one that the document describes, and there is no other", async () => {
  const client = await given({ protectHandlers: true });
  const whole = (await client.get("/openapi.json")).body;
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats: FORMATS });
  ajv.addVocabulary(["openapi", "info", "servers", "security", "paths", "components"]);
  ajv.addSchema(whole, "document");

  const seen = new Set<string>();
  const judge = (operation: string, { status, text, body }: Reply) => {
    seen.add(`${operation} ${status}`);
    const [method = "", path = ""] = operation.split(" ");
    const described = whole.paths[path][method].responses[status];
    expect(described, `${operation} answered ${status}`).toBeDefined();
    if (described.content === undefined) return expect(text).toBe("");
    const valid = ajv.compile({ $ref: `document${described.content["application/json"].schema.$ref}` });
    expect([operation, status, valid(body) ? undefined : valid.errors]).toStrictEqual([operation, status, undefined]);
  };
  const send = async (sender: Client, [operation, path, body]: Ask, headers = {}) =>
    judge(
      operation,
      await sender.send(operation.split(" ")[0]?.toUpperCase() ?? "", path, {
        headers: { "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );

  const all = await asks(client);
  for (const ask of all) await send(client, ask);
  const stranger = clientOf(client.server, client.server.project.id, "nothing");
  for (const ask of all) await send(stranger, ask);
  const writes = all.filter(([operation]) => /^(?:post|put)/.test(operation));
  for (const [operation, path] of writes) {
    await send(client, [operation, path, "{"]);
    await send(client, [operation, path, "{}"], { "content-type": "text/plain" });
    await send(client, [operation, path, JSON.stringify("x".repeat(2 ** 20))]);
  }
  client.server.rateLimit.set({ writes: 0, seconds: 10 });
  for (const ask of writes) await send(client, ask);

  const described = Object.entries<object>(whole.paths).flatMap(([path, methods]) =>
    Object.entries<{ responses: object }>(methods as never).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => `${method} ${path} ${status}`),
    ),
  );
  expect([...seen].sort()).toStrictEqual(described.sort());
});

test("the bodies that the server takes are valid by the document's schemas, and those it refuses for one field are not", async () => {
  const { get } = await given();
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  ajv.addSchema((await get("/openapi.json")).body, "document");
  const accepts = (name: string, body: object) => ajv.validate({ $ref: `document#/components/schemas/${name}` }, body);
  expect(accepts("SipEndpointCreate", alice)).toBe(true);
  expect(accepts("SipEndpointCreate", full)).toBe(true);
  for (const broken of [{ usrname: "x" }, { codecs: ["MP3"] }, { call_request_method: "PUT" }, { username: "a@b" }]) {
    expect(accepts("SipEndpointCreate", { ...full, ...broken }), JSON.stringify(broken)).toBe(false);
  }
  for (const field of Object.keys(full).filter((name) => name.startsWith("call_") && name !== "call_handler")) {
    const { [field as keyof typeof full]: _, ...rest } = full;
    expect(accepts("SipEndpointCreate", rest), `without ${field}`).toBe(false);
  }
  expect(accepts("PhoneNumberUpdate", { call_handler: "laml_webhooks" })).toBe(true);
  expect(accepts("PhoneNumberUpdate", { number: "+12025550101" })).toBe(false);
  expect(accepts("ClientTokenCreate", { expires_in: 43_200 })).toBe(true);
  expect(accepts("ClientTokenCreate", { expires_in: 43_201 })).toBe(false);
});

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  password: true,
} as const;
