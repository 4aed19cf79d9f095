import { acceptedFields, type Resource, toCamel } from "../../contract/index.ts";
import { callable } from "../address.ts";
import { handlers, ignoredBy, ignores } from "../handlers.ts";
import { resourceRule } from "../rule.ts";
import { forEveryKind } from "../subject.ts";

/** The second names of values, each with the name that takes precedence. */
const aliases = forEveryKind((resource: Resource) =>
  acceptedFields(resource).flatMap((field) => {
    const winner = resource.fields[field]?.aliasOf;
    return winner === undefined ? [] : [{ name: toCamel(field), winner: toCamel(winner) }];
  }),
);

export const handlerArguments = resourceRule({
  name: "handler-arguments",
  demands: "Each handler has its target, and no argument is given that it ignores.",
  because:
    "A number without a target keeps the target that was set by hand, or loses its calls and messages. An argument that the handler does not read, or the weaker of two names, has no effect.",
  remedy: "Set the argument that the handler reads, and remove the others, or choose the handler that reads them.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  covers: callable,

  *validate(subject) {
    for (const { name, winner } of aliases[subject.kind])
      if (subject.isGiven(name) && subject.isGiven(winner) && !ignores(subject, winner))
        yield `${name} and ${winner} are both given; ${winner} takes precedence`;
    for (const table of handlers[subject.kind]) {
      const { chooser } = table;
      const idle = ignoredBy(subject, table).filter((argument) => subject.isGiven(argument));
      if (idle.length === 0 || subject.isUnknown(chooser)) continue;
      const verb = idle.length === 1 ? "is" : "are";
      yield subject.isGiven(chooser)
        ? `${idle.join(", ")} ${verb} ignored, because ${chooser} is ${subject.peek(chooser)}`
        : `${idle.join(", ")} given without ${chooser}, so nothing reads it`;
    }
    for (const { chooser, targets } of handlers[subject.kind]) {
      const chosen: unknown = subject.get(chooser);
      const names = typeof chosen === "string" ? (targets.get(chosen) ?? []) : [];
      if (names.length > 0 && !names.some((name) => subject.isGiven(name)))
        yield `${chooser} is ${chosen}, and ${names.join(" or ")} is not set`;
    }
  },
});
