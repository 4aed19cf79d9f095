// Whether a call or message has the outcome that is expected.

import { type Expected, namesLike, type Outcome } from "../../contract/index.ts";
import { isStatus } from "../calls/status-callback.ts";
import { usernameIn } from "../calls/targets.ts";
import type { Party, Trace } from "../calls/trace.ts";
import { endOf, mistakesIn, reachedIn, withSmallStart } from "./ends.ts";
import type { Path } from "./paths.ts";

/** The names of a party in the service and in the program, and all names that a program may mean. */
export interface Names {
  of(party: Party): readonly string[];
  readonly all: readonly string[];
}

export type Entry = { readonly [member: string]: unknown };

const OUTCOMES: readonly Outcome[] = ["rings", "answeredBy", "handedTo", "reaches"];

export function outcomeOf(entry: Entry): Outcome | undefined {
  return OUTCOMES.find((name) => typeof entry[name] === "string");
}

export interface Result {
  /** `waiting`: a value is not known before the update. */
  readonly verdict: "held" | "broken" | "untried" | "waiting";
  /** What happens, as a sentence without its full stop. */
  readonly found: string;
}

type Played = Pick<Path, "end" | "mistakes" | "reached" | "unused">;

/** Returns whether a call or message that was placed does what is expected. Its documents were requested, unlike those of a path. */
export function isHeldBy(trace: Trace, expected: Expected, names?: Names): boolean {
  const { steps } = trace;
  const reached = reachedIn(steps);
  const documents = steps.flatMap((step) => {
    return step.attempt && !step.attempt.script && !isStatus(step) ? [step.attempt.url] : [];
  });
  const path = {
    ...{ end: endOf(trace), mistakes: mistakesIn(steps) },
    reached: { ...reached, handedTo: [...reached.handedTo, ...documents] },
  };
  return resultOf(path, expected, names ?? { of: ({ name }) => [name], all: [] }).verdict === "held";
}

/** Judges a path by its end, what it reached, and the keys that no menu took. */
export function resultOf(path: Played, expectation: Expected, names: Names): Result {
  const { end, unused = "" } = path;
  const what = outcomeOf(expectation as unknown as Entry) ?? "reaches";
  const name = String(expectation[what]);
  const untried = () => {
    const found = withSmallStart(end.text.replace(/^Not tried: /, ""));
    return { verdict: end.isAwaited ? "waiting" : "untried", found } as const;
  };
  // A `#` ends an input and a `w` waits: no menu leaves them unused. A document of others may ask for further keys.
  const left = end.code === "document_not_ours" ? "" : unused.replace(/[w#]/g, "");
  if (left !== "" && end.kind === "unknown" && path.reached.handedTo.length === 0) return untried();
  // The keys may be a secret, of which a report masks the whole alone.
  const last = left.length === 1 ? "last key" : `last ${left.length} keys`;
  if (left !== "") return { verdict: "broken", found: `${end.text}; no menu asks for the ${last}` };
  const met = isMet(path, what, name, names);
  if (met === undefined) return untried();
  if (!met) return { verdict: "broken", found: `${end.text}${meantBy(what, name, names)}` };
  // What the service does after a verb that it does not know was never seen.
  const unknown = path.mistakes.find(({ code }) => code === "verb_unknown");
  return unknown ? { verdict: "untried", found: withSmallStart(unknown.text) } : { verdict: "held", found: end.text };
}

/** Returns undefined where it is not known. */
function isMet(
  { end, reached }: Pick<Played, "end" | "reached">,
  what: Outcome,
  name: string,
  names: Names,
): boolean | undefined {
  const isNamed = (party: Party) => names.of(party).includes(name);
  const isUnknown = end.kind === "unknown";
  switch (what) {
    case "reaches":
      return isUnknown ? undefined : end.kind === "nobody";
    case "handedTo":
      if (reached.handedTo.some((each) => isAddressed(each, name))) return true;
      return isUnknown && reached.handedTo.length === 0 ? undefined : false;
    case "rings":
      if (end.kind !== "nobody" && reached.rings.some(isNamed)) return true;
      break;
    case "answeredBy":
      if (!isUnknown && end.kind !== "nobody" && reached.takers.some(isNamed)) return true;
  }
  return isUnknown && !isElsewhere(end.code, reached.handedTo, name) ? undefined : false;
}

/** True for a call that goes to another address than the expected one, whichever object has it. */
function isElsewhere(code: Path["end"]["code"], handedTo: readonly string[], name: string): boolean {
  const isDialled = code === "dials_unchecked" || code === "endpoint_unchecked";
  return isDialled && !handedTo.some((each) => each === name || usernameIn(each) === name);
}

/** True for the name or address itself, an address that begins so, and the host of one. */
function isAddressed(address: string, name: string): boolean {
  if (address === name || usernameIn(address) === name) return true;
  if (!URL.canParse(address)) return false;
  const { host, protocol } = new URL(address);
  return /^https?:$/.test(protocol) && (host === name || address.startsWith(name));
}

/** Returns what may be meant by a name that no object has, as the end of a sentence. */
function meantBy(what: Outcome, name: string, { all }: Names): string {
  if (what === "reaches" || what === "handedTo" || all.includes(name)) return "";
  const [nearest] = namesLike(name, all, name.length < 5 ? 1 : 2);
  return `; nothing has the name ${name}${nearest === undefined ? "" : `: did you mean ${nearest}?`}`;
}
