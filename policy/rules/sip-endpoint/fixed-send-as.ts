// Requires that an endpoint calls from one number, so that a called party can call back or block it.

import { resourceRule } from "../../rule.ts";

export const fixedSendAs = resourceRule({
  name: "sip-endpoint-send-as",
  demands: "A SIP endpoint's calls come from one number that the program names.",
  because: "The called party cannot call a random number back, and all callers share its reputation.",
  remedy: "Set sendAs to a number of the project.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "SipEndpoint", args: { sendAs: "+12025550101" } }],
    fails: [{ kind: "SipEndpoint", args: { sendAs: "random" } }],
  },
  covers: ["SipEndpoint"],

  *validate(endpoint) {
    const sendAs = endpoint.get("sendAs");
    if (sendAs === undefined)
      yield "sendAs is not set, so the project's SIP profile decides, which picks a number at random by default";
    else if (sendAs === "random") yield "sendAs is random";
  },
});
