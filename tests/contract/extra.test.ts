// Fields of the live service outside the specification: the members of `extra`, and the messages that mention it.

import { describe, expect, it } from "vitest";
import {
  phoneNumber,
  type Resource,
  resourceNames,
  resources,
  sipEndpoint,
  UNKNOWN,
  validateArguments,
} from "../../contract/index.ts";

function evaluated(resource: Resource, args: { readonly [name: string]: unknown }): string[] {
  return validateArguments(resource, args).map(({ field, detail }) => `${field} ${detail}`);
}

const number = (args: object) => evaluated(phoneNumber, { number: "+12025550101", ...args });

it("is an argument of exactly the classes whose descriptor has it", () => {
  const without = resourceNames.filter((name) =>
    evaluated(resources[name], { extra: { some_field: 1 } })
      .join()
      .includes("extra"),
  );
  expect(without).toEqual(resourceNames.filter((name) => !("extra" in resources[name])));
});

describe("extra takes", () => {
  it.each([
    ["a value that the argument does not take", { call_handler: "relay_topic", call_relay_topic: "office" }],
    ["a field that nobody knows, with any JSON value", { some_field: { deep: [1, null, "x", true] } }],
    ["what is not known yet", { call_handler: UNKNOWN, call_relay_topic: UNKNOWN, name: UNKNOWN }],
    ["nothing", {}],
  ])("%s", (_, extra) => {
    expect(number({ extra })).toEqual([]);
    expect(number({ extra: UNKNOWN })).toEqual([]);
  });

  it.each([
    [{ extra: "text" }, "extra must be an object of fields: { call_relay_topic: … }"],
    [{ extra: ["name"] }, "extra must be an object of fields: { call_relay_topic: … }"],
    [{ extra: { callRelayTopic: "a" } }, "extra.callRelayTopic must be named as the API does: call_relay_topic"],
    [{ extra: { "a b": "a" } }, "extra.a b must be named as the API does, as in call_relay_topic"],
    [{ extra: { call_relay_topic: null } }, "extra.call_relay_topic cannot be null: leave it out"],
    [{ extra: { call_handler: "relay_script" } }, "extra.call_handler has an argument of its own: use callHandler"],
    [
      { callHandler: "dialogflow", extra: { call_handler: "relay_script" } },
      "extra.call_handler and callHandler are both given: keep one of them",
    ],
    [
      { callHandler: UNKNOWN, extra: { call_handler: UNKNOWN } },
      "extra.call_handler and callHandler are both given: keep one of them",
    ],
    [
      { callRelayScriptUrl: "https://a.example/", extra: { call_relay_script_url: "https://a.example/" } },
      "extra.call_relay_script_url and callRelayScriptUrl are both given: keep one of them",
    ],
    [{ extra: { capabilities: ["voice"] } }, "extra.capabilities is set by the service alone: remove it"],
    [{ extra: { e911_status: "active" } }, "extra.e911_status is set by the service alone: remove it"],
  ])("nothing else: %o", (args, problem) => {
    expect(number(args)).toEqual([problem]);
  });

  it("no password, be it one or not", () => {
    const args = { username: "a", passwordFrom: { env: "A" }, extra: { password: 5 } };
    expect(evaluated(sipEndpoint, args)).toEqual(["extra.password has an argument of its own: use password"]);
  });
});

it("codecs that only the live service has are led to extra, without the other values", () => {
  const found = evaluated(sipEndpoint, { username: "a", password: "a", codecs: ["G729", "canary"] });
  expect(found).toEqual([
    expect.stringMatching(/^codecs .*; the live service has G729: set extra: { codecs: … } instead$/),
  ]);
  expect(evaluated(sipEndpoint, { username: "a", password: "a", extra: { codecs: ["G729"] } })).toEqual([]);
});

describe("an argument that only the live service has is led to extra:", () => {
  it.each([
    [phoneNumber, "callRelayTopic", "call_relay_topic"],
    [phoneNumber, "call_relay_topic", "call_relay_topic"],
    [phoneNumber, "messageRelayTopic", "message_relay_topic"],
    [phoneNumber, "callFlowVersion", "call_flow_version"],
    [phoneNumber, "callFlowId", "call_flow_id"],
    [phoneNumber, "callAiAgentId", "call_ai_agent_id"],
    [sipEndpoint, "callDialogflowAgentId", "call_dialogflow_agent_id"],
    [sipEndpoint, "callFlowVersion", "call_flow_version"],
    [sipEndpoint, "callRelayContextStatusCallbackURL", "call_relay_context_status_callback_url"],
  ])("%o.%s", (resource: Resource, argument, field) => {
    const args = resource === phoneNumber ? { number: "+12025550101" } : { username: "a", password: "b" };
    expect(evaluated(resource, { ...args, [argument]: "x" })).toEqual([
      `${argument} is not an argument of a ${resource.title}; the live service has it: set extra: { ${field}: … }`,
    ]);
  });

  it.each([
    [
      { callHandler: "relay_topic" },
      /^callHandler must be one of .*; the live service has relay_topic: set extra: \{ call_handler: "relay_topic" \} instead$/,
    ],
    [
      { messageHandler: "relay_topic" },
      /^messageHandler must be one of .*set extra: \{ message_handler: "relay_topic" \} instead$/,
    ],
    [{ callHandler: "relay_scripts" }, /^callHandler must be one of [^;]*$/],
  ])("the value %o", (args, message) => {
    expect(number(args)).toEqual([expect.stringMatching(message)]);
  });
});
