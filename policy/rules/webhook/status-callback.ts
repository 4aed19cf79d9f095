// Requires a status callback, which reports the end of calls.

import { resourceRule } from "../../rule.ts";
import { callable } from "./arguments.ts";

export const statusCallback = resourceRule({
  name: "webhook-status-callback",
  demands: "Where webhooks answer calls, a status callback is set.",
  because: "Failed and dropped calls otherwise show up nowhere but in the callers' complaints.",
  remedy: "Set callStatusCallbackUrl.",
  severity: "low",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      {
        kind: "PhoneNumber",
        args: { callHandler: "laml_webhooks", callStatusCallbackUrl: "https://a.example/status" },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { callHandler: "laml_webhooks", callRequestUrl: "https://a.example/call" } }],
  },
  covers: callable,

  *validate(subject) {
    if (subject.isGiven("callStatusCallbackUrl")) return;
    if (subject.get("callHandler") === "laml_webhooks") yield "callStatusCallbackUrl is not set";
  },
});
