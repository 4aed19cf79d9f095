// Every rule as a function: valid resources, a violation, unknown values, and configurations.

import { describe, expect, it } from "vitest";
import { type Rule, rules, type Trial, testRule } from "../../policy/index.ts";
import { isStackRule } from "../../policy/rule.ts";
import { Member } from "../../policy/subject.ts";
import { caseOf, ruleNames, rulesAtOnce } from "./cases.ts";
import { endpoint, number, profile } from "./trials.ts";

const WEAK = "AES_CM_128_HMAC_SHA1_32";

it("has cases for every rule and no others", () => {
  expect(ruleNames).toEqual(rules.map((rule) => rule.name));
});

describe.each(rulesAtOnce.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  const { pass, fail, unknown, awaits, configured, options, stack } = caseOf(name);

  it("passes valid resources", () => {
    expect(testRule(rule, pass, { options, stack })).toMatchObject({ violations: [], awaited: [], corrections: [] });
  });

  it("names a violation once", () => {
    expect(testRule(rule, fail, { options, stack })).toMatchObject({ violations: [expect.any(String)], awaited: [] });
  });

  it("names the arguments that only the update will know, and no others", () => {
    expect(unknown.length).toBeGreaterThan(0);
    expect(testRule(rule, unknown, { options, stack })).toMatchObject({ violations: [], awaited: awaits });
  });

  if (Object.keys(rule.options).length === 0) return;

  it("is configured by its options", () => {
    expect(configured).toBeDefined();
    const { violations } = testRule(rule, configured?.trials ?? [], { options: configured?.options ?? {}, stack });
    expect(violations).toEqual(configured?.violations);
  });
});

it("says of a handler what it lacks, and what it does not read", () => {
  const rule = rules.find(({ name }) => name === "handler-arguments") as Rule;
  const hooks = ["Request", "Fallback"].map((part) => [`call${part}Url`, "https://a.example/call"]);
  const trials = [
    number({ callHandler: "relay_context" }),
    number({ callHandler: "relay_context", callRelayContext: "a", callRelayApplication: "b" }),
    endpoint(Object.fromEntries(hooks)),
  ];
  expect(testRule(rule, trials).violations).toEqual([
    "callHandler is relay_context, and callRelayContext or callRelayApplication is not set",
    "callRelayContext and callRelayApplication are both given; callRelayApplication takes precedence",
    "callRequestUrl, callFallbackUrl given without callHandler, so nothing reads it",
  ]);
});

it.each<[rule: string, trial: Trial, corrected: object | undefined]>([
  ["ciphers", endpoint({ ciphers: [WEAK, "AEAD_AES_256_GCM_8"] }), { ciphers: ["AEAD_AES_256_GCM_8"] }],
  ["ciphers", endpoint({ ciphers: [WEAK] }), { ciphers: expect.not.arrayContaining([WEAK]) }],
  ["encryption", endpoint({}), { encryption: "required" }],
  ["encryption", profile({}), undefined],
])("corrects the %s of %j to %j", (setting, trial, corrected) => {
  const rule = rules.find(({ name }) => name === `sip-endpoint-${setting}`) as Rule;
  expect(testRule(rule, [trial], { options: { explicit: true } }).corrections).toEqual(corrected ? [corrected] : []);
});

it("keeps rules of low severity advisory in every preset", () => {
  const low = rules.filter(({ severity }) => severity === "low");
  expect(low.length).toBeGreaterThan(0);
  for (const { name, levels } of low)
    expect([name, levels.baseline, levels.strict]).toEqual([name, "advisory", "advisory"]);
});

it("evaluates the arguments of another handler than the chosen one by one rule alone", () => {
  const idle = {
    kind: "PhoneNumber",
    args: {
      number: "+12025550101",
      name: "Line",
      callHandler: "dialogflow",
      callDialogflowAgentId: "agent",
      callRequestUrl: "http://canary.ngrok.app/call",
      callRelayContext: "a",
      callRelayApplication: "b",
      messageHandler: "relay_context",
      messageRelayApplication: "support",
      messageRequestUrl: "http://canary.ngrok.app/sms",
    },
  } as const;
  const speaking = rulesAtOnce
    .filter((rule) => isStackRule(rule) || rule.covers.includes("PhoneNumber"))
    .filter((rule) => testRule(rule, [idle]).violations.length > 0);
  expect(speaking.map((rule) => rule.name)).toEqual(["handler-arguments"]);
  expect(speaking.flatMap((rule) => testRule(rule, [idle]).violations)).toEqual([
    "callRelayContext, callRelayApplication, callRequestUrl are ignored, because callHandler is dialogflow",
    "messageRequestUrl is ignored, because messageHandler is relay_context",
  ]);
});

it("names the place in a document, and counts elements of one name", () => {
  const contents = "<Response><Dial><Number>+12025550101</Number><Number>+19005550123</Number></Dial></Response>";
  const rule = rules.find(({ name }) => name === "script-destinations") as Rule;
  expect(testRule(rule, [{ kind: "CxmlScript", args: { displayName: "Menu", contents } }]).violations).toEqual([
    "contents Response/Dial/Number[2] is a premium number",
  ]);
});

it.each([
  ["callRequestUrl", ["SwmlScript"], true],
  ["callRequestUrl", ["SwmlScript", "CxmlScript"], true],
  ["callRequestUrl", ["SwmlScript", "PhoneNumber"], false],
  ["callRequestUrl", [], false],
  ["name", ["SwmlScript"], false],
  ["contents sections.main[0].request.url", ["SwmlScript"], true],
])("a %s from %j is the service's own address of a script: %s", (argument, kinds, isHosted) => {
  const origins = kinds.map((kind) => ({ type: `signalwire:index:${kind}`, urn: kind }));
  const about = { kind: "PhoneNumber", urn: "urn:pulumi:prod::office::x::line", account: "" } as const;
  const member = new Member(
    about,
    () => undefined,
    () => origins,
  );
  expect(member.isHostedAddress(argument)).toBe(isHosted);
});
