// Demands that calls of an endpoint cannot fall back to an unencrypted connection.

import { resourceRule } from "../../rule.ts";

export const requireEncryption = resourceRule({
  name: "sip-endpoint-encryption",
  demands: "A SIP endpoint requires encryption.",
  because: "With `optional` or `default`, a device or a network in between can talk the call down to plain RTP.",
  remedy: 'Set encryption to "required".',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: ["SipEndpoint"],

  *judge(endpoint) {
    const encryption = endpoint.get("encryption");
    if (encryption === undefined) yield "encryption is not set, so the project's SIP profile decides";
    else if (encryption !== "required") yield "encryption is not required";
  },

  remediate: (endpoint) => (endpoint.get("encryption") === "required" ? {} : { encryption: "required" }),
});
