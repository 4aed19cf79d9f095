// Every rule, as a function: what passes, what does not, what cannot be judged yet, and what a configuration changes.

import { describe, expect, it } from "vitest";
import { type Kind, type Rule, rules, tryRule } from "../../policy/index.ts";
import { clientTokenNames } from "../../sdk/generated/client-token.ts";
import { phoneNumberNames } from "../../sdk/generated/phone-number.ts";
import { sipEndpointNames } from "../../sdk/generated/sip-endpoint.ts";
import { sipProfileNames } from "../../sdk/generated/sip-profile.ts";
import { canaries, caseOf, cases } from "./cases.ts";

it("has cases for every rule and no others", () => {
  expect(Object.keys(cases)).toEqual(rules.map((rule) => rule.name));
});

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  const { pass, fail, unknown, awaits, configured, options = {}, stack = "dev" } = caseOf(name);

  it("passes what is in order", () => {
    expect(tryRule(rule, pass, { options, stack })).toEqual({ violations: [], awaited: [] });
  });

  it("names a violation once", () => {
    expect(tryRule(rule, fail, { options, stack })).toEqual({ violations: [expect.any(String)], awaited: [] });
  });

  it("asks for what only the update will know, and takes it for nothing else", () => {
    expect(unknown.length).toBeGreaterThan(0);
    expect(tryRule(rule, unknown, { options, stack })).toEqual({ violations: [], awaited: awaits });
  });

  if (Object.keys(rule.options).length === 0) return;

  it("is configured by its options", () => {
    expect(configured).toBeDefined();
    const { violations } = tryRule(rule, configured?.trials ?? [], { options: configured?.options ?? {}, stack });
    expect(violations).toEqual(configured?.violations);
  });
});

it("prints no argument's value, whatever is wrong", () => {
  const trials = canaries({
    SipEndpoint: sipEndpointNames,
    PhoneNumber: phoneNumberNames,
    ClientToken: clientTokenNames,
    SipProfile: sipProfileNames,
  });
  const messages = rules.flatMap(
    (rule) =>
      tryRule(
        rule,
        trials.filter((trial) => covers(rule, trial.kind)),
        { stack: "prod" },
      ).violations,
  );
  expect(messages.length).toBeGreaterThan(30);
  expect(messages.filter((message) => message.includes("canary"))).toEqual([]);
});

function covers(rule: Rule, kind: Kind): boolean {
  return rule.covers === "stack" || rule.covers.includes(kind);
}
