// Demands that every argument given has an effect under the handler chosen.

import { resourceRule } from "../../rule.ts";
import { callable } from "../webhook/arguments.ts";
import { handlersFor } from "./arguments.ts";

export const noIgnoredArguments = resourceRule({
  name: "handler-arguments",
  demands: "No argument is given that the chosen handler ignores.",
  because: "What the handler does not read looks configured and does nothing.",
  remedy: "Remove the arguments, or choose the handler that reads them.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  covers: callable,

  *judge(subject) {
    for (const { chooser, read, ignored } of handlersFor(subject)) {
      const given = read.filter((argument) => subject.isGiven(argument));
      if (given.length === 0) continue;
      const handler = subject.text(chooser);
      if (handler !== undefined) {
        const idle = given.filter((argument) => ignored.get(handler)?.includes(argument));
        const verb = idle.length === 1 ? "is" : "are";
        if (idle.length > 0) yield `${idle.join(", ")} ${verb} ignored, because ${chooser} is ${handler}`;
      } else if (subject.resource.configuredBy === "create") {
        // A number that is adopted keeps the handler it has; an object that is made has none unless it is given.
        yield `${given.join(", ")} given without ${chooser}, so nothing reads it`;
      }
    }
  },
});
