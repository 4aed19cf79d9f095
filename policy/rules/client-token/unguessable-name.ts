import { wholeNumber } from "../../options.ts";
import { resourceRule } from "../../rule.ts";
import { bitsOf } from "../../strength.ts";

export const unguessableName = resourceRule({
  name: "client-token-name",
  demands: "A client token's resource name cannot be guessed.",
  because: "The name is the client's address: a person who guesses it can call the client.",
  remedy: "Leave resourceName out, which makes it a random UUID, or end it with a random part.",
  severity: "low",
  levels: { baseline: "disabled", strict: "mandatory" },
  options: {
    minimumBits: wholeNumber(
      64,
      "How hard it must be to guess, in bits; 16 hexadecimal digits at random have 64. Words, repetitions and years count for little.",
    ),
  },
  examples: {
    passes: [{ kind: "ClientToken", args: { resourceName: "alice-k3jf92mdk4x8s1qp" } }],
    fails: [{ kind: "ClientToken", args: { resourceName: "alice-2026" } }],
  },
  covers: ["ClientToken"],

  *validate(token, { minimumBits }) {
    const name = token.text("resourceName");
    if (name === undefined) return;
    if (bitsOf(name) < minimumBits) yield `resourceName is easy to guess: it has fewer than ${minimumBits} bits`;
  },
});
