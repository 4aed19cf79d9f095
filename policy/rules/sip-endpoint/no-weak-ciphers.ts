import { sipEndpoint } from "../../../contract/index.ts";
import { texts } from "../../options.ts";
import { settingRule } from "./setting.ts";

const ciphers = sipEndpoint.fields.ciphers.type.values ?? [];

export const noWeakCiphers = settingRule({
  name: "sip-endpoint-ciphers",
  demands: "A SIP endpoint offers no weak cipher, by itself or as the SIP profile says.",
  because: "A tag of 32 bits lets one forged packet in four billion pass; one of 80 bits costs six bytes a packet.",
  remedy: "Leave the weak ones out of ciphers, or out of the defaultCiphers of the SIP profile.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    weak: texts(
      ciphers.filter((cipher) => cipher.endsWith("_32")),
      "The ciphers that count as weak.",
      ciphers,
    ),
  },
  examples: {
    passes: [{ kind: "SipEndpoint", args: { ciphers: ["AEAD_AES_256_GCM_8"] } }],
    fails: [{ kind: "SipEndpoint", args: { ciphers: ["AEAD_AES_256_GCM_8", "AES_CM_128_HMAC_SHA1_32"] } }],
  },
  setting: "ciphers",

  problem(offered: readonly string[], { weak }) {
    const found = weak.filter((cipher) => offered.includes(cipher));
    return found.length > 0 ? `holds ${found.join(", ")}` : undefined;
  },

  corrected(offered, { weak }) {
    const strong = (all: readonly string[]) => all.filter((cipher) => !weak.includes(cipher)) as typeof offered;
    const kept = strong(offered ?? []);
    // An empty list would select the project's own ciphers, including weak ones.
    const chosen = kept && kept.length > 0 ? kept : strong(ciphers);
    return chosen && chosen.length > 0 ? chosen : undefined;
  },
});
