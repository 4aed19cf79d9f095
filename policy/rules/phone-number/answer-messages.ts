// Requires a handler for the messages of a number that can receive them. A number's capabilities are known only after its
// adoption, so the rule evaluates the whole stack, which has outputs.

import { stackRule } from "../../rule.ts";

export const answerMessages = stackRule({
  name: "phone-number-message-handler",
  demands: "A phone number that takes SMS has a message handler.",
  because: "Replies to it, STOP among them, are otherwise lost.",
  remedy: "Set messageHandler and the fields that it requires.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      {
        kind: "PhoneNumber",
        args: { number: "+12025550101", capabilities: ["voice", "sms"], messageHandler: "relay_context" },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101", capabilities: ["voice", "sms"] } }],
  },
  covers: "stack",

  *validate(stack) {
    for (const number of stack.all("PhoneNumber")) {
      if (number.isGiven("messageHandler")) continue;
      // Every answer of the service contains it. If it is missing, the service was not asked yet.
      const capabilities = number.peek("capabilities");
      if (capabilities === undefined) number.await("capabilities");
      else if (capabilities.includes("sms")) yield { message: "messageHandler is not set", urn: number.urn };
    }
  },
});
