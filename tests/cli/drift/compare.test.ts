import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { expect, test } from "vitest";
import { compare, hiddenBy, isOnlyLookedAt, stepOf } from "../../../cli/drift/compare.ts";
import { BASELINE, RECORDS, resourceNames, SECRET } from "../../../contract/index.ts";

const NOW = new Date("2026-11-21T03:00:00Z");

/** A step of a refresh: the recorded and the current values. */
function metadata(name: string, recorded: object, read: object, detailedDiff: object = {}): StepEventMetadata {
  const type = name.includes(":") ? name : `pulumi-nodejs:dynamic/signalwire:${name}`;
  const urn = `urn:pulumi:prod::office::${type}::desk`;
  const state = (inputs: object) => ({ id: "id", inputs, outputs: inputs });
  const step = { op: "update", urn, type, detailedDiff };
  return { ...step, old: state(recorded), new: state(read) } as unknown as StepEventMetadata;
}

test("every resource of the registry is compared, and nothing else", () => {
  for (const type of resourceNames)
    for (const each of [type, `signalwire:index:${type}`])
      expect(stepOf(metadata(each, {}, {}))).toMatchObject({ type, name: "desk" });
  expect(stepOf(metadata("Another", {}, {}))).toBeUndefined();
  expect(stepOf(metadata("constructor", {}, {}))).toBeUndefined();
});

test("an adopted profile without arguments is checked, and a looked-up one is not", () => {
  const step = (outputs: object) => {
    const { old, ...rest } = metadata("SipProfile", {}, {});
    return stepOf({ ...rest, old: { ...old, outputs } } as StepEventMetadata);
  };
  const [managed, lookedAt] = [step({ [BASELINE]: {} }), step({ defaultCodecs: ["OPUS"] })];
  expect([managed, lookedAt].map((each) => each && isOnlyLookedAt(each))).toEqual([false, true]);
});

test("an argument that only the provider reads, such as adopt, is no difference", () => {
  const [taken, left] = [{ username: "desk", adopt: true }, { username: "desk" }];
  const step = stepOf(metadata("SipEndpoint", left, taken));
  expect(step && compare(step, { now: NOW })).toMatchObject({ verdict: "in-sync", ignored: [] });
});

test("the members of a value come in one order, whatever order the service has", () => {
  const values = [
    { a: 1, b: [{ c: 1, d: 2 }] },
    { b: [{ d: 2, c: 1 }], a: 1 },
  ].map((callerId) => {
    const step = stepOf(metadata("SipEndpoint", { callerId: "x" }, { callerId }, { callerId: {} }));
    return JSON.stringify(step && compare(step, { now: NOW }).changes);
  });
  expect(values[0]).toContain('"actual":{"a":1,"b":[{"c":1,"d":2}]}');
  expect(values[1]).toBe(values[0]);
});

test("a changed place in a script is not listed again as ignored", () => {
  const contents = (play: string) => ({ sections: { main: [{ play }] } });
  const [recorded, read] = ["say:1", "say:2"].map((text) => ({ contents: contents(text) })) as [object, object];
  const step = stepOf(metadata("SwmlScript", recorded, read, { contents: {} }));
  expect(step && compare(step, { now: NOW })).toMatchObject({
    changes: [{ property: "contents.sections.main[0].play", expected: "say:1", actual: "say:2" }],
    ignored: [],
  });
});

test("a secret anywhere in extra masks what the service has in its place", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
  const change = (extra: unknown) => {
    const read = { extra: { a: { deep: "canary" }, b: 2 } };
    const step = stepOf(metadata("PhoneNumber", { extra }, read, { "extra.b": {} }));
    return step && compare(step, { now: NOW }).changes;
  };
  expect(JSON.stringify([change(secret), change({ a: { deep: secret }, b: 1 })])).not.toContain("canary");
  expect(change({ a: { deep: "canary" }, b: 1 })).toEqual([{ property: "extra.b", expected: 1, actual: 2 }]);
});

test("the provider's differences outside the program are shown, masked where the program marks the argument", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
  const unwatched = (extra: unknown) => {
    const { new: live, ...rest } = metadata("PhoneNumber", { extra }, { extra });
    const field = "call_relay_topic";
    const outputs = { [RECORDS]: { drift: { unwatched: [{ field, expected: "a", actual: "b" }] } } };
    const step = stepOf({ ...rest, new: { ...live, outputs } } as unknown as StepEventMetadata);
    return step && compare(step, { now: NOW }).unwatched;
  };
  expect(unwatched({})).toEqual([{ property: "extra.call_relay_topic", expected: "a", actual: "b" }]);
  expect(unwatched(secret)).toEqual([{ property: "extra.call_relay_topic", expected: SECRET, actual: SECRET }]);
});

test("a drifted profile hides what an endpoint leaves to it, unless a change shows", () => {
  const profile = [{ property: "defaultCodecs" }, { property: "defaultCiphers" }, { property: "defaultEncryption" }];
  const inputs = { ciphers: ["AEAD_AES_256_GCM_8"], encryption: "default" };
  const step = stepOf(metadata("SipEndpoint", inputs, { ...inputs, codecs: ["OPUS"] }, { codecs: {} }));
  const compared = step && compare(step, { now: NOW });
  expect(compared?.changes).toMatchObject([{ property: "codecs" }]);
  expect(step && compared && hiddenBy(profile, step, compared)).toEqual(["encryption"]);
  expect(step && compared && hiddenBy([], step, compared)).toEqual([]);
});

test("a token is due by the moment among its outputs", () => {
  const verdict = (rotateAt: string) => {
    const { old, ...rest } = metadata("ClientToken", { resource: "alice" }, { resource: "alice" });
    const step = stepOf({ ...rest, old: { ...old, outputs: { rotateAt } } } as unknown as StepEventMetadata);
    return step && compare(step, { now: NOW }).verdict;
  };
  expect(verdict("2026-11-21T02:59:59.000Z")).toBe("renewal-due");
  expect(verdict("2026-11-21T03:00:01.000Z")).toBe("unreadable");
});

test("a handler that was changed at the service names the arguments that it does not use", () => {
  const recorded = { callHandler: "relay_script", callRelayScriptUrl: "https://a.example/", name: "Main" };
  const read = { ...recorded, callHandler: "relay_sip_endpoint", callSipEndpointId: "id" };
  const changed = { callHandler: {}, callSipEndpointId: {} };
  const step = stepOf(metadata("PhoneNumber", recorded, read, changed));
  const found = step && compare(step, { now: NOW });
  expect(found?.changes.map(({ property }) => property)).toEqual(["callHandler", "callSipEndpointId"]);
  expect(found?.unused).toEqual(["callRelayScriptUrl"]);
  expect(found?.remaining).toBeUndefined();
});

test("an argument of such a handler that the program does not set stays after an update", () => {
  const recorded = { callHandler: "relay_script", callRelayScriptUrl: "https://a.example/" };
  const { new: live, ...rest } = metadata("PhoneNumber", recorded, recorded, { callHandler: {} });
  const drift = { unwatched: [{ field: "call_sip_endpoint_id", actual: "id" }] };
  const read = {
    id: "id",
    inputs: { ...recorded, callHandler: "relay_sip_endpoint" },
    outputs: { [RECORDS]: { drift } },
  };
  const step = stepOf({ ...rest, new: read } as unknown as StepEventMetadata);
  expect(step && compare(step, { now: NOW })).toMatchObject({
    changes: [{ property: "callHandler" }, { property: "callSipEndpointId" }],
    remaining: ["callSipEndpointId"],
  });
});
