// The results of checking a program's arguments, without a service.

import { describe, expect, it } from "vitest";
import { phoneNumber, type Resource, sipEndpoint } from "../../../contract/index.ts";
import { argumentWarnings } from "../../../provider/lifecycle/check.ts";
import { phoneNumberLifecycle } from "../../../provider/resources/phone-number.ts";
import { ID } from "../bodies.ts";
import { configurationOf, DirectHost, NOWHERE } from "../direct-host.ts";
import { type Props, UNKNOWN } from "../host.ts";

const host = new DirectHost(configurationOf(NOWHERE));

const DESK = { username: "front-desk", password: "canary-password" };

const WRONG = {
  username: "front desk",
  password: "",
  codecs: ["OPUS", "canary-codec"],
  callerId: 5,
  call_request_method: "canary-value",
};

const REASONS = [
  "call_request_method is not an argument of a SIP endpoint; did you mean callRequestMethod?",
  "username must not contain white space or the character @",
  "password must not be empty",
  "callerId must be a string",
  "codecs must hold only OPUS, G722, PCMU, PCMA, VP8, H264",
];

it("right arguments are inputs without null and the classes' additions, and keep the stored order and case", async () => {
  const olds = { ...DESK, callerId: "a", createdAt: "x", codecs: ["OPUS", "PCMU", "VP8"] };
  const own = { __resourceName: "desk", __anything: { a: 1 } };
  const news = { ...DESK, callerId: null, ciphers: null, adopt: true, codecs: ["VP8", "PCMU", "OPUS"] };
  expect(await host.check("sipEndpoint", olds, { ...news, ...own })).toEqual({
    inputs: { ...DESK, adopt: true, codecs: olds.codecs },
    failures: [],
  });
  const byId = { phoneNumberId: ID };
  const { inputs } = await host.check("phoneNumber", byId, { phoneNumberId: ID.toUpperCase() });
  expect(inputs).toEqual(byId);
});

const unset = (chooser: string, handler: string, names: string) =>
  `${chooser} is ${handler}, and ${names} is not set: the service accepts that, and the phone number keeps the target that was set by hand, or hands over to no target`;

const CONTEXTS = "callRelayContext or callRelayApplication";
const UNUSED =
  "callRequestUrl is used only when callHandler is laml_webhooks: set callHandler, or remove callRequestUrl; until then the phone number keeps the handler that it has";

it.each<[Resource, Props, string[]]>([
  [phoneNumber, { callHandler: "relay_sip_endpoint", callSipEndpointId: UNKNOWN }, []],
  [phoneNumber, { callHandler: "relay_context" }, [unset("callHandler", "relay_context", CONTEXTS)]],
  [phoneNumber, { callHandler: "relay_context", callRelayApplication: "office" }, []],
  [
    phoneNumber,
    { callHandler: "laml_webhooks", messageHandler: "laml_application" },
    [
      unset("callHandler", "laml_webhooks", "callRequestUrl"),
      unset("messageHandler", "laml_application", "messageLamlApplicationId"),
    ],
  ],
  [phoneNumber, { callHandler: UNKNOWN }, []],
  [sipEndpoint, { callHandler: "dialogflow" }, []],
  [phoneNumber, { callRequestUrl: "https://a.example/" }, [UNUSED]],
  [phoneNumber, { callRequestUrl: "https://a.example/", extra: { call_handler: "relay_topic" } }, []],
  // Errors of the check.
  [sipEndpoint, { callHandler: "video_room" }, []],
  [sipEndpoint, { callRequestUrl: "https://a.example/" }, []],
])("a %o with %j has the warnings %j", (resource, args, expected) => {
  expect(argumentWarnings({ resource }, args)).toEqual(expected);
  expect(argumentWarnings({ resource, warnings: () => ["its own"] }, args)).toEqual([...expected, "its own"]);
});

it.each([
  ["https://example.com/script?line=1", 1],
  ["https://example.com/script#rt=1000", 0],
])("the address %s of a script has %i warnings of its query", (callRelayScriptUrl, count) => {
  expect(phoneNumberLifecycle.warnings?.({ callRelayScriptUrl })).toHaveLength(count);
});

describe("wrong arguments", () => {
  // The engine prints the value of a property that a failure names, secret or not.
  it("fail all at once, with what the class found before, and repeat no value", async () => {
    const __unsendable = [{ field: "extra.ratio", detail: "is NaN" }];
    const { failures } = await host.check("sipEndpoint", {}, { ...WRONG, __unsendable });
    expect(failures).toEqual(["extra.ratio is NaN", ...REASONS].map((reason) => ({ property: "", reason })));
  });

  it("are none where an endpoint keeps the password it has", async () => {
    const { username } = DESK;
    const known = await host.check("sipEndpoint", { username, adopt: true }, { username });
    const adopting = [true, UNKNOWN, false].map((adopt) => host.check("sipEndpoint", {}, { username, adopt }));
    const counts = [known, ...(await Promise.all(adopting))].map(({ failures }) => failures.length);
    expect(counts).toEqual([0, 0, 0, 1]);
  });
});

it("a preview of the package's own classes returns every problem beside the inputs instead of failing", async () => {
  const { inputs, findings } = await host.preview("sipEndpoint", WRONG);
  expect([inputs, findings]).toEqual([WRONG, REASONS.map((message) => ({ severity: "error", message }))]);
});

describe("a configuration that is missing", () => {
  const unconfigured = new DirectHost({});

  it("is reported once in a preview, with every key and variable, for any number of resources", async () => {
    const { findings } = await unconfigured.preview("sipEndpoint", DESK);
    const start = "The SignalWire configuration cannot be used: signalwire:projectId is missing: run";
    expect(findings).toEqual([{ severity: "error", message: expect.stringContaining(start) }]);
    expect((await unconfigured.preview("sipEndpoint", DESK)).findings).toEqual([]);
  });

  it("fails the operation that needs it, and neither a check nor the removal of an adopted phone number", async () => {
    expect(await unconfigured.check("sipEndpoint", {}, DESK)).toEqual({ inputs: DESK, failures: [] });
    await expect(unconfigured.create("sipEndpoint", DESK)).rejects.toThrow("signalwire:projectId is missing");
    await unconfigured.delete("phoneNumber", ID, { number: "+12025550101" });
  });
});
