import { resourceRule } from "../../rule.ts";

/** The North American plan: area and exchange codes do not begin with 0 or 1. */
const NORTH_AMERICAN = /^\+1[2-9]\d{2}[2-9]\d{6}$/;
const PREMIUM = /^\+1(900|976)/;

export const plausibleSendAs = resourceRule({
  name: "sip-endpoint-send-as-number",
  demands: "A SIP endpoint's sendAs can be a telephone number.",
  because: "E.164 allows digits that no plan gives out; calls from them are refused or marked as spam.",
  remedy: "Set sendAs to a number of the project.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "SipEndpoint", args: { sendAs: "+442071838750" } }],
    fails: [{ kind: "SipEndpoint", args: { sendAs: "+11234567890" } }],
  },
  covers: ["SipEndpoint"],

  *validate(endpoint) {
    const sendAs = endpoint.text("sendAs");
    if (sendAs === undefined || !sendAs.startsWith("+")) return;
    if (PREMIUM.test(sendAs)) yield "sendAs is a premium number";
    else if (sendAs.startsWith("+1") ? !NORTH_AMERICAN.test(sendAs) : sendAs.length < 8)
      yield "sendAs is no number that a numbering plan gives out";
  },
});
