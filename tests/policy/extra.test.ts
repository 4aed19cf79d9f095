// A field in `extra` gets the same verdict as the argument for it.

import { expect, it } from "vitest";
import { type Trial, testRule, unknown } from "../../policy/index.ts";
import { rulesAtOnce } from "./cases.ts";

/** A number with a handler that the live service accepts, and that is absent from the specification. */
function line(more: object = {}): Trial {
  const extra = { call_handler: "relay_topic", call_relay_topic: "office", ...more };
  return { kind: "PhoneNumber", name: "line", args: { number: "+12025550101", extra } };
}

/** Returns rule → violations and unknown values. */
function verdicts(trials: readonly Trial[], options: { readonly [rule: string]: object } = {}) {
  const found = rulesAtOnce
    .filter(({ covers }) => covers === "stack" || covers.includes("PhoneNumber"))
    .map((rule) => [rule.name, testRule(rule, trials, { options: options[rule.name] ?? {} })] as const)
    .map(([name, { violations, awaited }]) => [name, [...violations, ...awaited]] as const);
  return Object.fromEntries(found.filter(([, said]) => said.length > 0));
}

/** The verdicts on any number with only a call handler. */
const ELSEWHERE = {
  "phone-number-name": ["name is not set"],
  "phone-number-message-handler": ["line.capabilities"],
  "phone-number-emergency-address": ["line.capabilities"],
};

it("is the call handler of a number, whose target is there too", () => {
  expect(verdicts([line()])).toEqual(ELSEWHERE);
});

it("is a webhook where it is a URL", () => {
  const options = { "webhook-hosts": { hosts: ["a.example"] } };
  expect(verdicts([line({ hook: "http://user:pass@10.0.0.1/call" })], options)).toEqual({
    ...ELSEWHERE,
    "webhook-https": ["extra.hook is not an https URL"],
    "webhook-hosts": ["extra.hook has a host that is not allowed (option hosts)"],
    "webhook-public-host": ["extra.hook has a host that is not on the internet"],
    "webhook-credentials": ["extra.hook holds a user name or a password"],
  });
});

it.each([
  ["sip:desk@b.example", []],
  [" https://b.example/call ", ["extra.hook has a host that is not allowed (option hosts)"]],
  ["call https://b.example/call", []],
])("is a webhook or none where it is %j", (hook, expected) => {
  const options = { "webhook-hosts": { hosts: ["a.example"] } };
  expect(verdicts([line({ hook })], options)["webhook-hosts"] ?? []).toEqual(expected);
});

it("is awaited while it or a part of it is unknown", () => {
  const handler = verdicts([line({ call_handler: unknown })]);
  expect(handler["handler-arguments"]).toEqual(["callHandler"]);
  expect(handler["phone-number-call-handler"]).toBeUndefined();
  expect(verdicts([line({ hook: unknown })])["webhook-https"]).toEqual(["extra.hook"]);
  const whole = verdicts([{ kind: "PhoneNumber", args: { number: "+12025550101", extra: unknown } }]);
  expect(whole).toMatchObject({ "handler-arguments": ["callHandler"], "webhook-https": ["extra"] });
  expect(Object.keys(whole)).not.toContain("phone-number-call-handler");
});

it("is an address by its value, whatever its name is, at any depth", () => {
  const number: Trial = {
    kind: "PhoneNumber",
    args: {
      number: "+12025550101",
      callHandler: "relay_script",
      // It has an argument, which takes no such value.
      extra: {
        hooks: [{ target: "http://a.example/call" }, null],
        note: "see http://a",
        call_relay_script_url: "ftp://a.example/call",
      },
    },
  };
  expect(verdicts([number])["webhook-https"]).toEqual([
    "callRelayScriptUrl is not an https URL",
    "extra.hooks[0].target is not an https URL",
  ]);
});
