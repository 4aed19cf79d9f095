// Demands that somebody answers the messages of a number that takes any. What a number can is known once it is adopted, so this
// is judged over the whole stack, where outputs are.

import { stackRule } from "../../rule.ts";

export const answerMessages = stackRule({
  name: "phone-number-message-handler",
  demands: "A phone number that takes SMS has a message handler.",
  because: "Replies to it, STOP among them, are otherwise lost.",
  remedy: "Set messageHandler and what it needs.",
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

  *judge(stack) {
    for (const number of stack.all("PhoneNumber")) {
      if (number.isGiven("messageHandler")) continue;
      // Every answer of the service has it, so where it is missing the service has not been asked.
      const capabilities = number.peek("capabilities");
      if (capabilities === undefined) number.await("capabilities");
      else if (capabilities.includes("sms")) yield { message: "messageHandler is not set", urn: number.urn };
    }
  },
});
