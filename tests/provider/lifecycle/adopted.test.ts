// An object that exists independently of the program, a phone number: adopted, changed, released; never purchased, never deleted.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addEndpoint, ask, list, requests } from "../../engine/service.ts";
import type { Props } from "../host.ts";
import { change, type Managed, messageOf, puts, shown, up } from "../managed.ts";
import { served } from "../served.ts";

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

// The second one contains the first.
const on = served({}, NUMBER, `${NUMBER}99`, "+12025550102");
let id: string;

beforeEach(async () => {
  id = String((await list(on.server, "/phone_numbers")).find(({ number }) => number === NUMBER)?.id);
  // Unwritten numbers may be read from a list. The tests below need separate reads of this number.
  await up(on.host, "phoneNumber", { phoneNumberId: id, name: "x" });
  await ask(on.server, "PUT", `/phone_numbers/${id}`, { name: null });
  on.server.journal.clear();
});

// No test may purchase or delete a number.
afterEach(() => {
  const verbs = new Set(on.server.journal.entries.map(({ method }) => method));
  expect([...verbs].filter((verb) => verb !== "GET" && verb !== "PUT")).toEqual([]);
});

async function adopted(args: Props): Promise<Managed> {
  const made = await up(on.host, "phoneNumber", { number: NUMBER, ...args });
  on.server.journal.clear();
  return made;
}

describe("adopting", () => {
  it("by identifier or by number takes exactly that one, though another contains it, and sends what differs alone", async () => {
    await up(on.host, "phoneNumber", { phoneNumberId: id });
    await up(on.host, "phoneNumber", { number: NUMBER, onDestroy: "restore" });
    const made = await up(on.host, "phoneNumber", { number: NUMBER, name: "Main line" });
    const found = `GET ${COLLECTION}?filter_number=%2B12025550101&page_size=1000`;
    expect(requests(on.server)).toEqual([`GET ${COLLECTION}/${id}`, found, found, `PUT ${COLLECTION}/${id}`]);
    expect([made.id, puts(on.server)]).toEqual([id, [{ name: "Main line" }]]);
    // A further name for it changes nothing at the service.
    on.server.journal.clear();
    const changed = await change(on.host, "phoneNumber", made, { phoneNumberId: id, name: "Main line" });
    expect(requests(on.server)).toEqual([]);
    expect(shown(changed.outputs)).toEqual({ phoneNumberId: id, name: "Main line", ...OWN });
    const { inputs } = await on.host.read("phoneNumber", id, changed.outputs);
    expect(inputs).toEqual({ phoneNumberId: id, name: "Main line" });
    await on.host.newRun();
    const renamed = { __declaredAs: "new", __recorded: made.outputs };
    await up(on.host, "phoneNumber", { number: NUMBER, name: "Main line", onDestroy: "restore", ...renamed });
    await on.host.newRun();
    await up(on.host, "phoneNumber", { number: NUMBER, name: "Main line" });
    expect(on.host.printed).not.toContain("already is as the program says");
  });

  it.each([
    [{ number: "+12025550199" }, "it is not among the numbers of the project."],
    [{ number: NUMBER.slice(0, -1) }, "it is not among the numbers of the project."],
    [{ phoneNumberId: UUID }, "the service answered 404 Not Found."],
  ])("of %j, which the project does not own, fails, says where to look, and changes nothing", async (named, reason) => {
    expect(await messageOf(up(on.host, "phoneNumber", { ...named, name: "x" }))).toBe(
      `Could not adopt the phone number "${Object.values(named)[0]}": ${reason} ` +
        "The project owns no such phone number: check the id and the project ID.",
    );
    expect(puts(on.server)).toEqual([]);
  });
});

it("a look-up shows a number with its id, and one that the project does not own fails it, and is gone for a stack", async () => {
  expect((await on.host.read("phoneNumber", id, {})).outputs).toMatchObject({ phoneNumberId: id, number: NUMBER });
  expect(await messageOf(on.host.read("phoneNumber", UUID, {}))).toBe(
    `Could not read the phone number (${UUID}): there is no such phone number in the project. Check the id and the project ID.`,
  );
  expect(await on.host.read("phoneNumber", UUID, { number: NUMBER })).toEqual({ id: "", outputs: {} });
});

it.each([{ exclusive: true }, {}])("a number that rings an endpoint which is gone is read, with %o", async (owns) => {
  const gone = await addEndpoint(on.server, "gone");
  const made = await adopted({ callHandler: "relay_sip_endpoint", callSipEndpointId: gone, ...owns });
  await ask(on.server, "DELETE", `/endpoints/sip/${gone}`);
  on.server.journal.clear();
  await on.host.newRun();
  const { length } = on.host.printed;
  const { inputs } = await on.host.read("phoneNumber", id, made.outputs);
  const warning = `Warning: \`callSipEndpointId\` of the phone number ${NUMBER} names an object that is gone.\n`;
  // The token may not read endpoints; then the read of the endpoint fails.
  for (const status of [401, 400])
    on.server.faults.add({ path: "/api/relay/rest/endpoints/sip/*", effect: "status", status, times: 1 });
  expect((await on.host.read("phoneNumber", id, made.outputs)).inputs?.callSipEndpointId).toBe(gone);
  expect(await messageOf(on.host.read("phoneNumber", id, made.outputs))).toContain("400 Bad Request");
  // The next `up` of a program that owns everything sends it again.
  expect([inputs?.callSipEndpointId, on.host.printed.slice(length)]).toEqual(
    "exclusive" in owns ? [undefined, ""] : [gone, warning],
  );
});

it("a refresh and a restore name what somebody else changed since the adoption, and leave it", async () => {
  const { outputs } = await adopted({ onDestroy: "restore" });
  await ask(on.server, "PUT", `/phone_numbers/${id}`, { call_receive_mode: "fax" });
  on.server.journal.clear();
  await on.host.newRun();
  const { length } = on.host.printed;
  await on.host.read("phoneNumber", id, outputs);
  await on.host.delete("phoneNumber", id, outputs);
  expect([puts(on.server), on.host.printed.slice(length)]).toEqual([
    [],
    `The phone number ${NUMBER} was changed where the program says nothing, and is left as it is: callReceiveMode (not set) → "fax". ` +
      "Name the setting in the program, with the new value to keep it or with the old one to put it back. " +
      "To unset it, name it for one `pulumi up`, then remove it.\n" +
      `Warning: the phone number ${NUMBER} differs from before the adoption in settings that no recorded write of this stack changed. ` +
      'They are left as they are: callReceiveMode (not set) → "fax". If an earlier `up` was interrupted, it may have set them: ' +
      "then set them back by hand.\n",
  ]);
});
