// The request to the server of an SWML document. The members are copied from the service's description of its webhooks.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ok, receiver } from "./receiver.ts";
import { type Client, ENDPOINTS, given, NUMBERS, PROFILE } from "./support.ts";

const SCRIPT = '{"version":"1.0.0","sections":{"main":["answer"]}}';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

async function desk(client: Client, url: string): Promise<void> {
  const script = { call_handler: "relay_script", call_relay_script_url: url };
  expect((await client.post(ENDPOINTS, { username: "desk", password: "x", ...script })).status).toBe(201);
}

test("a call from a number is described as a phone call", async () => {
  const { url, received } = await receiver({ "/swml": ok(SCRIPT) });
  const client = await given({ extraFields: true });
  const [number] = (await client.get(NUMBERS)).body.data;
  const script = { call_handler: "relay_script", call_relay_script_url: `${url}/swml` };
  expect((await client.put(`${NUMBERS}/${number.id}`, script)).status).toBe(200);
  const trace = await client.server.call({ to: number.number, from: "+12223334444" });
  expect(trace.outcome).toBe("answered");
  expect(received[0]?.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(received[0]?.body ?? "")).toStrictEqual({
    call: {
      call_id: trace.id,
      node_id: expect.stringMatching(UUID),
      segment_id: expect.stringMatching(UUID),
      call_state: "created",
      direction: "inbound",
      type: "phone",
      from: "+12223334444",
      to: number.number,
      from_number: "+12223334444",
      to_number: number.number,
      headers: [],
      project_id: client.server.project.id,
      space_id: expect.stringMatching(UUID),
    },
    vars: {},
    envs: {},
    params: {},
  });
});

test("a call from a SIP address has each member of the service's own example, and no other", async () => {
  // The example values of the public description of this webhook, with `sip_data` as an object of thirteen texts or lists.
  const documented = {
    call: {
      call_id: "c2d3e4f5-a6b7-8901-cdef-234567890abc",
      node_id: "a1b2c3d4-1111-2222-3333-444455556666",
      segment_id: "d3e4f5a6-b7c8-9012-defa-345678901bcd",
      call_state: "created",
      direction: "inbound",
      type: "sip",
      from: "sip:user@example.com",
      to: "sip:destination@yourdomain.com",
      headers: [],
      sip_data: {},
      project_id: "b2c3d4e5-f6a7-8901-bcde-f12345678901",
      space_id: "d3e4f5a6-b7c8-9012-defa-345678901bcd",
    },
    vars: {},
    envs: {},
    params: {},
  };
  const { url, received } = await receiver({ "/swml": ok(SCRIPT) });
  const client = await given();
  await desk(client, `${url}/swml`);
  await client.server.call({ to: "desk", from: documented.call.from });
  const sent = JSON.parse(received[0]?.body ?? "");
  expect(Object.keys(sent).sort()).toStrictEqual(Object.keys(documented).sort());
  expect(Object.keys(sent.call).sort()).toStrictEqual(Object.keys(documented.call).sort());
  const { call_state, direction, type, from, headers } = documented.call;
  expect(sent).toMatchObject({ ...documented, call: { call_state, direction, type, from, headers } });
});

test("a call from a SIP address is described with the parts of its addresses", async () => {
  const { url, received } = await receiver({ "/swml": ok(SCRIPT) });
  const client = await given();
  await desk(client, `${url}/swml`);
  const { domain } = (await client.get(PROFILE)).body;
  await client.server.call({ to: `sip:desk@${domain}`, from: "sip:user@example.com:5061;transport=udp" });
  const { call } = JSON.parse(received[0]?.body ?? "");
  expect(call).toMatchObject({
    type: "sip",
    from: "sip:user@example.com:5061;transport=udp",
    to: `sip:desk@${domain}`,
    sip_data: {
      sip_req_host: domain,
      sip_req_uri: `desk@${domain}`,
      sip_req_user: "desk",
      sip_from_host: "example.com",
      sip_from_uri: "user@example.com",
      sip_from_user: "user",
      sip_to_host: domain,
      sip_to_uri: `desk@${domain}`,
      sip_to_user: "desk",
      sip_contact_user: "user",
      sip_contact_port: "5060",
      sip_contact_uri: "user@example.com:5060",
      sip_contact_host: "example.com",
      sip_contact_params: {},
    },
  });
  expect(call).not.toHaveProperty("from_number");
});

test("a call that a document dialled names its parent", async () => {
  const asked = await receiver({
    "/first": ok('{"sections":{"main":[{"connect":{"to":"second"}}]}}'),
    "/second": ok(SCRIPT),
  });
  const client = await given();
  await desk(client, `${asked.url}/first`);
  const script = { call_handler: "relay_script", call_relay_script_url: `${asked.url}/second` };
  await client.post(ENDPOINTS, { username: "second", password: "x", ...script });
  const trace = await client.server.call({ to: "desk", from: "+12223334444" });
  const { call } = JSON.parse(asked.received[1]?.body ?? "");
  expect(call.parent).toStrictEqual({ device_type: "phone", call_id: trace.id, node_id: call.node_id });
  expect(call.call_id).not.toBe(trace.id);
});

test("a back end that decides by call.from, as the documentation shows it, takes the call", async () => {
  // Written like a user's server: it uses only the request's body.
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { call, vars, params } = JSON.parse(body);
    const known =
      call.from === "+12223334444" && call.type === "phone" && Object.keys({ ...vars, ...params }).length === 0;
    const main = known ? [{ answer: {} }, { play: { url: "say:Welcome back" } }] : [{ hangup: {} }];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ version: "1.0.0", sections: { main } }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await expect.poll(() => server.listening).toBe(true);
  const client = await given();
  await desk(client, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const trace = await client.server.call({ to: "desk", from: "+12223334444" });
  expect(trace.outcome).toBe("answered");
  expect(trace.steps.find(({ attempt }) => attempt)?.attempt?.document).toContain("Welcome back");
});
