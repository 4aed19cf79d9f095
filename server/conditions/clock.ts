/** A span of time; the members add up. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/**
 * The server's clock: timestamps, token expiry and limits ask it. It runs with the machine's until it is frozen or moved.
 *
 * @example
 * ```ts
 * const server = await startServer();
 * server.clock.advance({ minutes: 16 }); // a token issued before this line is expired now
 * ```
 */
export class Clock {
  readonly #source: () => number;
  readonly #alarms = new Set<Alarm>();
  #offset = 0;
  #frozenAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param source - Milliseconds since 1970; the machine's time by default. */
  constructor(source: () => number = Date.now) {
    this.#source = source;
  }

  /** Milliseconds since 1970; stops at the end of the year 9999. */
  now(): number {
    return this.#frozenAt ?? Math.min(this.#source() + this.#offset, LATEST);
  }

  get frozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Stops the clock at the given time. Default: now. */
  freeze(at?: Date | string | number): void {
    this.#frozenAt = at === undefined ? this.now() : moment(at);
    this.#ring();
  }

  /** Lets a frozen clock run on from its time. */
  resume(): void {
    if (this.#frozenAt === undefined) return;
    this.#offset = this.#frozenAt - this.#source();
    this.#frozenAt = undefined;
    this.#ring();
  }

  /** Moves the clock forward. A frozen clock stays frozen. Throws a RangeError for anything but a span of time. */
  advance(by: Duration): void {
    const isSpan = typeof by === "object" && by !== null && Object.entries(by).every(isAmount);
    if (!isSpan) throw new RangeError(`The clock advances by numbers of ${UNITS.join(", ")}, as in { minutes: 16 }.`);
    this.set(this.now() + milliseconds(by));
  }

  /** Sets the clock. A frozen clock stays frozen. */
  set(to: Date | string | number): void {
    const target = moment(to);
    if (this.#frozenAt === undefined) this.#offset = target - this.#source();
    else this.#frozenAt = target;
    this.#ring();
  }

  /** Calls `action` once, when this clock reaches `time`. Returns a function that cancels it. */
  at(time: number, action: () => void): () => void {
    const alarm = { time, action };
    this.#alarms.add(alarm);
    this.#ring();
    return () => {
      this.#alarms.delete(alarm);
      this.#wind();
    };
  }

  #ring(): void {
    const due = [...this.#alarms].filter((alarm) => alarm.time <= this.now());
    for (const alarm of due.sort((a, b) => a.time - b.time)) {
      if (this.#alarms.delete(alarm)) alarm.action();
    }
    this.#wind();
  }

  #wind(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#frozenAt !== undefined || this.#alarms.size === 0) return;
    const next = Math.min(...[...this.#alarms].map((alarm) => alarm.time));
    const wait = Math.min(Math.max(next - this.now(), 1), LONGEST_TIMER);
    this.#timer = setTimeout(() => this.#ring(), wait).unref();
  }
}

/** Returns UTC in ISO 8601 with seconds and `Z`, as the service does. */
export function timestamp(milliseconds: number): string {
  return new Date(Math.min(milliseconds, LATEST)).toISOString().replace(/\.\d+Z$/, "Z");
}

export function milliseconds(span: Duration): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds: rest = 0 } = span;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + rest;
}

const UNITS = ["days", "hours", "minutes", "seconds", "milliseconds"];

function isAmount([unit, amount]: [string, unknown]): boolean {
  return UNITS.includes(unit) && (amount === undefined || Number.isFinite(amount));
}

interface Alarm {
  readonly time: number;
  readonly action: () => void;
}

/** setTimeout counts in 31 bits. */
const LONGEST_TIMER = 2 ** 31 - 1;

function moment(at: Date | string | number): number {
  // JavaScript takes null for the beginning of 1970.
  const time = at === null ? Number.NaN : new Date(at).getTime();
  if (Number.isNaN(time)) throw new RangeError(`${String(at)} is not a date and time.`);
  if (time < EARLIEST || time > LATEST) {
    throw new RangeError(`${new Date(time).toISOString()} is not within the years 0 to 9999.`);
  }
  return time;
}

/** Outside these dates, ISO 8601 needs a sign and more digits, which clients do not expect. */
const EARLIEST = Date.parse("0000-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");
