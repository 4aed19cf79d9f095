// Requires that endpoints call from numbers that the team manages.

import { texts } from "../../options.ts";
import { stackRule } from "../../rule.ts";

export const knownSendAs = stackRule({
  name: "stack-known-send-as",
  demands: "A SIP endpoint's sendAs is a number that the stack manages or the configuration allows.",
  because: "A number that is released or handed on takes the endpoint's outgoing calls with it.",
  remedy: "Use the number of a PhoneNumber of this stack, or add it to the option numbers.",
  severity: "medium",
  levels: { baseline: "disabled", strict: "mandatory" },
  options: { numbers: texts([], "Numbers managed elsewhere, in E.164, that endpoints may send as.") },
  examples: {
    passes: [
      { kind: "PhoneNumber", name: "line", args: { number: "+12025550101" } },
      { kind: "SipEndpoint", name: "desk", args: { sendAs: "+12025550101" } },
    ],
    fails: [
      { kind: "PhoneNumber", name: "line", args: { number: "+12025550101" } },
      { kind: "SipEndpoint", name: "desk", args: { sendAs: "+12025550177" } },
    ],
  },
  covers: "stack",

  *validate(stack, { numbers }) {
    const managed = stack.all("PhoneNumber");
    const known = new Set([...numbers, ...managed.map((number) => number.peek("number"))]);
    // For a number that is adopted by its id, only the service's answer contains the digits.
    const unclear = managed.filter((number) => number.peek("number") === undefined);
    for (const endpoint of stack.all("SipEndpoint")) {
      if (endpoint.comesFrom("sendAs", "PhoneNumber")) continue;
      const sendAs = endpoint.knownText("sendAs");
      if (sendAs === undefined || sendAs === "random" || known.has(sendAs)) continue;
      for (const number of unclear) number.await("number");
      if (unclear.length === 0)
        yield {
          message: `${endpoint.name} sends as a number that the stack neither manages nor allows`,
          urn: endpoint.urn,
        };
    }
  },
});
