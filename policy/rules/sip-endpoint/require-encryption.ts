import { settingRule } from "./setting.ts";

export const requireEncryption = settingRule({
  name: "sip-endpoint-encryption",
  demands: "A SIP endpoint does not go without encryption, by itself or as the SIP profile says.",
  because: "With `optional`, a device or a network in between can talk the call down to plain RTP.",
  remedy: 'Set encryption, or the defaultEncryption of the SIP profile, to "required".',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "SipEndpoint", args: { encryption: "required" } }],
    fails: [{ kind: "SipEndpoint", args: { encryption: "optional" } }],
  },
  setting: "encryption",
  problem: (encryption) => (encryption === "optional" ? "is not required" : undefined),
  corrected: () => "required",
});
