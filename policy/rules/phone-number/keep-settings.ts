import { matches, protectedStacks } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const keepSettings = resourceRule({
  name: "phone-number-on-destroy",
  demands: "In a protected stack, destroying a phone number does not clear its settings.",
  because: "The number stays with the project, and callers still use it. A cleared number answers no call.",
  remedy: 'Set onDestroy to "leave" or "restore", or leave it out.',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: { protectedStacks },
  examples: {
    options: { protectedStacks: ["prod-*"] },
    stack: "prod-eu",
    passes: [{ kind: "PhoneNumber", args: { number: "+12025550101", onDestroy: "restore" } }],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101", onDestroy: "clear" } }],
  },
  covers: ["PhoneNumber"],

  *validate(number, { protectedStacks }) {
    if (!protectedStacks.some((name) => matches(number.stack, name))) return;
    if (number.get("onDestroy") === "clear") yield "onDestroy is clear, and the stack is protected";
  },
});
