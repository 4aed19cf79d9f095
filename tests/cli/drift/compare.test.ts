import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { expect, test } from "vitest";
import { compare, hiddenBy, isOnlyLookedAt, stepOf } from "../../../cli/drift/compare.ts";
import { FOUND, RECORDS, resourceNames, SECRET } from "../../../contract/index.ts";

const NOW = new Date("2026-11-21T03:00:00Z");

/** What a refresh recorded and read: the inputs, and the outputs where they differ from the inputs. */
interface Refreshed {
  readonly op?: string;
  readonly recorded?: object;
  readonly outputs?: object;
  readonly read?: object;
  readonly readOutputs?: object;
  /** The arguments that the engine lists as changed. */
  readonly changed?: readonly string[];
}

function stepOn(
  name: string,
  {
    op = "update",
    recorded = {},
    outputs = recorded,
    read = recorded,
    readOutputs = read,
    changed = [],
  }: Refreshed = {},
) {
  const type = name.includes(":") ? name : `pulumi-nodejs:dynamic/signalwire:${name}`;
  const state = (inputs: object, outputs: object) => ({ id: "id", inputs, outputs });
  const step = { op, urn: `urn:pulumi:prod::office::${type}::desk`, type };
  const detailedDiff = Object.fromEntries(changed.map((each) => [each, {}]));
  const states = { old: state(recorded, outputs), new: state(read, readOutputs) };
  return stepOf({ ...step, detailedDiff, ...states } as unknown as StepEventMetadata);
}

function compared(name: string, refreshed: Refreshed) {
  const step = stepOn(name, refreshed);
  if (!step) throw new Error(`${name} is no resource of ours`);
  return { step, ...compare(step, { now: NOW }) };
}

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };

test("every resource of the registry is compared, and nothing else", () => {
  for (const type of resourceNames)
    for (const each of [type, `signalwire:index:${type}`]) expect(stepOn(each)).toMatchObject({ type, name: "desk" });
  expect(stepOn("Another")).toBeUndefined();
  expect(stepOn("constructor")).toBeUndefined();
});

test("an adopted profile without arguments is checked, and a looked-up one is not", () => {
  const isLookedAt = (outputs: object) => isOnlyLookedAt(compared("SipProfile", { outputs }).step);
  expect([{ [FOUND]: {} }, { defaultCodecs: ["OPUS"] }].map(isLookedAt)).toEqual([false, true]);
});

test("an argument that only the provider reads, such as adopt, is no difference", () => {
  const found = compared("SipEndpoint", { recorded: { username: "desk" }, read: { username: "desk", adopt: true } });
  expect(found).toMatchObject({ verdict: "in-sync", ignored: [] });
});

test("the members of a value come in one order, whatever order the service has", () => {
  const values = [
    { a: 1, b: [{ c: 1, d: 2 }] },
    { b: [{ d: 2, c: 1 }], a: 1 },
  ].map((callerId) => {
    const refreshed = { recorded: { callerId: "x" }, read: { callerId }, changed: ["callerId"] };
    return JSON.stringify(compared("SipEndpoint", refreshed).changes);
  });
  expect(values[0]).toContain('"actual":{"a":1,"b":[{"c":1,"d":2}]}');
  expect(values[1]).toBe(values[0]);
});

test("a changed place in a script is not listed again as ignored", () => {
  const contents = (play: string) => ({ contents: { sections: { main: [{ play }] } } });
  const refreshed = { recorded: contents("say:1"), read: contents("say:2"), changed: ["contents"] };
  expect(compared("SwmlScript", refreshed)).toMatchObject({
    changes: [{ property: "contents.sections.main[0].play", expected: "say:1", actual: "say:2" }],
    ignored: [],
  });
});

test.each([
  ["an element of cXML", "CxmlScript", "<Say>a: b</Say>", "<Say>a: c</Say>"],
  ["a new step", "SwmlScript", { main: ["a"] }, { main: ["a", "b"] }],
])("what differs by %s has no place of its own in a script", (_, name, expected, actual) => {
  const refreshed = { recorded: { contents: expected }, read: { contents: actual }, changed: ["contents"] };
  const values = typeof expected === "string" ? { expected, actual } : { expected: ["a"], actual: ["a", "b"] };
  const property = typeof expected === "string" ? "contents" : "contents.main";
  expect(compared(name, refreshed).changes).toEqual([{ property, ...values }]);
});

test("a secret anywhere in extra masks what the service has in its place", () => {
  const change = (extra: unknown) => {
    const read = { extra: { a: { deep: "canary" }, b: 2 } };
    return compared("PhoneNumber", { recorded: { extra }, read, changed: ["extra.b"] }).changes;
  };
  expect(JSON.stringify([change(secret), change({ a: { deep: secret }, b: 1 })])).not.toContain("canary");
  expect(change({ a: { deep: "canary" }, b: 1 })).toEqual([{ property: "extra.b", expected: 1, actual: 2 }]);
});

test("the provider's differences outside the program are shown, masked where the program marks the argument", () => {
  const unnamed = (extra: unknown) => {
    const drift = { unnamed: [{ field: "call_relay_topic", expected: "a", actual: "b" }] };
    return compared("PhoneNumber", { recorded: { extra }, readOutputs: { [RECORDS]: { drift } } }).unnamed;
  };
  expect(unnamed({})).toEqual([{ property: "extra.call_relay_topic", expected: "a", actual: "b" }]);
  expect(unnamed(secret)).toEqual([{ property: "extra.call_relay_topic", expected: SECRET, actual: SECRET }]);
});

test("a drifted profile hides what an endpoint leaves to it, unless a change shows", () => {
  const profile = [{ property: "defaultCodecs" }, { property: "defaultCiphers" }, { property: "defaultEncryption" }];
  const recorded = { ciphers: ["AEAD_AES_256_GCM_8"], encryption: "default" };
  const found = compared("SipEndpoint", { recorded, read: { ...recorded, codecs: ["OPUS"] }, changed: ["codecs"] });
  expect(found.changes).toMatchObject([{ property: "codecs" }]);
  expect(hiddenBy(profile, found.step, found)).toEqual(["encryption"]);
  expect(hiddenBy([], found.step, found)).toEqual([]);
});

test.each([
  ["PhoneNumber", "call_relay_script_url", "`callRelayScriptUrl` is the address of a script that is gone."],
  ["CxmlScript", "contents", "`contents` has the address of a script that is gone."],
  ["PhoneNumber", "call_sip_endpoint_id", "`callSipEndpointId` names a SIP endpoint that the project does not have."],
])("a %s with the dangling %s says so", (name, wire, message) => {
  const readOutputs = { [RECORDS]: { drift: { dangling: [wire] } } };
  expect(compared(name, { readOutputs })).toMatchObject({ verdict: "dangling", message });
});

test("an adopted endpoint that is missing needs the password that the program left to it", () => {
  const missing = (recorded: object) => compared("SipEndpoint", { op: "delete", recorded }).needs;
  expect(missing({ username: "desk", adopt: true })).toEqual(["password or passwordFrom is required"]);
  expect(missing({ username: "desk", password: "x" })).toBeUndefined();
});

test("a token is due by the moment among its outputs, unless each up renews it", () => {
  const due = (rotateAt: string, outputs: object = {}) => {
    const token = compared("ClientToken", { recorded: { resource: "alice" }, outputs: { rotateAt, ...outputs } });
    return token.message ?? token.verdict;
  };
  const [now, later] = ["2026-11-21T03:00:00.000Z", "2026-11-21T03:00:01.000Z"];
  const since = "Due since 2026-11-21T03:00:00Z, and it";
  expect(due(now, { expiresAt: now })).toBe(`${since} expired at ${now}; the next \`pulumi up\` renews it.`);
  expect(due(now, { expiresAt: later })).toBe(`${since} expires at ${later}; the next \`pulumi up\` renews it.`);
  expect([due(later), due(now, { rotation: "always" })]).toEqual(["unreadable", "unreadable"]);
});

test("what a refresh recorded is not known to be the program's, unless it differs or cannot be read", () => {
  const verdict = (name: string, more: Refreshed = {}) => {
    const { step } = compared(name, more);
    return compare(step, { now: NOW, refreshed: new Set([step.metadata.urn]) }).verdict;
  };
  expect(verdict("SipEndpoint")).toBe("refreshed");
  expect(verdict("SipEndpoint", { read: { callerId: "x" }, changed: ["callerId"] })).toBe("drifted");
  expect(verdict("ClientToken")).toBe("unreadable");
});

test("a handler that was changed at the service names the arguments that it does not use", () => {
  const recorded = { callHandler: "relay_script", callRelayScriptUrl: "https://a.example/", name: "Main" };
  const read = { ...recorded, callHandler: "relay_sip_endpoint", callSipEndpointId: "id" };
  const found = compared("PhoneNumber", { recorded, read, changed: ["callHandler", "callSipEndpointId"] });
  expect(found.changes.map(({ property }) => property)).toEqual(["callHandler", "callSipEndpointId"]);
  expect(found.unused).toEqual(["callRelayScriptUrl"]);
  expect(found.remaining).toBeUndefined();
});

test("an argument of such a handler that the program does not set stays after an update", () => {
  const recorded = { callHandler: "relay_script", callRelayScriptUrl: "https://a.example/" };
  const read = { ...recorded, callHandler: "relay_sip_endpoint" };
  const drift = { unnamed: [{ field: "call_sip_endpoint_id", actual: "id" }] };
  const refreshed = { recorded, read, readOutputs: { [RECORDS]: { drift } }, changed: ["callHandler"] };
  expect(compared("PhoneNumber", refreshed)).toMatchObject({
    changes: [{ property: "callHandler" }, { property: "callSipEndpointId" }],
    remaining: ["callSipEndpointId"],
  });
});
