// Requires a handler for a number's calls.

import { resourceRule } from "../../rule.ts";

export const answerCalls = resourceRule({
  name: "phone-number-call-handler",
  demands: "A phone number has a call handler.",
  because: "Without one in the program, calls go wherever the number was last pointed by hand, or nowhere.",
  remedy: "Set callHandler and the fields that it requires.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      {
        kind: "PhoneNumber",
        args: { number: "+12025550101", callHandler: "relay_context", callRelayContext: "office" },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101" } }],
  },
  covers: ["PhoneNumber"],

  *validate(number) {
    if (!number.isGiven("callHandler")) yield "callHandler is not set";
  },
});
