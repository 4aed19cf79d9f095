// The inputs of an import, by id or by name. tests/provider/doors/plugin.test.ts imports through the plugin.

import { expect, it, onTestFinished } from "vitest";
import { phoneNumber, sipEndpoint, swmlScript } from "../../../contract/index.ts";
import { argumentsFor, importedInputs } from "../../../provider/lifecycle/imported.ts";
import { addEndpoint, ask, list, serve } from "../../engine/service.ts";
import { providersOf } from "../direct-host.ts";
import { writes } from "../managed.ts";

const OWNED = "+12025550101";

it("an import of an endpoint, a number, the profile or a membership leaves nothing for an up to do", async () => {
  const server = await serve(OWNED);
  onTestFinished(() => server.close());
  const desk = await addEndpoint(server, "desk");
  await ask(server, "PUT", `/endpoints/sip/${desk}`, { caller_id: "Desk", codecs: ["OPUS"], encryption: "required" });
  const number = String((await list(server, "/phone_numbers"))[0]?.id);
  await ask(server, "PUT", `/phone_numbers/${number}`, {
    name: "Main",
    call_handler: "relay_context",
    call_relay_context: "x",
  });
  await ask(server, "PUT", "/sip_profile", { default_codecs: ["PCMU"] });
  const group = String((await ask(server, "POST", "/number_groups", { name: "Alerts" })).id);
  const memberships = `/number_groups/${group}/number_group_memberships`;
  const { id } = await ask(server, "POST", memberships, { phone_number_id: number });
  const member = `${group}/${id}`;
  const project = server.project.id;
  const said = {
    sipEndpoint: { username: "desk", callerId: "Desk", codecs: ["OPUS"], encryption: "required" },
    phoneNumber: { number: OWNED, name: "Main", callHandler: "relay_context", callRelayApplication: "x" },
    sipProfile: { defaultCodecs: ["PCMU"] },
    numberGroupMembership: { numberGroupId: group, phoneNumberId: number },
  };
  server.journal.clear();
  for (const [kind, by, expected] of [
    ["sipEndpoint", desk, desk],
    ["sipEndpoint", "desk", desk],
    ["phoneNumber", number, number],
    ["phoneNumber", OWNED, number],
    ["sipProfile", "Default", project],
    ["sipProfile", project.toUpperCase(), project],
    ["numberGroupMembership", member, member],
    ["numberGroupMembership", `${group}/${number}`, member],
  ] as const) {
    const provider = providersOf(server)[kind];
    const found = await provider.import(by);
    expect(found, by).toMatchObject({ id: expected, inputs: said[kind] });
    const { inputs = {}, props = {} } = found ?? {};
    expect(await provider.check(inputs, inputs), by).toMatchObject({ inputs, failures: [] });
    expect((await provider.diff(expected, props, inputs)).replaces, by).toEqual([]);
    expect((await provider.read(expected, props)).inputs, by).toMatchObject(inputs);
    if (kind !== "numberGroupMembership") await provider.update(expected, props, inputs);
  }
  expect(writes(server)).toEqual([]);
  expect(await providersOf(server).numberGroupMembership.import(`${group}/${group}`)).toBeUndefined();
});

it("a number is stated by its settings, the fields that only the service knows, and what is left out with the reason", () => {
  const live = {
    ...{ id: "1", number: OWNED, name: "Main", call_receive_mode: "voice", call_request_url: "https://a.example/" },
    ...{ call_handler: "laml_webhooks", call_relay_context: "x", call_relay_application: "x" },
    ...{ brand_new: { a: null }, other_new: "v", api_token: "s", "Bad-Name": 1, unset: "", none: null, zero: 0 },
  };
  const used = { number: OWNED, callHandler: "laml_webhooks", name: "Main", callRequestUrl: "https://a.example/" };
  const extra = { other_new: "v", zero: 0 };
  expect(argumentsFor(phoneNumber, live, undefined)).toEqual({
    args: { ...used, callRelayApplication: "x", extra },
    problems: [],
    omitted: [
      "brand_new holds what Pulumi does not keep (null within it, __proto__, or no Unicode)",
      "api_token holds a secret",
      "Bad-Name is no name that the API uses",
    ],
  });
  // An import leaves out what the handler ignores.
  expect(importedInputs(phoneNumber, live)).toEqual({ ...used, extra });
});

it("a setting without the handler that reads it is no argument, and is not moved to extra", () => {
  const url = "https://example.com/script.json";
  const live = { username: "desk", call_relay_script_url: url };
  expect(importedInputs(sipEndpoint, live)).toEqual({ username: "desk" });
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
  ["as a text where Pulumi would change it", { sections: { main: [{ set: { a: null } }] } }, true],
])("a document is stated %s", (_, contents, isText) => {
  const stated = argumentsFor(swmlScript, { display_name: "Menu", contents }, undefined).args.contents;
  expect(stated).toEqual(isText ? JSON.stringify(contents) : contents);
});
