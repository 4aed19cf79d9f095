// The expected result of a call, from `--expect`.

import type { TriedCall } from "./tried-call.ts";

const OUTCOMES = ["answered", "ringing", "handed-over", "unanswered", "failed", "looped"] as const;

interface Kind {
  readonly help: string;
  readonly isMet: (call: TriedCall, what: string) => boolean;
}

export const KINDS: { readonly [kind: string]: Kind } = {
  rings: {
    help: "rings:<name>       it reaches what has this name, or whose resource has it",
    isMet: ({ reached }, what) => reached.some((names) => names.includes(what)),
  },
  fetches: {
    help: "fetches:<address>  it requests, or would, an address that begins so",
    isMet: ({ documents }, what) => documents.some((each) => each.startsWith(what)),
  },
  "hands-to": {
    help: "hands-to:<name>    the application, room, flow or agent of this name has it",
    isMet: ({ handedTo }, what) => handedTo.includes(what),
  },
  ends: {
    help: `ends:<outcome>     ${OUTCOMES.join(", ")}`,
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
