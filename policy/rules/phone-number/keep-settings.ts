// Demands that taking a number out of a stack that matters does not silence the number.

import { texts } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const keepSettings = resourceRule({
  name: "phone-number-on-destroy",
  demands: "In a protected stack, destroying a phone number does not clear its settings.",
  because: "The number stays with the project and keeps being called; cleared, it answers nobody.",
  remedy: 'Set onDestroy to "leave" or "restore", or leave it out.',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    protectedStacks: texts(
      ["prod", "prod-*", "production"],
      "The stacks that matter, by name; `*` stands for any characters.",
    ),
  },
  covers: ["PhoneNumber"],

  *judge(number, { protectedStacks }) {
    if (!protectedStacks.some((name) => matches(number.stack, name))) return;
    if (number.get("onDestroy") === "clear") yield "onDestroy is clear, and the stack is protected";
  },
});

/** Without a regular expression, which would be made anew for every number. */
function matches(stack: string, name: string): boolean {
  const [start = "", ...others] = name.split("*");
  const end = others.pop();
  if (end === undefined) return stack === start;
  if (!stack.startsWith(start)) return false;
  let at = start.length;
  for (const part of others) {
    const found = stack.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return stack.length - end.length >= at && stack.endsWith(end);
}
