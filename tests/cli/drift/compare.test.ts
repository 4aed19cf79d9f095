// The verdict on a step of a refresh, as a whole.

import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import { expect, test } from "vitest";
import { compare, hiddenBy, isOnlyLookedAt, stepOf } from "../../../cli/drift/compare.ts";
import { FOUND, RECORDS, resourceNames } from "../../../contract/index.ts";

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

function stepOn(name: string, refreshed: Refreshed = {}) {
  const { op = "update", recorded = {}, outputs = recorded, read = recorded, readOutputs = read } = refreshed;
  const type = name.includes(":") ? name : `pulumi-nodejs:dynamic/signalwire:${name}`;
  const state = (inputs: object, outputs: object) => ({ id: "id", inputs, outputs });
  const step = { op, urn: `urn:pulumi:prod::office::${type}::desk`, type };
  const detailedDiff = Object.fromEntries((refreshed.changed ?? []).map((each) => [each, {}]));
  const states = { old: state(recorded, outputs), new: state(read, readOutputs) };
  return stepOf({ ...step, detailedDiff, ...states } as unknown as StepEventMetadata);
}

function compared(name: string, refreshed: Refreshed, isRefreshed = false) {
  const step = stepOn(name, refreshed);
  if (!step) throw new Error(`${name} is no resource of ours`);
  const { urn } = step.metadata;
  return { step, ...compare(step, { now: NOW, ...(isRefreshed && { refreshed: new Set([urn]) }) }) };
}

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
const closed = (ciphertext: string) => ({ extra: { a: { ...secret, ciphertext } } });
const drift = (found: object) => ({ [RECORDS]: { drift: found } });
const play = (text: string) => ({ contents: { sections: { main: [{ play: text }] } } });
const script = { callHandler: "relay_script", callRelayScriptUrl: "https://a.example/" };
const rung = { ...script, callHandler: "relay_sip_endpoint" };
const token = (rotateAt: string, more: object = {}): Refreshed => {
  return { recorded: { resource: "alice" }, outputs: { resource: "alice", rotateAt, ...more } };
};
const [due, later] = ["2026-11-21T03:00:00.000Z", "2026-11-21T03:00:01.000Z"];
const unlike = {
  ...{ recorded: { extra: { a: { deep: "canary" }, b: 1 } }, changed: ["extra.b"] },
  read: { extra: { a: { deep: "canary" }, b: 2 } },
};

const cases: Record<string, readonly [type: string, refreshed: Refreshed, isRefreshed?: boolean]> = {
  "an argument that only the provider reads": [
    "SipEndpoint",
    { recorded: { username: "desk" }, read: { username: "desk", adopt: true } },
  ],
  "a changed argument, and one that cannot be verified": [
    "SipEndpoint",
    {
      recorded: { username: "desk", callerId: "x", password: secret },
      read: { username: "desk", callerId: { b: [{ d: 2, c: 1 }], a: 1 } },
      changed: ["callerId"],
    },
  ],
  "an ignored difference": ["SipEndpoint", { recorded: { callerId: "x" }, read: { callerId: "y" } }],
  "a failed read": [
    "SipEndpoint",
    {
      readOutputs: drift({ failure: { message: "It answered 500." } }),
      read: { callerId: "y" },
      changed: ["callerId"],
    },
  ],
  "a changed place in a script": [
    "SwmlScript",
    { recorded: play("say:1"), read: { contents: { ...play("say:2").contents, version: 0 } }, changed: ["contents"] },
  ],
  "an element of cXML": [
    "CxmlScript",
    { recorded: { contents: "\n<Say>a: b</Say>" }, read: { contents: "\n<Say>a: c</Say>" }, changed: ["contents"] },
  ],
  "a secret script": ["SwmlScript", { recorded: { contents: secret }, read: play("say:2"), changed: ["contents"] }],
  "an invalid text": ["SwmlScript", { recorded: { contents: "a: [" }, read: play("a"), changed: ["contents"] }],
  "a new step": [
    "SwmlScript",
    { recorded: { contents: { main: ["a"] } }, read: { contents: { main: ["a", "b"] } }, changed: ["contents"] },
  ],
  "a member of extra": ["PhoneNumber", unlike],
  "a secret extra": ["PhoneNumber", { ...unlike, recorded: { extra: secret } }],
  "a secret member of extra": ["PhoneNumber", { ...unlike, recorded: { extra: { a: { deep: secret, c: 1 }, b: 1 } } }],
  "a changed secret of extra": ["PhoneNumber", { recorded: closed("x"), read: closed("y"), changed: ["extra.a"] }],
  "an ignored member of extra": [
    "PhoneNumber",
    { recorded: { extra: { a: 2, b: 1 } }, outputs: { extra: { a: 1, b: 1 } }, read: { extra: { a: 2, b: 1 } } },
  ],
  "a setting outside of the program": [
    "PhoneNumber",
    {
      outputs: { number: "+12025550101" },
      readOutputs: drift({
        unnamed: [
          { field: "name", actual: "b" },
          { field: "call_relay_topic", expected: "a", actual: "b" },
        ],
      }),
    },
  ],
  "a setting outside of the program, under a secret": [
    "PhoneNumber",
    {
      recorded: { extra: secret },
      readOutputs: drift({ unnamed: [{ field: "call_relay_topic", expected: "a", actual: "b" }] }),
    },
  ],
  "the address of a script that is gone": [
    "PhoneNumber",
    { recorded: script, readOutputs: drift({ dangling: ["call_relay_script_url"] }) },
  ],
  "such an address in a script": [
    "CxmlScript",
    { recorded: { contents: "x" }, readOutputs: drift({ dangling: ["contents"] }) },
  ],
  "an endpoint that is gone": [
    "PhoneNumber",
    { recorded: { callSipEndpointId: "gone" }, readOutputs: drift({ dangling: ["call_sip_endpoint_id"] }) },
  ],
  "a missing endpoint that was adopted": ["SipEndpoint", { op: "delete", recorded: { username: "desk", adopt: true } }],
  "a missing endpoint": ["SipEndpoint", { op: "delete", recorded: { username: "desk", password: "x" } }],
  "a token that expired as it is due": ["ClientToken", token(due, { expiresAt: due })],
  "a token that is due": ["ClientToken", token(due, { expiresAt: later })],
  "a token that is not due": ["ClientToken", token(later)],
  "a token that each up renews": ["ClientToken", token(due, { rotation: "always" })],
  "what a refresh recorded": ["SipEndpoint", {}, true],
  "what a refresh recorded, and differs": ["SipEndpoint", { read: { callerId: "x" }, changed: ["callerId"] }, true],
  "what a refresh recorded, and cannot be read": ["ClientToken", {}, true],
  "a changed handler": [
    "PhoneNumber",
    {
      recorded: { ...script, name: "Main", callRelayApplication: "x" },
      read: { ...rung, name: "Main", callSipEndpointId: "id" },
      changed: ["callHandler", "callRelayApplication", "callSipEndpointId"],
    },
  ],
  "a password from a secret store": ["SipEndpoint", { recorded: { username: "desk", passwordFrom: "x" } }],
  "a changed handler with a target that the program does not set": [
    "PhoneNumber",
    {
      recorded: script,
      read: rung,
      readOutputs: drift({ unnamed: [{ field: "call_sip_endpoint_id", actual: "id" }] }),
      changed: ["callHandler"],
    },
  ],
};

test("the verdicts are the golden file", async () => {
  const all = Object.entries(cases).map(([what, given]) => {
    const { step: _, urn: __, type: ___, ...verdict } = compared(...given);
    return `${what}: ${JSON.stringify(verdict, undefined, 1).replaceAll(/\n */g, " ")}\n`;
  });
  await expect(all.join("\n")).toMatchFileSnapshot("golden/verdicts.txt");
});

test("every resource of the registry is compared, and nothing else", () => {
  for (const type of resourceNames)
    for (const each of [type, `signalwire:index:${type}`]) expect(stepOn(each)).toMatchObject({ type, name: "desk" });
  expect([stepOn("Another"), stepOn("constructor")]).toEqual([undefined, undefined]);
});

test("an adopted profile without arguments is checked, and a looked-up one is not", () => {
  const isLookedAt = (outputs: object) => isOnlyLookedAt(compared("SipProfile", { outputs }).step);
  expect([{ [FOUND]: {} }, { defaultCodecs: ["OPUS"] }].map(isLookedAt)).toEqual([false, true]);
});

test("a drifted profile hides what an endpoint leaves to it, unless a change shows", () => {
  const profile = [{ property: "defaultCodecs" }, { property: "defaultCiphers" }, { property: "defaultEncryption" }];
  const recorded = { ciphers: ["AEAD_AES_256_GCM_8"], encryption: "default" };
  const found = compared("SipEndpoint", { recorded, read: { ...recorded, codecs: ["OPUS"] }, changed: ["codecs[0]"] });
  expect(hiddenBy(profile, found.step, found)).toEqual(["encryption"]);
  expect(hiddenBy([], found.step, found)).toEqual([]);
});
