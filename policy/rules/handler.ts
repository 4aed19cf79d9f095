// Rules about the handlers of endpoints, numbers and domain applications.

import { callable } from "../address.ts";
import { aliases, handlers, ignores } from "../handlers.ts";
import { resourceRule } from "../rule.ts";
import type { Subject } from "../subject.ts";

export const handlerArguments = resourceRule({
  name: "handler-arguments",
  demands: "Each handler has its target, and no argument is given that it ignores.",
  because:
    "A number without a target keeps the target that was set by hand, or loses its calls and messages. An argument that the handler does not read has no effect. Of two names for the same value, only one has an effect.",
  remedy: "Set the argument that the handler reads, and remove the others, or choose the handler that reads them.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  covers: callable,

  *validate(subject) {
    for (const { name, winner } of aliases[subject.kind])
      if (subject.isGiven(name) && subject.isGiven(winner) && !ignores(subject, winner))
        yield `${name} and ${winner} are both given; ${winner} takes precedence`;
    yield* ignoredIn(subject);
    for (const { chooser, targets } of handlers[subject.kind]) {
      const chosen: unknown = subject.get(chooser);
      const names = typeof chosen === "string" ? (targets.get(chosen) ?? []) : [];
      if (names.length > 0 && !names.some((name) => subject.isGiven(name)))
        yield `${chooser} is ${chosen}, and ${names.join(" or ")} is not set`;
    }
  },
});

function* ignoredIn(subject: Subject): Generator<string> {
  for (const { chooser, read, ignored } of handlers[subject.kind]) {
    const chosen: unknown = subject.peek(chooser);
    if (typeof chosen === "string") {
      const idle = ignored.get(chosen)?.filter((argument) => subject.isGiven(argument)) ?? [];
      const verb = idle.length === 1 ? "is" : "are";
      if (idle.length > 0) yield `${idle.join(", ")} ${verb} ignored, because ${chooser} is ${chosen}`;
      continue;
    }
    const given = read.filter((argument) => subject.isGiven(argument));
    // An adopted number keeps its handler. A created object has a handler only when one is given.
    if (given.length > 0 && !subject.isGiven(chooser) && subject.resource.configuredBy === "create")
      yield `${given.join(", ")} given without ${chooser}, so nothing reads it`;
  }
}
