import { resourceRule } from "../../rule.ts";
import { callable } from "../webhook/arguments.ts";
import { handlers } from "./arguments.ts";

export const completeHandler = resourceRule({
  name: "handler-target",
  demands: "Each handler has its target.",
  because: "A number without a target keeps the target that was set by hand, or loses its calls and messages.",
  remedy: "Set the argument that the handler reads.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "PhoneNumber", args: { callHandler: "relay_context", callRelayContext: "office" } }],
    fails: [{ kind: "PhoneNumber", args: { callHandler: "laml_webhooks", callFallbackUrl: "https://a.example/call" } }],
  },
  covers: callable,

  *validate(subject) {
    for (const { chooser, targets } of handlers[subject.kind]) {
      const chosen: unknown = subject.get(chooser);
      const names = typeof chosen === "string" ? (targets.get(chosen) ?? []) : [];
      if (names.length > 0 && !names.some((name) => subject.isGiven(name)))
        yield `${chooser} is ${chosen}, and ${names.join(" or ")} is not set`;
    }
  },
});
