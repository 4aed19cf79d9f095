// Requires a label that describes the purpose of the number.

import { pattern } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const named = resourceRule({
  name: "phone-number-name",
  demands: "A phone number has a name that fits the pattern.",
  because: "In a list of a hundred numbers, only the name shows which one is the emergency line.",
  remedy: "Set name to one that fits the option pattern.",
  severity: "low",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {
    pattern: pattern(
      "\\S",
      "A regular expression that must match somewhere in the name; by default, any name will do.",
    ),
  },
  examples: {
    passes: [{ kind: "PhoneNumber", args: { number: "+12025550101", name: "Support" } }],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101" } }],
  },
  covers: ["PhoneNumber"],

  *validate(number, options) {
    const name = number.text("name");
    if (name === undefined) yield "name is not set";
    else if (!new RegExp(options.pattern, "u").test(name)) yield "name does not fit the pattern";
  },
});
