import { matches, protectedStacks } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const noAdoption = resourceRule({
  name: "sip-endpoint-adopt",
  demands: "A protected stack takes over no existing endpoint.",
  because:
    "An adoption changes a live endpoint to the program's values, including its password. An adopt that remains in a program hides a duplicate user name.",
  remedy: "Leave adopt out once the endpoint is the stack's.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: { protectedStacks },
  examples: {
    options: { protectedStacks: ["prod-*"] },
    stack: "prod-eu",
    passes: [{ kind: "SipEndpoint", args: { username: "desk" } }],
    fails: [{ kind: "SipEndpoint", args: { username: "desk", adopt: true } }],
  },
  covers: ["SipEndpoint"],

  *validate(endpoint, { protectedStacks }) {
    if (!protectedStacks.some((name) => matches(endpoint.stack, name))) return;
    if (endpoint.get("adopt") === true) yield "adopt is true, and the stack is protected";
  },
});
