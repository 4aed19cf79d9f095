// An object that exists independently of the program, a phone number: adopted, changed, released; never purchased, never deleted.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, list, requests, type Server, serve } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { change, inCamelCase, type Managed, messageOf, shown, up } from "../managed.ts";

const COLLECTION = "/api/relay/rest/phone_numbers";
const NUMBER = "+12025550101";
const UUID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
/** The service's own fields of a number. */
const OWN = {
  number: NUMBER,
  capabilities: ["voice", "fax", "sms", "mms"],
  numberType: "longcode",
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
  nextBilledAt: expect.any(String),
};

let server: Server;
let host: DirectHost;
let id: string;

beforeAll(async () => {
  // The second one contains the first.
  server = await serve(NUMBER, `${NUMBER}99`, "+12025550102");
  host = await DirectHost.start(server);
  id = String((await list(server, "/phone_numbers")).find(({ number }) => number === NUMBER)?.id);
  const { id: endpoint } = await ask(server, "POST", "/endpoints/sip", { username: "rung", password: "x" });
  ON_THE_WIRE.call_sip_endpoint_id = String(endpoint);
  // Unwritten numbers may be read from a list. The tests below need separate reads of this number.
  await up(host, "phoneNumber", { phoneNumberId: id, name: "x" });
});

afterAll(async () => {
  await host?.stop();
  await server?.close();
});

const ON_THE_WIRE = {
  name: "Main line",
  call_handler: "laml_webhooks",
  call_receive_mode: "fax",
  call_request_url: "https://example.com/call",
  call_request_method: "GET",
  call_fallback_url: "https://example.net/call",
  call_fallback_method: "GET",
  call_status_callback_url: "https://example.com/status",
  call_status_callback_method: "GET",
  call_laml_application_id: "application",
  call_dialogflow_agent_id: "agent",
  call_relay_application: "sales",
  call_relay_connector_id: "connector",
  call_sip_endpoint_id: "", // an endpoint that exists, set before all tests
  call_verto_resource: "alice",
  call_video_room_id: UUID,
  message_handler: "laml_webhooks",
  message_request_url: "https://example.com/message",
  message_request_method: "GET",
  message_fallback_url: "https://example.net/message",
  message_fallback_method: "GET",
  message_laml_application_id: "application",
  message_relay_application: "sales",
};

/** The same values under a program's names. */
const everything = () => inCamelCase(ON_THE_WIRE);

const UNSET = {
  name: null,
  call_handler: null,
  call_receive_mode: "voice",
  call_request_url: null,
  call_request_method: "POST",
  call_fallback_url: null,
  call_fallback_method: "POST",
  call_status_callback_url: null,
  call_status_callback_method: "POST",
  call_laml_application_id: null,
  call_dialogflow_agent_id: null,
  call_relay_application: null,
  call_relay_connector_id: null,
  call_sip_endpoint_id: null,
  call_verto_resource: null,
  call_video_room_id: null,
  message_handler: null,
  message_request_url: null,
  message_request_method: "POST",
  message_fallback_url: null,
  message_fallback_method: "POST",
  message_laml_application_id: null,
  message_relay_application: null,
};

beforeEach(async () => {
  await ask(server, "PUT", `/phone_numbers/${id}`, UNSET);
  server.journal.clear();
});

// No test may purchase or delete a number.
afterEach(() => {
  const verbs = new Set(server.journal.entries.map(({ method }) => method));
  expect([...verbs].filter((verb) => verb !== "GET" && verb !== "PUT")).toEqual([]);
});

async function adopted(args: Props): Promise<Managed> {
  const made = await up(host, "phoneNumber", { number: NUMBER, ...args });
  server.journal.clear();
  return made;
}

function puts(): unknown[] {
  return server.journal.entries.filter(({ method }) => method === "PUT").map(({ requestBody }) => requestBody);
}

describe("adopting", () => {
  it("by identifier is one write with the arguments under the API's names", async () => {
    const made = await up(host, "phoneNumber", { phoneNumberId: id, ...everything() });
    expect(requests(server).at(-1)).toBe(`PUT ${COLLECTION}/${id}`);
    expect(requests(server).slice(0, -1)).not.toContainEqual(expect.not.stringMatching(`GET ${COLLECTION}/${id}`));
    expect(puts()).toEqual([ON_THE_WIRE]);
    expect(made.id).toBe(id);
  });

  it("by identifier with nothing to set only reads", async () => {
    await up(host, "phoneNumber", { phoneNumberId: id });
    expect(requests(server)).toEqual([`GET ${COLLECTION}/${id}`]);
  });

  it("by number looks it up and takes exactly that one, though another contains it", async () => {
    const made = await up(host, "phoneNumber", { number: NUMBER, name: "Main line" });
    expect(requests(server)).toEqual([
      `GET ${COLLECTION}?filter_number=%2B12025550101&page_size=1000`,
      `PUT ${COLLECTION}/${id}`,
    ]);
    expect(made.id).toBe(id);
  });

  it("by number with nothing to set only looks it up", async () => {
    expect((await up(host, "phoneNumber", { number: NUMBER })).id).toBe(id);
    expect(requests(server)).toEqual([`GET ${COLLECTION}?filter_number=%2B12025550101&page_size=1000`]);
  });

  it("stores the arguments and what the service says of itself, and no null", async () => {
    const made = await up(host, "phoneNumber", { phoneNumberId: id, name: "Main line" });
    expect(shown(made.outputs)).toEqual({ phoneNumberId: id, name: "Main line", ...OWN });
  });

  it("leaves alone what the program does not set", async () => {
    await ask(server, "PUT", `/phone_numbers/${id}`, { call_handler: "dialogflow", call_dialogflow_agent_id: "bot" });
    await up(host, "phoneNumber", { phoneNumberId: id, name: "Main line" });
    expect(await ask(server, "GET", `/phone_numbers/${id}`)).toMatchObject({
      name: "Main line",
      call_handler: "dialogflow",
      call_dialogflow_agent_id: "bot",
    });
  });

  it("of a number that the project does not own fails, says where to look, and changes nothing", async () => {
    const message = await messageOf(up(host, "phoneNumber", { number: "+12025550199", name: "x" }));
    expect(message).toBe(
      'Could not adopt the phone number "+12025550199": it is not among the numbers of the project. ' +
        "The project owns no such phone number: check the id and the project ID.",
    );
    expect(puts()).toEqual([]);
  });

  it("of a part of an owned number fails", async () => {
    const message = await messageOf(up(host, "phoneNumber", { number: NUMBER.slice(0, -1), name: "x" }));
    expect(message).toContain("it is not among the numbers of the project");
  });

  it.each([{ name: "x" }, {}])("of an identifier that the project does not own fails, with %j to set", async (args) => {
    const message = await messageOf(up(host, "phoneNumber", { phoneNumberId: UUID, ...args }));
    expect(message).toBe(
      `Could not adopt the phone number "${UUID}": the service answered 404 Not Found. ` +
        "The project owns no such phone number: check the id and the project ID.",
    );
  });
});

describe("reading", () => {
  it.each([{ number: NUMBER }, { phoneNumberId: "its own" }])(
    "finds no drift right after an adoption by %j",
    async (by) => {
      const which = "number" in by ? by : { phoneNumberId: id };
      const made = await up(host, "phoneNumber", { ...which, ...everything() });
      server.journal.clear();
      const found = await host.read("phoneNumber", made.id, made.outputs);
      expect(requests(server)).toEqual([`GET ${COLLECTION}/${id}`]);
      expect(found).toEqual({ id, outputs: made.outputs, inputs: made.inputs });
    },
  );

  it("shows the live value of an argument that was changed elsewhere", async () => {
    const made = await adopted({ name: "Main line", callReceiveMode: "fax" });
    await ask(server, "PUT", `/phone_numbers/${id}`, { name: "Somebody's", call_receive_mode: "voice" });
    const found = await host.read("phoneNumber", id, made.outputs);
    expect(found.inputs).toEqual({ number: NUMBER, name: "Somebody's", callReceiveMode: "voice" });
  });

  it("leaves out an argument that was taken away elsewhere", async () => {
    const made = await adopted({ name: "Main line" });
    await ask(server, "PUT", `/phone_numbers/${id}`, { name: null });
    expect((await host.read("phoneNumber", id, made.outputs)).inputs).toEqual({ number: NUMBER });
  });

  it("ignores settings from outside the program", async () => {
    const made = await adopted({ name: "Main line" });
    await ask(server, "PUT", `/phone_numbers/${id}`, { call_handler: "dialogflow", call_receive_mode: "fax" });
    expect((await host.read("phoneNumber", id, made.outputs)).inputs).toEqual(made.inputs);
  });

  it("treats a default in the program like a value that is not set", async () => {
    const made = await adopted({ callReceiveMode: "voice", callRequestMethod: "POST" });
    await ask(server, "PUT", `/phone_numbers/${id}`, { call_receive_mode: null, call_request_method: null });
    expect((await host.read("phoneNumber", id, made.outputs)).inputs).toEqual(made.inputs);
  });

  it("of an identifier that the stack never had fails where the project does not own it", async () => {
    expect(await messageOf(host.read("phoneNumber", UUID, {}))).toContain(
      "there is no such phone number in the project",
    );
  });

  it("answers with an empty identifier when the project lost the number", async () => {
    expect(await host.read("phoneNumber", UUID, { number: NUMBER })).toEqual({ id: "", outputs: {} });
  });
});

describe("updating", () => {
  it("sends what changed and nothing else", async () => {
    const made = await adopted(everything());
    const args = { number: NUMBER, ...everything(), name: "Support", messageRequestMethod: "POST" };
    const changed = await change(host, "phoneNumber", made, args);
    expect(requests(server)).toEqual([`PUT ${COLLECTION}/${id}`]);
    expect(puts()).toEqual([{ name: "Support", message_request_method: "POST" }]);
    expect(shown(changed.outputs)).toEqual({ ...args, ...OWN });
  });

  it("sends the form that unsets each argument that was taken away", async () => {
    const made = await adopted(everything());
    await change(host, "phoneNumber", made, { number: NUMBER });
    expect(puts()).toEqual([UNSET]);
  });

  it("sends nothing and keeps what it knew when nothing is to be changed at the service", async () => {
    const made = await adopted({ name: "Main line" });
    const changed = await change(host, "phoneNumber", made, { phoneNumberId: id, name: "Main line" });
    expect(requests(server)).toEqual([]);
    expect(shown(changed.outputs)).toEqual({ phoneNumberId: id, name: "Main line", ...OWN });
  });

  it("keeps the two names of a call's application apart from those of a message's", async () => {
    const made = await adopted({ callRelayContext: "calls", messageRelayContext: "messages" });
    await change(host, "phoneNumber", made, { number: NUMBER, callRelayContext: "calls" });
    expect(puts()).toEqual([{ message_relay_context: null }]);
  });
});

describe("letting go", () => {
  it("sends nothing and leaves the number as it is set", async () => {
    const made = await adopted(everything());
    await host.delete("phoneNumber", made.id, made.outputs);
    expect(requests(server)).toEqual([]);
    expect(await ask(server, "GET", `/phone_numbers/${id}`)).toMatchObject({
      ...ON_THE_WIRE,
      call_relay_context: "sales",
    });
  });
});
