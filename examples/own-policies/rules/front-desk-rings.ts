// A rule about the stack. A preview knows which number rings which endpoint, even before the endpoint's id is known.

import { stackRule } from "pulumi-signalwire/policy";

export const frontDeskRings = stackRule({
  name: "our-front-desk",
  demands: "Some number rings an endpoint of this stack.",
  because: "An office without a number that rings cannot be called.",
  remedy: "Point a PhoneNumber at the id of a SipEndpoint.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: "stack",

  *validate(stack) {
    if (stack.all("SipEndpoint").length === 0) return;
    const rings = stack.all("PhoneNumber").some((number) => number.comesFrom("callSipEndpointId", "SipEndpoint"));
    if (!rings) yield { message: "no number rings any of the stack's endpoints" };
  },
});
