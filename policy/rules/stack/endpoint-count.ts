// Limits the number of endpoints in a stack.

import { wholeNumber } from "../../options.ts";
import { stackRule } from "../../rule.ts";

export const endpointCount = stackRule({
  name: "stack-endpoint-count",
  demands: "A stack has no more SIP endpoints than the limit.",
  because: "A loop over the wrong list creates hundreds of logins unnoticed.",
  remedy: "Split the stack, or raise the option maximum.",
  severity: "low",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: { maximum: wholeNumber(200, "The most SIP endpoints in one stack.", { strict: 100 }) },
  examples: {
    options: { maximum: 1 },
    passes: [{ kind: "SipEndpoint", name: "a", args: { username: "a" } }],
    fails: [
      { kind: "SipEndpoint", name: "a", args: { username: "a" } },
      { kind: "SipEndpoint", name: "b", args: { username: "b" } },
    ],
  },
  covers: "stack",

  *validate(stack, { maximum }) {
    const count = stack.all("SipEndpoint").length;
    if (count > maximum) yield { message: `the stack has ${count} SIP endpoints, and ${maximum} is the limit` };
  },
});
