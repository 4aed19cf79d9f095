import { sipEndpoint } from "../../../contract/index.ts";
import { texts, yesNo } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

const ciphers = sipEndpoint.fields.ciphers.type.values ?? [];

export const noWeakCiphers = resourceRule({
  name: "sip-endpoint-ciphers",
  demands: "A SIP endpoint offers no weak cipher.",
  because:
    "A tag of 32 bits lets one forged packet in four billion pass; one of 80 bits costs six bytes a packet. An endpoint that names none inherits the project's SIP profile, which no rule sees.",
  remedy: "Leave the weak ones out of ciphers.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    weak: texts(
      ciphers.filter((cipher) => cipher.endsWith("_32")),
      "The ciphers that count as weak.",
      ciphers,
    ),
    explicit: yesNo(false, "Whether an endpoint must name its ciphers instead of inheriting the project's.", {
      strict: true,
    }),
  },
  covers: ["SipEndpoint"],

  *judge(endpoint, { weak, explicit }) {
    const offered = endpoint.get("ciphers") ?? [];
    if (offered.length === 0) {
      if (explicit) yield "ciphers is inherited from the project's SIP profile";
      return;
    }
    const found = weak.filter((cipher) => offered.some((each) => each === cipher));
    if (found.length > 0) yield `ciphers holds ${found.join(", ")}`;
  },

  remediate(endpoint, { weak, explicit }) {
    const offered = endpoint.get("ciphers") ?? [];
    const kept = offered.filter((cipher) => !weak.includes(cipher));
    if (offered.length === 0 ? !explicit : kept.length === offered.length) return {};
    // An empty list would mean the project's own ciphers, weak ones included.
    const chosen = kept.length > 0 ? kept : ciphers.filter((cipher) => !weak.includes(cipher));
    return chosen.length > 0 ? { ciphers: chosen } : {};
  },
});
