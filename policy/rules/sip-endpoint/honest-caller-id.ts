import { resourceRule } from "../../rule.ts";

export const honestCallerId = resourceRule({
  name: "sip-endpoint-caller-id-text",
  demands: "A SIP endpoint's caller ID is a name that can be shown.",
  because:
    "Control characters break the headers of a call, and a name that is a number claims to call from it, whoever owns it.",
  remedy: "Set callerId to a name, and sendAs to the number.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "SipEndpoint", args: { callerId: "Réception 2" } }],
    fails: [{ kind: "SipEndpoint", args: { callerId: "+1 (202) 555-0199" } }],
  },
  covers: ["SipEndpoint"],

  *judge(endpoint) {
    const callerId = endpoint.text("callerId");
    if (callerId === undefined) return;
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(callerId)) yield "callerId holds control characters";
    else if (/^\+?[\d\s().-]{7,}$/.test(callerId) && callerId !== endpoint.peek("sendAs"))
      yield "callerId is a telephone number other than sendAs";
  },
});
