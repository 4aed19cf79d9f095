// Arguments of another handler than the chosen one violate exactly one rule.

import { expect, it } from "vitest";
import { testRule } from "../../policy/index.ts";
import { isStackRule } from "../../policy/rule.ts";
import { rulesAtOnce } from "./cases.ts";

it("violate handler-arguments, and no other rule evaluates them", () => {
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
});
