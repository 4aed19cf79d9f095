import type { Ringing } from "../sessions/sessions.ts";
import type { Choose, Missed } from "./choices.ts";
import type { Read } from "./document.ts";
import { Expressions, type Known } from "./expressions.ts";
import type { Keys } from "./keys.ts";
import type { Times } from "./spans.ts";
import type { Switchboard } from "./switchboard.ts";
import type { Handling, Target } from "./targets.ts";
import type { TrafficOutcome } from "./trace.ts";
import type { Tracer } from "./tracer.ts";

export interface RunningCall {
  readonly switchboard: Switchboard;
  readonly tracer: Tracer;
  /** The objects on its route, in order. */
  readonly been: readonly Target[];
  /** The destinations and documents of the whole call so far, on all routes. */
  readonly used: Used;
  readonly keys: Keys;
  readonly choose: Choose;
  readonly assumed: Assumed;
}

/** How a call or message is played. Default of `keys`: those that it comes with. */
export type Assumptions = Pick<RunningCall, "choose" | "assumed"> & Partial<Pick<RunningCall, "keys">>;

/** A call or message at the object whose handler decides. */
export interface HandledCall extends RunningCall {
  readonly target: Handling;
  readonly delivered: DeliveredCall | DeliveredMessage;
}

interface DeliveredCall extends Leg {
  readonly kind: "call";
  readonly isFax: boolean;
  /** Dials destinations at once, and follows the call to its end there. */
  readonly dial: (to: readonly string[], from: string | undefined) => Promise<TrafficOutcome>;
}

interface DeliveredMessage extends Pick<Leg, "id" | "from" | "to"> {
  readonly kind: "message";
  readonly body: string;
  readonly segments: number;
}

/** Returns the assumptions about a call that is placed, or of one that is tried at all times of `horizon`. */
export function assumedAt(
  now: number,
  known: Partial<Pick<Assumed, "horizon" | "given" | "told" | "evaluated" | "expressions" | "documents">> = {},
): Assumed {
  const { horizon = [] } = known;
  return {
    ...{ now, horizon, times: horizon, zones: new Set<string>(), told: new Map(), evaluated: new Map() },
    documents: new Map(),
    ...{ expressions: new Expressions(MOST_MILLISECONDS), ...known },
    ...{ readsCall: false, readsReasons: false },
  };
}

/** Processor time for all expressions of a call that is placed. */
const MOST_MILLISECONDS = 5_000;

/** What is assumed of a call, and narrowed by each choice. */
export interface Assumed {
  /** The time of the call, in milliseconds since 1970. */
  readonly now: number;
  /** All times that an exploration tries; empty for a call that is placed. */
  readonly horizon: Times;
  /** Those of them at which the call takes this path. */
  times: Times;
  /** The time zones of the conditions that decided so. */
  readonly zones: Set<string>;
  readonly expressions: Expressions;
  /** Expression with what it reads and its times, as a hash → its result. */
  readonly evaluated: Map<string, Known>;
  /** Kind of request and text of a document → its parts. */
  readonly documents: Map<string, Read<object>>;
  /** Menu → the inputs that the documents of the call tell apart there. */
  readonly told: Map<string, ReadonlySet<string>>;
  /** Set for an explored call whose keys are given. Unless its caller is known too, it stands for every caller. */
  readonly given?: { readonly isCallerKnown: boolean } | undefined;
  /** True when a document reads why a device did not take the call. */
  readsReasons: boolean;
  /** True when something depends on the number that was called, or on the caller. */
  readsCall: boolean;
}

interface Used {
  /** Why the last device that was dialled did not take the call, if the reason is known. */
  missed?: Missed | undefined;
  /** Device that did not take an explored call → why. */
  silent?: ReadonlyMap<string, Missed>;
  dialled: number;
  /** True while no destination of the present dial has taken the call. */
  isAlone?: boolean;
  documents: number;
  /** Characters of the states that its documents were in. */
  characters: number;
  /** True when an explored call came back to a menu: its other keys are tried from the first time on. */
  isSilent?: true;
}

/** One part of the route: from a caller to a dialled destination. */
export interface Leg extends Ringing {
  /** The previous part, whose document dialled. */
  readonly parent?: string;
}
