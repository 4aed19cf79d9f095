// The inputs of an import, by id or by name. tests/provider/doors/plugin.test.ts imports through the plugin.

import { expect, it } from "vitest";
import { phoneNumber, sipEndpoint, sipProfile, swmlScript } from "../../../contract/index.ts";
import { argumentsFor, idleArguments, importedInputs } from "../../../provider/lifecycle/imported.ts";
import { addEndpoint, ask, list, requests } from "../../engine/service.ts";
import { providersOf } from "../direct-host.ts";
import { writes } from "../managed.ts";
import { served } from "../served.ts";

const OWNED = "+12025550101";

const on = served({}, OWNED);

it("an import of an endpoint, a number, the profile or a membership leaves nothing for an up to do", async () => {
  const desk = await addEndpoint(on.server, "desk");
  const own = { caller_id: "Desk", codecs: ["PCMU"], encryption: "optional" };
  await ask(on.server, "PUT", `/endpoints/sip/${desk}`, own);
  const number = String((await list(on.server, "/phone_numbers"))[0]?.id);
  const settings = { name: "Main", call_handler: "relay_context", call_relay_context: "x" };
  await ask(on.server, "PUT", `/phone_numbers/${number}`, settings);
  await ask(on.server, "PUT", "/sip_profile", { default_codecs: ["PCMU"], default_encryption: "required" });
  const group = String((await ask(on.server, "POST", "/number_groups", { name: "Alerts" })).id);
  const memberships = `/number_groups/${group}/number_group_memberships`;
  const { id } = await ask(on.server, "POST", memberships, { phone_number_id: number });
  const member = `${group}/${id}`;
  const project = on.server.project.id;
  const said = {
    sipEndpoint: { username: "desk", callerId: "Desk", codecs: ["PCMU"], encryption: "optional" },
    phoneNumber: { number: OWNED, name: "Main", callHandler: "relay_context", callRelayApplication: "x" },
    sipProfile: { defaultCodecs: ["PCMU"], defaultEncryption: "required" },
    numberGroupMembership: { numberGroupId: group, phoneNumberId: number },
  };
  on.server.journal.clear();
  for (const [kind, by, expected] of [
    ["sipEndpoint", desk.toUpperCase(), desk],
    ["sipEndpoint", "desk", desk],
    ["phoneNumber", number, number],
    ["phoneNumber", OWNED, number],
    ["sipProfile", "Default", project],
    ["sipProfile", project.toUpperCase(), project],
    ["numberGroupMembership", member.toUpperCase(), member],
    ["numberGroupMembership", `${group}/${number}`, member],
  ] as const) {
    const provider = providersOf(on.server)[kind];
    const { id, inputs = {}, props = {} } = (await provider.import(by)) ?? {};
    expect([by, id, inputs]).toEqual([by, expected, expect.objectContaining(said[kind])]);
    expect(await provider.check(inputs, inputs), by).toEqual({ inputs, failures: [] });
    expect((await provider.diff(expected, props, inputs)).replaces, by).toEqual([]);
    expect((await provider.read(expected, props)).inputs, by).toEqual(inputs);
    if (kind !== "numberGroupMembership") await provider.update(expected, props, inputs);
  }
  expect(writes(on.server)).toEqual([]);
  expect(requests(on.server).filter((each) => each.includes(desk.toUpperCase()))).toEqual([]);
  expect(await providersOf(on.server).numberGroupMembership.import(`${group}/${group}`)).toBeUndefined();
});

it("a number is stated by its settings, the fields that only the service knows, and what is left out with the reason", () => {
  const live = {
    ...{ no_key: JSON.parse('{ "__proto__": 1 }'), no_unicode: { "\ud800": 1 } },
    ...{ id: "1", number: OWNED, name: "Main", call_receive_mode: "voice", call_request_url: "https://a.example/" },
    ...{ call_handler: "laml_webhooks", call_relay_context: "x", call_relay_application: "x" },
    ...{ brand_new: { a: null, b: 1 }, other_new: "v", api_token: "s", "Bad-Name": 1, unset: "", none: null, zero: 0 },
  };
  const LOST = "holds what Pulumi does not keep (null within it, __proto__, or no Unicode)";
  const used = { number: OWNED, callHandler: "laml_webhooks", name: "Main", callRequestUrl: "https://a.example/" };
  const extra = { other_new: "v", zero: 0 };
  expect(argumentsFor(phoneNumber, live, undefined)).toEqual({
    args: { ...used, callRelayApplication: "x", extra },
    problems: [],
    omitted: [
      ...["no_key", "no_unicode", "brand_new"].map((name) => `${name} ${LOST}`),
      "api_token holds a secret",
      "Bad-Name is no name that the API uses",
    ],
  });
  // An import leaves out what the handler ignores.
  const idle = idleArguments(phoneNumber, { ...used, callRelayApplication: "x" });
  expect([...idle]).toEqual([["callRelayApplication", "callHandler"]]);
  expect(importedInputs(phoneNumber, live)).toEqual({ ...used, extra });
  // The argument does not take this codec.
  const further = { default_codecs: ["G729"], further: 1 };
  expect(importedInputs(sipProfile, { domain: "d", ...further })).toEqual({ extra: further });
});

it("a setting without the handler that reads it is no argument, and is not moved to extra", () => {
  const url = "https://example.com/script.json";
  const live = { username: "desk", call_relay_script_url: url };
  expect(importedInputs(sipEndpoint, live)).toEqual({ username: "desk" });
  const webhooks = { call_handler: "laml_webhooks", call_request_url: "https://a.example/" };
  expect(importedInputs(sipEndpoint, { ...live, ...webhooks })).toMatchObject({ callRelayScriptUrl: url });
  expect(argumentsFor(sipEndpoint, live, undefined)).toEqual({
    args: { username: "desk", callRelayScriptUrl: url },
    omitted: [],
    problems: [
      expect.objectContaining({ field: "callRelayScriptUrl", code: "required" }),
      expect.objectContaining({ field: "password" }),
    ],
  });
});

it.each([
  ["as it is", { sections: { main: ["hangup"] } }, false],
  ["as a text where it holds a secret", { sections: { main: [{ set: { api_token: "abc" } }] } }, true],
  ["as a text where Pulumi would change it", { sections: { main: [{ set: { a: [null, 1], b: 1 } }] } }, true],
])("a document is stated %s", (_, contents, isText) => {
  const stated = argumentsFor(swmlScript, { display_name: "Menu", contents }, undefined).args.contents;
  expect(stated).toEqual(isText ? JSON.stringify(contents) : contents);
});
