import { resourceRule } from "../../rule.ts";

export const honestCallerId = resourceRule({
  name: "sip-endpoint-caller-id-text",
  demands: "A SIP endpoint's caller ID is a name that can be shown.",
  because:
    "Control characters break the headers of a call. A name that is a number looks like the caller's number, although the caller may not own it.",
  remedy: "Set callerId to a name, and sendAs to the number.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "SipEndpoint", args: { callerId: "Réception 2" } }],
    fails: [{ kind: "SipEndpoint", args: { callerId: "+1 (202) 555-0199" } }],
  },
  covers: ["SipEndpoint"],

  *validate(endpoint) {
    // Devices show full-width digits like other digits.
    const callerId = endpoint.text("callerId")?.normalize("NFKC");
    if (callerId === undefined) return;
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(callerId.replace(JOINERS, ""))) yield "callerId holds control characters";
    else if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(callerId)) yield "callerId is blank";
    else if (EMERGENCY.has(callerId.replace(/^\s*\+1\b|\D/g, "")) && !/\p{L}/u.test(callerId))
      yield "callerId is an emergency number";
    else if (/^\+?[\d\s().-]{7,}$/.test(callerId) && callerId !== endpoint.peek("sendAs"))
      yield "callerId is a telephone number other than sendAs";
  },
});

/** Format characters that belong to a script or to an emoji: between letters, in joined emoji, in flags of regions. */
const JOINERS =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}/gu;

/** The emergency numbers of North America, the EU and the UK, India, Australia. */
const EMERGENCY: ReadonlySet<string> = new Set(["911", "112", "999", "000"]);
