// A rule about one class. Its arguments are typed. Reading an argument that is not known yet ends the evaluation.

import { pattern, resourceRule } from "pulumi-signalwire/policy";

export const ourUsernames = resourceRule({
  name: "our-usernames",
  demands: "A SIP endpoint's user name says where the desk stands.",
  because: "The building's floor plan is read by these names.",
  remedy: "Name it <floor>-<room>-<desk>, for example 2-14-b.",
  severity: "low",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: { shape: pattern("^\\d-\\d+-[a-z]$", "What a user name looks like, as a regular expression.") },
  covers: ["SipEndpoint"],

  *validate(endpoint, { shape }) {
    const username = endpoint.get("username");
    if (username !== undefined && !new RegExp(shape, "u").test(username))
      yield "username does not say where the desk stands";
  },
});
