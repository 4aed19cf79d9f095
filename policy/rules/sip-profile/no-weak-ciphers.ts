import { sipProfile } from "../../../contract/index.ts";
import { texts } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

const ciphers = sipProfile.fields.default_ciphers.type.values ?? [];

export const noWeakProfileCiphers = resourceRule({
  name: "sip-profile-ciphers",
  demands: "A SIP profile offers no weak cipher to the endpoints that inherit it.",
  because: "A tag of 32 bits lets one forged packet in four billion pass; one of 80 bits costs six bytes a packet.",
  remedy: "Leave the weak ones out of defaultCiphers.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    weak: texts(
      ciphers.filter((cipher) => cipher.endsWith("_32")),
      "The ciphers that count as weak.",
      ciphers,
    ),
  },
  covers: ["SipProfile"],

  // What the program does not set is not the stack's to judge.
  *judge(profile, { weak }) {
    const offered: readonly string[] | undefined = profile.get("defaultCiphers");
    // An empty list goes back to all of them.
    const inForce = offered?.length === 0 ? ciphers : offered;
    const found = weak.filter((cipher) => inForce?.includes(cipher));
    if (found.length > 0) yield `defaultCiphers holds ${found.join(", ")}`;
  },
});
