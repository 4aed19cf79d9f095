// Demands a resource name that a stranger cannot dial by guessing, where a team has chosen so.

import { wholeNumber } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const unguessableName = resourceRule({
  name: "client-token-name",
  demands: "A client token's resource name cannot be guessed.",
  because: "The name is the client's address: whoever guesses it can call the client.",
  remedy: "Leave resourceName out, which makes it a random UUID, or end it with a random part.",
  severity: "low",
  levels: { baseline: "disabled", strict: "mandatory" },
  options: {
    minimumRandom: wholeNumber(
      16,
      "The fewest characters of the random part: the longest stretch in which letters and digits mix.",
    ),
  },
  covers: ["ClientToken"],

  *judge(token, { minimumRandom }) {
    const name = token.text("resourceName");
    if (name === undefined) return;
    if (randomPart(name) < minimumRandom) yield `resourceName has no random part of ${minimumRandom} characters`;
  },
});

/** The length of the longest stretch of a name that looks random: letters and digits mixed, many of them different. */
function randomPart(name: string): number {
  const stretches = [...name.replaceAll("-", "").split(/[^A-Za-z0-9]+/), ...name.split(/[^A-Za-z0-9]+/)];
  return Math.max(0, ...stretches.filter(looksRandom).map((stretch) => stretch.length));
}

function looksRandom(text: string): boolean {
  const switches = [...text].filter((letter, at) => at > 0 && isDigit(letter) !== isDigit(text.charAt(at - 1))).length;
  return switches >= 3 && new Set(text).size >= text.length / 3;
}

function isDigit(letter: string): boolean {
  return letter >= "0" && letter <= "9";
}
