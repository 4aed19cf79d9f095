// Requires that a token is renewed.

import { resourceRule } from "../../rule.ts";

export const rotationOn = resourceRule({
  name: "client-token-rotation",
  demands: "A client token is renewed when it is due.",
  because: "With rotation off, the stack hands out a token that has ended.",
  remedy: 'Set rotation to "whenDue", or leave it out.',
  severity: "medium",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "ClientToken", args: { rotation: "always" } }],
    fails: [{ kind: "ClientToken", args: { rotation: "never" } }],
  },
  covers: ["ClientToken"],

  *validate(token) {
    if (token.get("rotation") === "never") yield "rotation is never";
  },
});
