// What the kinds of tokens share: an `up` issues a token, and renews it once it is due.

import { duration, oneOf, timestamp } from "./values.ts";

/** Returns the arguments that decide when a token is renewed. `minutes` is the example of `renewBefore`. */
export function renewalSettings(minutes: number) {
  return {
    renewBefore: {
      type: duration(minutes),
      doc: "How many minutes before it expires the token counts as due and the next `up` renews it. Less than `expiresIn`.",
      default: { text: "a third of `expiresIn`" },
    },
    rotation: {
      type: oneOf(["whenDue", "always", "never"]),
      doc: "When an `up` renews the token: once it is due, every time, or not at all.",
      default: { value: "whenDue" },
    },
  } as const;
}

/** Returns the outputs that the provider reads from a token or computes. The examples are those of one token. */
export function tokenTimes(issuedAt: string, expiresAt: string) {
  return {
    issuedAt: { type: timestamp(issuedAt), doc: "When the token was issued. UTC, ISO 8601." },
    expiresAt: { type: timestamp(expiresAt), doc: "When the token expires. UTC, ISO 8601." },
  } as const;
}

export const DERIVED_TIMES = { expiresAt: ["expiresIn"], rotateAt: ["expiresIn", "renewBefore"] } as const;
