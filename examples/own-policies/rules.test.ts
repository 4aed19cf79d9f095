// Tests of the rules without an engine: `node --test`.

import assert from "node:assert/strict";
import { it } from "node:test";
import { testRule, unknown } from "pulumi-signalwire/policy";
import { frontDeskRings } from "./rules/front-desk-rings.ts";
import { knownHandlers } from "./rules/known-handlers.ts";
import { ourUsernames } from "./rules/our-usernames.ts";

it("names a desk by its place", () => {
  const good = testRule(ourUsernames, [{ kind: "SipEndpoint", args: { username: "2-14-b" } }]);
  assert.deepEqual([good.violations, good.awaited], [[], []]);
  const bad = testRule(ourUsernames, [{ kind: "SipEndpoint", args: { username: "bob" } }]);
  assert.deepEqual(bad.violations, ["username does not say where the desk stands"]);
});

it("waits for a user name that only the update knows", () => {
  const { violations, awaited } = testRule(ourUsernames, [{ kind: "SipEndpoint", args: { username: unknown } }]);
  assert.deepEqual([violations, awaited], [[], ["username"]]);
});

it("knows the handlers it is configured with", () => {
  const line = { kind: "PhoneNumber", args: { callHandler: "dialogflow" } } as const;
  assert.equal(testRule(knownHandlers, [line]).violations.length, 1);
  assert.equal(testRule(knownHandlers, [line], { options: { known: ["dialogflow"] } }).violations.length, 0);
});

it("sees which endpoint a number rings before its id exists", () => {
  const desk = { kind: "SipEndpoint", name: "desk", args: { username: "2-14-b" } } as const;
  const line = {
    kind: "PhoneNumber",
    args: { callSipEndpointId: unknown },
    from: { callSipEndpointId: "desk" },
  } as const;
  assert.equal(testRule(frontDeskRings, [desk, line]).violations.length, 0);
  assert.equal(testRule(frontDeskRings, [desk]).violations.length, 1);
});
