// Requires a caller id.

import { resourceRule } from "../../rule.ts";

export const callerId = resourceRule({
  name: "sip-endpoint-caller-id",
  demands: "A SIP endpoint has a caller ID.",
  because: "Without one the called party sees a bare number, and many do not answer.",
  remedy: "Set callerId to the name to be shown.",
  severity: "low",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "SipEndpoint", args: { username: "desk", callerId: "Front desk" } }],
    fails: [{ kind: "SipEndpoint", args: { username: "desk" } }],
  },
  covers: ["SipEndpoint"],

  *validate(endpoint) {
    // A preview knows that the argument is set, even if its value is unknown.
    if (!endpoint.isGiven("callerId")) yield "callerId is not set";
  },
});
