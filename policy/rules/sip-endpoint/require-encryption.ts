import { yesNo } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const requireEncryption = resourceRule({
  name: "sip-endpoint-encryption",
  demands: "A SIP endpoint does not go without encryption.",
  because:
    "With `optional`, a device or a network in between can talk the call down to plain RTP. An endpoint that names nothing, or `default`, inherits the project's SIP profile, which no rule sees.",
  remedy: 'Set encryption to "required".',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    explicit: yesNo(false, "Whether an endpoint must require encryption itself instead of inheriting the project's.", {
      strict: true,
    }),
  },
  covers: ["SipEndpoint"],

  *judge(endpoint, { explicit }) {
    const encryption = endpoint.get("encryption") ?? "default";
    if (encryption === "optional") yield "encryption is not required";
    else if (encryption === "default" && explicit) yield "encryption is inherited from the project's SIP profile";
  },

  remediate(endpoint, { explicit }) {
    const encryption = endpoint.get("encryption") ?? "default";
    return encryption === "optional" || (encryption === "default" && explicit) ? { encryption: "required" } : {};
  },
});
