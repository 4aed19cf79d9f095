// Demands that a password does not stand in the program as a plain text.

import { resourceRule } from "../../rule.ts";

export const secretPassword = resourceRule({
  name: "sip-endpoint-password-secret",
  demands: "A SIP endpoint's password is passed as a secret.",
  because: "A plain text in a program is in the repository, in every copy of it, and in what the program prints.",
  remedy: "Pass config.requireSecret(…), the secret output of another resource, or passwordFrom.",
  severity: "critical",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: ["SipEndpoint"],

  *judge(endpoint) {
    if (endpoint.isPlainText("password")) yield "password is passed as a plain text";
  },
});
