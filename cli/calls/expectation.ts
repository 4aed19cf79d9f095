// The expected result of a call, from `--expect`.

import type { TriedCall } from "./tried-call.ts";

const OUTCOMES = ["answered", "ringing", "handed-over", "unanswered", "failed", "looped"] as const;

interface Kind {
  readonly help: string;
  readonly isMet: (call: TriedCall, what: string) => boolean;
}

export const KINDS: { readonly [kind: string]: Kind } = {
  rings: {
    help: "rings:<name>  it reaches the endpoint, client or further number with that name, its own or the resource's",
    isMet: ({ reached }, what) => reached.some((names) => names.includes(what)),
  },
  fetches: {
    help: "fetches:<address>  a document with an address that begins so is requested, or would be",
    isMet: ({ documents }, what) => documents.some((each) => each.startsWith(what)),
  },
  "hands-to": {
    help: "hands-to:<name>  it goes to the application, room, flow or agent of that name",
    isMet: ({ handedTo }, what) => handedTo.includes(what),
  },
  ends: {
    help: `ends:<outcome>  ${OUTCOMES.join(", ")}`,
    isMet: ({ outcome }, what) => outcome === what,
  },
};

export interface Expectation {
  readonly text: string;
  readonly isMet: (call: TriedCall) => boolean;
}

export function parseExpectation(text: string): Expectation | undefined {
  const [, name = "", what = ""] = /^([a-z-]+):(.+)$/s.exec(text) ?? [];
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (!kind || (name === "ends" && !(OUTCOMES as readonly string[]).includes(what))) return undefined;
  return { text, isMet: (call) => kind.isMet(call, what) };
}
