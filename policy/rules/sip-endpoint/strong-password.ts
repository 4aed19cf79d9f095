import { wholeNumber } from "../../options.ts";
import { resourceRule } from "../../rule.ts";
import { bitsOf } from "../../strength.ts";

/** The text with which `pulumi policy analyze --file` replaces a secret that it cannot decrypt. */
const REDACTED = "[secret]";

export const strongPassword = resourceRule({
  name: "sip-endpoint-password-strength",
  demands: "A SIP endpoint's password is hard to guess.",
  because:
    "Attackers try SIP registrars around the clock. A guessed password lets them place calls at the project's expense. A password behind `passwordFrom` does not reach this rule.",
  remedy: "Generate a longer random password, for example with RandomPassword of @pulumi/random.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    minimumLength: wholeNumber(12, "The fewest characters.", { strict: 20 }),
    minimumBits: wholeNumber(
      60,
      "How hard it must be to guess, in bits: words, runs on the keyboard, repetitions, years and the user name count for little.",
      { strict: 70 },
    ),
  },
  examples: {
    passes: [{ kind: "SipEndpoint", args: { password: "kV7-vqwe-qX2pLw9z" } }],
    fails: [{ kind: "SipEndpoint", args: { password: "kV7-qX2p" } }],
  },
  covers: ["SipEndpoint"],

  *validate(endpoint, { minimumLength, minimumBits }) {
    const password = endpoint.text("password");
    if (password === undefined || password === REDACTED) return;
    // While the user name is unknown, its part of the password counts like any other text.
    const username = endpoint.peek("username");
    if (password.length < minimumLength) yield `password has fewer than ${minimumLength} characters`;
    else if (bitsOf(password, typeof username === "string" ? [username] : []) < minimumBits)
      yield `password is easy to guess: it has fewer than ${minimumBits} bits`;
  },
});
