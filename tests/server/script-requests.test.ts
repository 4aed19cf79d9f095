// The request to the server of an SWML document: tests/records has its forms, and these are the values.

import { expect, test } from "vitest";
import { addEndpoint, swml } from "./called.ts";
import { receiver } from "./receiver.ts";
import { given, PROFILE } from "./support.ts";

const scriptAt = (url: string) => ({ call_handler: "relay_script", call_relay_script_url: url });
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("a call from a SIP address is described with the parts of its addresses", async () => {
  const { url, received } = await receiver({ "/swml": swml(["answer"]) });
  const client = await given();
  await addEndpoint(client, "desk", scriptAt(`${url}/swml`));
  const { domain } = (await client.get(PROFILE)).body;
  const trace = await client.server.call({ to: `sip:desk@${domain}`, from: "sip:user@example.com:5061;transport=udp" });
  const headers = { "content-type": "application/json", accept: "*/*", "accept-encoding": "gzip" };
  expect(received[0]?.headers).toMatchObject(headers);
  expect(JSON.parse(received[0]?.body ?? "")).toStrictEqual({
    call: {
      call_id: trace.id,
      node_id: expect.stringMatching(/^[\da-f-]{36}@local$/),
      segment_id: trace.id,
      call_state: "created",
      direction: "inbound",
      type: "sip",
      from: "sip:user@example.com:5061;transport=udp",
      to: `sip:desk@${domain}`,
      headers: [],
      sip_data: {
        ...{ sip_req_host: domain, sip_req_uri: `desk@${domain}`, sip_req_user: "desk" },
        ...{ sip_from_host: "example.com", sip_from_uri: "user@example.com", sip_from_user: "user" },
        ...{ sip_to_host: domain, sip_to_uri: `desk@${domain}`, sip_to_user: "desk" },
        ...{ sip_contact_host: "example.com", sip_contact_uri: "user@example.com:5060", sip_contact_user: "user" },
        ...{ sip_contact_port: "5060", sip_contact_params: {} },
      },
      project_id: client.server.project.id,
      space_id: expect.stringMatching(UUID),
    },
    vars: {},
    envs: {},
  });
});

test("a call that a document dialled names its parent", async () => {
  const asked = await receiver({ "/first": swml([{ connect: { to: "second" } }]), "/second": swml(["answer"]) });
  const client = await given();
  await addEndpoint(client, "desk", scriptAt(`${asked.url}/first`));
  await addEndpoint(client, "second", scriptAt(`${asked.url}/second`));
  const trace = await client.server.call({ to: "desk", from: "+12223334444" });
  const [first, { call }] = asked.received.map(({ body }) => JSON.parse(body));
  const phone = { type: "phone", headers: [], from_number: "+12223334444", to_number: "desk" };
  expect(first.call).toMatchObject(phone);
  expect(call.parent).toStrictEqual({ device_type: "phone", call_id: trace.id, node_id: call.node_id });
  expect(call.call_id).not.toBe(trace.id);
});
