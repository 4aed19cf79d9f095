// The forms in which rules accept hosts and stacks in their lists.

import { describe, expect, it } from "vitest";
import { rules, testRule } from "../../policy/index.ts";
import { number } from "./trials.ts";

const ruleNamed = (name: string) => {
  const rule = rules.find((each) => each.name === name);
  if (!rule) throw new Error(`there is no rule ${name}`);
  return rule;
};

function violations(rule: string, args: object, options: { [name: string]: unknown } = {}): readonly string[] {
  return testRule(ruleNamed(rule), [number(args)], { options }).violations;
}

describe("webhook-hosts", () => {
  it.each([
    ["a.example", "https://a.example/call"],
    ["a.example", "HTTPS://A.EXAMPLE:8443/call"],
    ["A.Example", "https://a.example/call"],
    ["a.example", "https://a.example./call"],
    ["a.example.", "https://a.example/call"],
    ["a.example", "https://user:canary@a.example/call"],
    ["*.a.example", "https://x.y.a.example/call"],
    ["bücher.example", "https://xn--bcher-kva.example/call"],
    ["xn--bcher-kva.example", "https://bücher.example/call"],
    ["[2001:db8::1]", "https://[2001:DB8:0::1]:8443/call"],
    ["127.0.0.1", "https://127.1/call"],
  ])("takes %s to allow %s", (host, url) => {
    expect(violations("webhook-hosts", { callRequestUrl: url }, { hosts: [host] })).toEqual([]);
  });

  it.each([
    ["a.example", "https://x.a.example/call"],
    ["*.a.example", "https://a.example/call"],
    ["*.a.example", "https://evil-a.example/call"],
    ["a.example", "https://a.example.evil.example/call"],
    ["a.example", "https://a.example@evil.example/call"],
    ["[2001:db8::1]", "https://[2001:db8::2]/call"],
  ])("does not take %s to allow %s", (host, url) => {
    expect(violations("webhook-hosts", { callRequestUrl: url }, { hosts: [host] })).toEqual([
      "callRequestUrl has a host that is not allowed (option hosts)",
    ]);
  });

  it.each(["https://a.example", "a.example:443", "a.example/call", "user@a.example", "*", "*.", "a.*.example", "a b"])(
    "refuses %s as a host",
    (host) => {
      expect(() => violations("webhook-hosts", {}, { hosts: [host] })).toThrow(
        "hosts must hold host names, without scheme, port and path",
      );
    },
  );
});

describe("phone-number-on-destroy", () => {
  it.each([
    ["prod", "prod", true],
    ["prod", "prod-eu", false],
    ["prod-*", "prod-", true],
    ["prod-*", "prod", false],
    ["*", "dev", true],
    ["a*a", "a", false],
    ["*-live-*", "eu-live-1", true],
    ["*-live-*", "eu-live", false],
    ["a*b*b", "ab", false],
    ["a.c", "abc", false],
  ])("takes %s to name the stack %s: %s", (name, stack, isNamed) => {
    const { violations: found } = testRule(ruleNamed("phone-number-on-destroy"), [number({ onDestroy: "clear" })], {
      options: { protectedStacks: [name] },
      stack,
    });
    expect(found.length > 0).toBe(isNamed);
  });
});
