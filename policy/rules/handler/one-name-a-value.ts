// Requires that a value with two names is given under one of them.

import { resourceRule } from "../../rule.ts";
import { callable } from "../webhook/arguments.ts";
import { aliases, ignores } from "./arguments.ts";

export const oneNameAValue = resourceRule({
  name: "handler-aliases",
  demands: "A program sets only one of two arguments for the same value.",
  because: "The service ignores the other one, so a later change of it has no effect.",
  remedy: "Keep the one that takes precedence.",
  severity: "medium",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "PhoneNumber", args: { callRelayContext: "office" } }],
    fails: [{ kind: "PhoneNumber", args: { callRelayContext: "office", callRelayApplication: "office" } }],
  },
  covers: callable,

  *validate(subject) {
    for (const { name, winner } of aliases[subject.kind])
      if (subject.isGiven(name) && subject.isGiven(winner) && !ignores(subject, winner))
        yield `${name} and ${winner} are both given; ${winner} takes precedence`;
  },
});
