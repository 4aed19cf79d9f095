// Requires a short lifetime: a leaked token cannot be revoked.

import { DEFAULT_LIFETIME } from "../../../contract/index.ts";
import { wholeNumber } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const limitedLifetime = resourceRule({
  name: "client-token-lifetime",
  demands: "A client token lives no longer than the limit.",
  because:
    "A browser holds the token, and no request revokes it. A lifetime in thousands was probably meant in seconds. The tokens of `issueClientToken` are no resources, so this rule cannot check them.",
  remedy: "Shorten expiresIn; the client refreshes its token.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: { maximumMinutes: wholeNumber(1440, "The longest lifetime, in minutes.", { strict: 60 }) },
  examples: {
    passes: [{ kind: "ClientToken", args: { expiresIn: 60 } }],
    fails: [{ kind: "ClientToken", args: { expiresIn: 3600 } }],
  },
  covers: ["ClientToken"],

  *validate(token, { maximumMinutes }) {
    const minutes = token.get("expiresIn") ?? DEFAULT_LIFETIME;
    if (minutes > maximumMinutes) yield `expiresIn is more than ${maximumMinutes} minutes`;
  },
});
