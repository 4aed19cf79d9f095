// An object that exists independently of the program, a phone number: adopted, changed, released; never purchased, never deleted.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addEndpoint, ask, list, requests, type Server, serve } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { change, type Managed, messageOf, puts, shown, up } from "../managed.ts";

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
  // Unwritten numbers may be read from a list. The tests below need separate reads of this number.
  await up(host, "phoneNumber", { phoneNumberId: id, name: "x" });
});

afterAll(() => server?.close());

beforeEach(async () => {
  await ask(server, "PUT", `/phone_numbers/${id}`, {
    name: null,
    call_handler: null,
    call_sip_endpoint_id: null,
    call_receive_mode: null,
  });
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

describe("adopting", () => {
  it("by identifier or by number with nothing to set only looks it up", async () => {
    await up(host, "phoneNumber", { phoneNumberId: id });
    expect((await up(host, "phoneNumber", { number: NUMBER, onDestroy: "restore" })).id).toBe(id);
    expect(host.printed).not.toContain("already is as the program says");
    const found = `GET ${COLLECTION}?filter_number=%2B12025550101&page_size=1000`;
    expect(requests(server)).toEqual([`GET ${COLLECTION}/${id}`, found]);
  });

  it("by number looks it up, takes exactly that one, though another contains it, and leaves its other settings", async () => {
    const made = await up(host, "phoneNumber", { number: NUMBER, name: "Main line" });
    expect(requests(server)).toEqual([
      `GET ${COLLECTION}?filter_number=%2B12025550101&page_size=1000`,
      `PUT ${COLLECTION}/${id}`,
    ]);
    expect(puts(server)).toEqual([{ name: "Main line" }]);
    expect(made.id).toBe(id);
  });

  it.each([
    [{ number: "+12025550199" }, "it is not among the numbers of the project."],
    [{ number: NUMBER.slice(0, -1) }, "it is not among the numbers of the project."],
    [{ phoneNumberId: UUID }, "the service answered 404 Not Found."],
  ])("of %j, which the project does not own, fails, says where to look, and changes nothing", async (named, reason) => {
    expect(await messageOf(up(host, "phoneNumber", { ...named, name: "x" }))).toBe(
      `Could not adopt the phone number "${Object.values(named)[0]}": ${reason} ` +
        "The project owns no such phone number: check the id and the project ID.",
    );
    expect(puts(server)).toEqual([]);
  });
});

describe("reading", () => {
  it("of an identifier that the stack never had fails where the project does not own it", async () => {
    expect(await messageOf(host.read("phoneNumber", UUID, {}))).toContain(
      "there is no such phone number in the project",
    );
  });

  it.each([{ exclusive: true }, {}])("of a number that rings an endpoint which is gone, with %o", async (owns) => {
    const gone = await addEndpoint(server, "gone");
    const made = await adopted({ callHandler: "relay_sip_endpoint", callSipEndpointId: gone, ...owns });
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    server.journal.clear();
    await host.newRun();
    const { inputs } = await host.read("phoneNumber", id, made.outputs);
    const warning = `Warning: \`callSipEndpointId\` of the phone number ${NUMBER} names an object that is gone.`;
    // The next \`up\` of a program that owns everything sends it again.
    expect([inputs?.callSipEndpointId, host.printed.includes(warning)]).toEqual(
      "exclusive" in owns ? [undefined, false] : [gone, true],
    );
  });

  it("answers with an empty identifier when the project lost the number", async () => {
    expect(await host.read("phoneNumber", UUID, { number: NUMBER })).toEqual({ id: "", outputs: {} });
  });
});

describe("updating", () => {
  it("sends nothing and keeps what it knew when nothing is to be changed at the service", async () => {
    const made = await adopted({ name: "Main line" });
    const changed = await change(host, "phoneNumber", made, { phoneNumberId: id, name: "Main line" });
    expect(requests(server)).toEqual([]);
    expect(shown(changed.outputs)).toEqual({ phoneNumberId: id, name: "Main line", ...OWN });
  });
});

describe("letting go with a restore", () => {
  it.each([
    [{}, []],
    [{ name: "ours" }, [{ name: null }]],
  ])("after %j names what somebody else changed since the adoption, and leaves it", async (args, sent) => {
    const { outputs } = await adopted({ ...args, onDestroy: "restore" });
    await ask(server, "PUT", `/phone_numbers/${id}`, { call_receive_mode: "fax" });
    server.journal.clear();
    await host.newRun();
    const { length } = host.printed;
    await host.delete("phoneNumber", id, outputs);
    const told = host.printed.slice(length);
    expect([puts(server), told]).toEqual([
      sent,
      `Warning: the phone number ${NUMBER} differs from before the adoption in settings that no recorded write of this stack changed. ` +
        'They are left as they are: callReceiveMode (not set) → "fax". If an earlier `up` was interrupted, it may have set them: ' +
        "then set them back by hand.\n",
    ]);
  });
});
