// Requires that the chosen handler reads every given argument.

import { resourceRule } from "../../rule.ts";
import { callable } from "../webhook/arguments.ts";
import { handlers } from "./arguments.ts";

export const noIgnoredArguments = resourceRule({
  name: "handler-arguments",
  demands: "No argument is given that the chosen handler ignores.",
  because: "An argument that the handler does not read looks configured but has no effect.",
  remedy: "Remove the arguments, or choose the handler that reads them.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "PhoneNumber", args: { callHandler: "relay_context", callRelayContext: "office" } }],
    fails: [{ kind: "PhoneNumber", args: { callHandler: "dialogflow", callRelayContext: "office" } }],
  },
  covers: callable,

  *validate(subject) {
    for (const { chooser, read, ignored } of handlers[subject.kind]) {
      const chosen: unknown = subject.peek(chooser);
      if (typeof chosen === "string") {
        const idle = ignored.get(chosen)?.filter((argument) => subject.isGiven(argument)) ?? [];
        const verb = idle.length === 1 ? "is" : "are";
        if (idle.length > 0) yield `${idle.join(", ")} ${verb} ignored, because ${chooser} is ${chosen}`;
        continue;
      }
      const given = read.filter((argument) => subject.isGiven(argument));
      if (given.length === 0 || subject.get(chooser) !== undefined) continue;
      // An adopted number keeps its handler. A created object has a handler only when one is given.
      if (subject.resource.configuredBy === "create")
        yield `${given.join(", ")} given without ${chooser}, so nothing reads it`;
    }
  },
});
