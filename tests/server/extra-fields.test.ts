// Fields and handlers outside the specification: refused by default, accepted and shown with the option.

import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { startServer } from "../../server/index.ts";
import { type Client, details, ENDPOINTS, given, NUMBERS, PROFILE } from "./support.ts";

const ALICE = { username: "alice", password: "x" };
const UNLISTED = { call_relay_topic: "sales", some_field: { deep: [1, null] } };

async function number({ get }: Client): Promise<string> {
  return `${NUMBERS}/${(await get(NUMBERS)).body.data[0].id}`;
}

test("they are refused by default", async () => {
  const client = await given();
  const replies = [
    await client.post(ENDPOINTS, { ...ALICE, ...UNLISTED }),
    await client.put(await number(client), UNLISTED),
    await client.put(PROFILE, UNLISTED),
    await client.put(await number(client), { call_handler: "relay_topic" }),
  ];
  const taken = "; the live service takes it, as this server does with --extra-fields";
  const topic = `call_relay_topic is not in the specification${taken}`;
  expect(replies.map(details)).toStrictEqual([
    [topic, "some_field is not a field of a SIP endpoint"],
    [topic, "some_field is not a field of a phone number"],
    ["call_relay_topic is not a field of a SIP profile", "some_field is not a field of a SIP profile"],
    [expect.stringMatching(RegExp(`^call_handler must be .*${taken}$`))],
  ]);
});

test("they are taken, shown, listed, unset by null, and survive a snapshot", async () => {
  const client = await given({ extraFields: true });
  const { id } = (await client.post(ENDPOINTS, { ...ALICE, ...UNLISTED })).body;
  const paths = [`${ENDPOINTS}/${id}`, await number(client), PROFILE];
  for (const path of paths.slice(1)) expect((await client.put(path, UNLISTED)).body).toMatchObject(UNLISTED);
  const snapshot = client.server.snapshot();
  for (const path of paths) await client.put(path, { call_relay_topic: null, some_field: null });
  for (const path of paths) expect((await client.get(path)).body).not.toHaveProperty("some_field");
  client.server.restore(snapshot);
  for (const path of paths) expect((await client.get(path)).body).toMatchObject(UNLISTED);
  expect((await client.get(ENDPOINTS)).body.data[0]).toMatchObject(UNLISTED);
});

test("codecs beyond the list are taken with them, and the agent of dialogflow always", async () => {
  const client = await given({ extraFields: true });
  const codecs = ["G729", "OPUS@48000H@20I"];
  expect((await client.post(ENDPOINTS, { ...ALICE, codecs })).body).toMatchObject({ codecs });
  const strict = await given();
  expect((await strict.post(ENDPOINTS, { ...ALICE, codecs })).status).toBe(422);
  const agent = { call_handler: "dialogflow", call_dialogflow_agent_id: "8fa5e0c2-1a7a-4d5b-9c7e-3f0e8a3a1b52" };
  const { body } = await strict.post(ENDPOINTS, { ...ALICE, ...agent });
  expect((await strict.get(`${ENDPOINTS}/${body.id}`)).body).toMatchObject(agent);
});

test("a seed may hold them where the server takes them, and a call says that their handler is not played", async () => {
  const seed = { projects: [{ numbers: [{ number: "+12025550101", call_handler: "relay_topic", ...UNLISTED }] }] };
  const client = await given({ extraFields: true, seed });
  expect((await client.get(await number(client))).body).toMatchObject({ call_handler: "relay_topic", ...UNLISTED });
  const { steps } = await client.server.call({ to: "+12025550101", from: "+12025550177" });
  expect(steps.map(({ text }) => text).join()).toMatch(/does not list that handler, and it is not played/);
  await expect(startServer({ seed })).rejects.toThrow(/call_handler: must be one of/);
});

test("the API's description says so, and the answers are as it says", async () => {
  const client = await given({ extraFields: true });
  const whole = (await client.get("/openapi.json")).body;
  expect((await new Validator().validate(structuredClone(whole))).valid).toBe(true);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(whole, "document");
  const describes = (name: string, body: object) => {
    const valid = ajv.compile({ $ref: `document#/components/schemas/${name}` });
    return valid(body) ? "valid" : valid.errors;
  };
  const body = { call_handler: "relay_topic", ...UNLISTED };
  expect(describes("PhoneNumberUpdate", body)).toBe("valid");
  expect(describes("PhoneNumber", (await client.put(await number(client), body)).body)).toBe("valid");
  expect(describes("PhoneNumberUpdate", { country_code: "US", call_receive_mode: "x" })).not.toBe("valid");
  expect(describes("SipEndpointCreate", { ...ALICE, ...body })).toBe("valid");
  expect(describes("SipProfileUpdate", UNLISTED)).toBe("valid");
});
