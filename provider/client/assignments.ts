// Fields that are set by a request of their own. The service carries it out later, so a write waits until the object shows it.

import { type Assigned, isGiven, type Resource, toCamel } from "../../contract/index.ts";
import { type Live, objectIn } from "./answers.ts";
import { RequestFailure, reached } from "./errors.ts";
import { lookUntil } from "./looks.ts";
import type { Transport } from "./transport.ts";

export interface Patience {
  readonly print: (line: string) => void;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** Thrown when the service failed to set the field, or is still setting it. */
export class Unassigned extends RequestFailure {
  /** What a person can do, one or more sentences. */
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super("unexpected_answer", message, { reach: "unknown" });
    this.remedy = remedy;
  }
}

/** One field of one object that is to be set. */
export interface Assignment {
  readonly resource: Resource;
  readonly id: string;
  readonly wire: string;
  readonly assigned: Assigned;
  /** Null takes the value away. */
  readonly value: unknown;
}

/**
 * Sets the field and returns the object. Sends nothing where the service shows the value, so that a repetition only waits.
 *
 * @throws Unassigned when the service fails, or has not ended in time.
 */
export async function assign(
  send: Transport,
  read: () => Promise<Live>,
  assignment: Assignment,
  { print, pause }: Patience,
): Promise<Live> {
  const { resource, id, wire, assigned, value } = assignment;
  let waited = 0;
  const statusOf = (live: Live) => String(live[assigned.status]);
  const isUnderWay = (live: Live) => assigned.underWay.includes(statusOf(live));
  const isSet = (live: Live) => !isUnderWay(live) && isSameValue(live[wire], value);
  const name = (live: Live) => `${toCamel(wire)} of the ${resource.title} ${String(live[resource.label])}`;

  /** Reads the object until it is in this state. */
  async function until(isThere: (live: Live) => boolean, first: Live): Promise<Live> {
    let looks = 0;
    function* steps(): Generator<number> {
      for (; waited < LONGEST; looks += 1) yield STEPS[Math.min(looks, STEPS.length - 1)] ?? LONGEST;
    }
    const last = await lookUntil(first, isThere, read, steps(), async (step, live) => {
      if (looks % LOOKS_PER_LINE === 0)
        print(`Waiting for the ${name(live)}: ${statusOf(live)}, ${waited / 1_000} s so far.`);
      await pause(step);
      waited += step;
    });
    if (isThere(last)) return last;
    throw new Unassigned(
      `the ${name(last)} is still ${statusOf(last)} after ${LONGEST / 60_000} minutes`,
      "The service goes on by itself: run the same command again to wait on.",
    );
  }

  const before = await until((live) => !isUnderWay(live), await read());
  if (isSet(before)) return before;
  const path = assigned.path.replace("{id}", encodeURIComponent(id));
  const isTaken = !isGiven(value);
  const answer = await send(
    isTaken ? { method: "DELETE", path } : { method: "POST", path, body: { [assigned.as]: value } },
  );
  // An answer may come from a copy of the service that lags, so only the end that was asked for and a failure count.
  const isFailed = (live: Live) => statusOf(live) === assigned.failed;
  const first = answer === undefined ? await read() : objectIn(answer, resource, { id });
  const live = await until((each) => isSet(each) || isFailed(each), first);
  if (isSet(live)) return live;
  throw new Unassigned(
    `the service could not set the ${name(live)} (${assigned.status} is ${assigned.failed})`,
    assigned.remedy,
  );
}

/** Marks a refusal as one after which something was written already. */
export function afterWriting(error: unknown): unknown {
  return error instanceof RequestFailure && error.reach === "not_done" ? reached("unknown", error) : error;
}

function isSameValue(shown: unknown, value: unknown): boolean {
  if (!isGiven(shown) || !isGiven(value)) return isGiven(shown) === isGiven(value);
  return String(shown).toLowerCase() === String(value).toLowerCase();
}

/** Milliseconds. The service says that it takes a few minutes. */
const LONGEST = 10 * 60_000;
const STEPS = [1_000, 2_000, 4_000, 10_000];
/** The number of looks between two lines for the user. */
const LOOKS_PER_LINE = 6;
