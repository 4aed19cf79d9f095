// A field in `extra` gets the same verdict as the argument for it.

import { expect, it } from "vitest";
import { type Trial, testRule, unknown } from "../../policy/index.ts";
import { rulesAtOnce } from "./cases.ts";

/** Returns rule → violations and unknown values of a number, except what any number with only a call handler lacks. */
function verdicts(args: object) {
  const trial: Trial = { kind: "PhoneNumber", name: "line", args: { number: "+12025550101", ...args } };
  const found = rulesAtOnce
    .filter(({ covers }) => covers === "stack" || covers.includes("PhoneNumber"))
    .filter(({ name }) => !["name", "message-handler", "emergency-address"].includes(name.replace("phone-number-", "")))
    .map((rule) => {
      const options = rule.name === "webhook-hosts" ? { hosts: ["a.example"] } : {};
      const { violations, awaited } = testRule(rule, [trial], { options });
      return [rule.name, [...violations, ...awaited]] as const;
    });
  return Object.fromEntries(found.filter(([, said]) => said.length > 0));
}

/** A handler that the live service accepts, and that is absent from the specification. */
const TOPIC = { call_handler: "relay_topic", call_relay_topic: "office" };
const OTHER_HOST = { "webhook-hosts": ["extra.hook has a host that is not allowed (option hosts)"] };
const HANDLER = { "handler-arguments": ["callHandler"], "webhook-status-callback": ["callHandler"] };
const awaited = (argument: string) =>
  Object.fromEntries(
    ["https", "hosts", "public-host", "credentials"].map((rule) => [`webhook-${rule}`, [argument]] as const),
  );

it.each<[args: object, verdicts: object]>([
  [{ extra: TOPIC }, {}],
  [{ callHandler: "relay_context", callRelayContext: "a", extra: null }, {}],
  [
    { extra: { ...TOPIC, hook: "http://user:pass@10.0.0.1/call" } },
    {
      ...OTHER_HOST,
      "webhook-https": ["extra.hook is not an https URL"],
      "webhook-public-host": ["extra.hook has a host that is not on the internet"],
      "webhook-credentials": ["extra.hook holds a user name or a password"],
    },
  ],
  [{ extra: { ...TOPIC, hook: "sip:desk@b.example" } }, {}],
  [{ extra: { ...TOPIC, hook: " https://b.example/call " } }, OTHER_HOST],
  [{ extra: { ...TOPIC, hook: "call https://b.example/call" } }, {}],
  [{ extra: { ...TOPIC, call_handler: unknown } }, HANDLER],
  [{ extra: { ...TOPIC, hook: unknown } }, awaited("extra.hook")],
  [{ extra: unknown }, { ...awaited("extra"), ...HANDLER }],
  // It has an argument, which takes no such value.
  [
    {
      callHandler: "relay_script",
      extra: { hooks: [{ target: "http://a.example/call" }, null], call_relay_script_url: "ftp://a.example/call" },
    },
    {
      "webhook-https": ["callRelayScriptUrl is not an https URL", "extra.hooks[0].target is not an https URL"],
    },
  ],
])("a number of %j has the verdicts %j", (args, expected) => {
  expect(verdicts(args)).toEqual(expected);
});
