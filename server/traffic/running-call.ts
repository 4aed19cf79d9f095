import type { Keys } from "./keys.ts";
import type { Switchboard } from "./switchboard.ts";
import type { Target } from "./targets.ts";
import type { Tracer } from "./trace.ts";

/** A call during its processing. */
export interface RunningCall {
  readonly switchboard: Switchboard;
  readonly tracer: Tracer;
  /** The objects on its route, in order. */
  readonly been: readonly Target[];
  /** The destinations and documents of the whole call so far, on all routes. */
  readonly used: Used;
  /** The keys that the caller presses, in the whole call. */
  readonly keys: Keys;
}

interface Used {
  /** The number of destinations dialled. */
  dialled: number;
  /** The number of documents that other documents led to. */
  documents: number;
}

/** One part of the route: from a caller to a dialled destination. */
export interface Leg {
  readonly id: string;
  readonly from: string;
  /** The caller's name beside the number. Default: none. */
  readonly name?: string | undefined;
  readonly to: string;
  /** The previous part, whose document dialled. */
  readonly parent?: string;
}
