// Every rule as a function: valid resources, unknown values, and configurations.

import { expect, it } from "vitest";
import { type Rule, rules, type Trial, testRule } from "../../policy/index.ts";
import { Subject } from "../../policy/subject.ts";
import { caseOf, rulesAtOnce } from "./cases.ts";
import { endpoint, profile } from "./trials.ts";

const WEAK = "AES_CM_128_HMAC_SHA1_32";
const STRONG = ["AEAD_AES_256_GCM_8", "AES_256_CM_HMAC_SHA1_80", "AES_CM_128_HMAC_SHA1_80"];

it.each(rulesAtOnce.map((rule) => [rule.name, rule] as const))("%s names the missing values alone", (name, rule) => {
  const { trials, awaits, options, stack } = caseOf(name);
  expect(testRule(rule, trials, { options, stack })).toEqual({ violations: [], awaited: awaits, corrections: [] });
});

// tests/policy/corpus.test.ts tries the options that the preset strict sets.
it.each(rulesAtOnce.filter(({ name }) => caseOf(name).configured).map((rule) => [rule.name, rule] as const))(
  "%s is configured by its other options",
  (name, rule) => {
    const { configured, stack } = caseOf(name);
    const { violations } = testRule(rule, configured?.trials ?? [], { options: configured?.options ?? {}, stack });
    expect(violations).toEqual(configured?.violations);
  },
);

it.each<[rule: string, trial: Trial, corrected: object | undefined]>([
  ["ciphers", endpoint({ ciphers: [WEAK, "AEAD_AES_256_GCM_8"] }), { ciphers: ["AEAD_AES_256_GCM_8"] }],
  ["ciphers", endpoint({ ciphers: [WEAK] }), { ciphers: STRONG }],
  ["ciphers", endpoint({ ciphers: STRONG }), undefined],
  ["encryption", endpoint({}), { encryption: "required" }],
  ["encryption", profile({}), undefined],
])("corrects the %s of %j to %j", (setting, trial, corrected) => {
  const rule = rules.find(({ name }) => name === `sip-endpoint-${setting}`) as Rule;
  expect(testRule(rule, [trial], { options: { explicit: true } }).corrections).toEqual(corrected ? [corrected] : []);
});

it("a value of another type is no text", () => {
  const contents = { sections: { main: ["hangup"] } };
  const menu = new Subject("SwmlScript", "urn:pulumi:prod::office::x::menu", () => contents);
  expect([menu.text("contents"), menu.knownText("contents")]).toEqual([undefined, undefined]);
  expect([menu.get("contents"), menu.name, menu.stack]).toEqual([contents, "menu", "prod"]);
});
