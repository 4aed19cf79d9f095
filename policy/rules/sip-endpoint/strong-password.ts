// Demands a password that cannot be guessed in the time an attacker has. SIP registrars are tried around the clock.

import { wholeNumber } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

/** What `pulumi policy analyze --file` puts in the place of a secret that it cannot decrypt. */
const REDACTED = "[secret]";

export const strongPassword = resourceRule({
  name: "sip-endpoint-password-strength",
  demands: "A SIP endpoint's password is hard to guess.",
  because:
    "Whoever guesses it places calls at the project's expense. A password behind `passwordFrom` is not seen here.",
  remedy: "Generate a longer random password, for example with RandomPassword of @pulumi/random.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    minimumLength: wholeNumber(12, "The fewest characters.", { strict: 20 }),
    minimumDistinct: wholeNumber(6, "The fewest different characters.", { strict: 10 }),
  },
  covers: ["SipEndpoint"],

  *judge(endpoint, { minimumLength, minimumDistinct }) {
    const password = endpoint.text("password");
    if (password === undefined || password === REDACTED) return;
    const username = endpoint.text("username");
    const weaknesses = [
      password.length < minimumLength && `has fewer than ${minimumLength} characters`,
      new Set(password).size < minimumDistinct && `has fewer than ${minimumDistinct} different characters`,
      isSequence(password) && "is a run of neighbouring characters",
      username && password.toLowerCase().includes(username.toLowerCase()) && "contains the user name",
    ].filter((weakness) => typeof weakness === "string" && weakness !== "");
    if (weaknesses.length > 0) yield `password ${weaknesses.join(", ")}`;
  },
});

/** Such as 1234567890abcdef: each character follows the one before it. */
function isSequence(password: string): boolean {
  let steps = 0;
  for (let at = 1; at < password.length; at++)
    if (Math.abs(password.charCodeAt(at) - password.charCodeAt(at - 1)) === 1) steps++;
  return password.length > 1 && steps >= (password.length - 1) * 0.8;
}
