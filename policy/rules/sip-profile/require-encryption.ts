import { resourceRule } from "../../rule.ts";

export const requireProfileEncryption = resourceRule({
  name: "sip-profile-encryption",
  demands: "A SIP profile does not set encryption aside for the endpoints that inherit it.",
  because: "With `optional`, a device or a network in between can talk the call down to plain RTP.",
  remedy: 'Set defaultEncryption to "required".',
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: ["SipProfile"],

  // What the program does not set is not the stack's to judge.
  *judge(profile) {
    if (profile.get("defaultEncryption") === "optional") yield "defaultEncryption is optional";
  },

  remediate: (profile) => (profile.get("defaultEncryption") === "optional" ? { defaultEncryption: "required" } : {}),
});
