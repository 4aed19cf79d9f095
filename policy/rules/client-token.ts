import { DEFAULT_LIFETIME, SUBSCRIBER_LIFETIME } from "../../contract/index.ts";
import { wholeNumber } from "../options.ts";
import { resourceRule } from "../rule.ts";
import { bitsOf } from "../strength.ts";

export const limitedLifetime = resourceRule({
  name: "client-token-lifetime",
  demands: "A client or subscriber token lives no longer than the limit.",
  because:
    "A browser holds the token, and no request revokes it. This rule cannot check the tokens of `issueClientToken`, which are no resources.",
  remedy: "Shorten expiresIn, which counts minutes; the client refreshes its token.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: { maximumMinutes: wholeNumber(1440, "The longest lifetime, in minutes.", { strict: 60 }) },
  covers: ["ClientToken", "SubscriberToken"],

  *validate(token, { maximumMinutes }) {
    const preset = token.kind === "ClientToken" ? DEFAULT_LIFETIME : SUBSCRIBER_LIFETIME;
    const minutes = Number(token.get("expiresIn") ?? preset);
    if (minutes > maximumMinutes) yield `expiresIn is more than ${maximumMinutes} minutes (option maximumMinutes)`;
  },
});

export const rotationOn = resourceRule({
  name: "client-token-rotation",
  demands: "A client or subscriber token is renewed when it is due.",
  because: "With rotation off, the stack hands out a token that has ended.",
  remedy: 'Set rotation to "whenDue", or leave it out.',
  severity: "medium",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: ["ClientToken", "SubscriberToken"],

  *validate(token) {
    if (token.get("rotation") === "never") yield "rotation is never";
  },
});

export const unguessableName = resourceRule({
  name: "client-token-name",
  demands: "A client token's resource name cannot be guessed.",
  because: "The name is the client's address: a person who guesses it can call the client.",
  remedy: "Leave `resource` out, which makes it a random UUID, or end it with a random part.",
  severity: "medium",
  levels: { baseline: "disabled", strict: "mandatory" },
  options: {
    minimumBits: wholeNumber(
      64,
      "How hard it must be to guess, in bits; 16 random hexadecimal digits have 64. Words, repetitions and years count for little.",
    ),
  },
  covers: ["ClientToken"],

  *validate(token, { minimumBits }) {
    const name = token.text("resource");
    if (name === undefined) return;
    if (bitsOf(name) < minimumBits)
      yield `resource is easy to guess: it has fewer than ${minimumBits} bits (option minimumBits)`;
  },
});
