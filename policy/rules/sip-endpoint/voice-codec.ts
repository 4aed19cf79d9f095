import { settingRule } from "./setting.ts";

const VOICE = ["OPUS", "G722", "PCMU", "PCMA"];

export const voiceCodec = settingRule({
  name: "sip-endpoint-codecs",
  demands: "A SIP endpoint offers a codec for voice, by itself or as the SIP profile says.",
  because: "With codecs for video alone, a call to or from a telephone number is refused.",
  remedy: "Add PCMU, or another codec for voice.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "SipEndpoint", args: { codecs: ["PCMU", "H264"] } }],
    fails: [{ kind: "SipEndpoint", args: { codecs: ["H264", "VP8"] } }],
  },
  setting: "codecs",
  problem: (codecs) => (codecs.some((codec) => VOICE.includes(codec)) ? undefined : "holds no codec for voice"),
});
