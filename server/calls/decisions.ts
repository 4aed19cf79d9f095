// Decides the conditions and the cases of an SWML script: by the values of its variables, or by what an exploration assumes.

import type * as z from "zod";
import { toldApartBy } from "./choices.ts";
import type { Known, KnownByTime } from "./expressions.ts";
import type { Playback } from "./playback.ts";
import type { HandledCall } from "./running-call.ts";
import type { choice } from "./swml.ts";
import type { Values, Variables } from "./variables.ts";

export class Decisions {
  readonly #playback: Playback;
  readonly #call: HandledCall;
  readonly #variables: Variables;
  /** Condition or variable without a known value → the value that this call assumes. The key has all that it reads. */
  readonly #assumedValues = new Map<string, unknown>();
  #round = 0;

  constructor(playback: Playback, variables: Variables) {
    this.#playback = playback;
    this.#call = playback.call;
    this.#variables = variables;
  }

  /** Notes that another server has answered: what is not known may be something else from now on. */
  forget(): void {
    this.#round += 1;
  }

  /** Returns the value by which a `switch` chooses; undefined when it is not known, and not assumed either. */
  async caseOf(asked: z.infer<typeof choice>, params: Values, usual: string): Promise<string | undefined> {
    const { variable = usual, case: cases, transform } = asked;
    this.#variables.tellApart(variable, () => Object.keys(cases));
    // All values that no case names take the default.
    const classOf = (value: unknown) => [Object.hasOwn(cases, transformed(String(value), transform)) && value];
    const classes = JSON.stringify([transform, Object.keys(cases)]);
    const known = await this.#variables.variable(variable, params, classOf, classes);
    const value = this.#taken(variable, known, () => assumedCase(this.#call, variable, cases));
    if (value !== undefined) return transformed(String(value), transform);
    this.#playback.note("variable_unknown", { name: variable });
    return undefined;
  }

  /** Decides a condition; undefined when its value is not known, and not assumed either. */
  async holds(when: string, params: Values): Promise<boolean | undefined> {
    this.#variables.tellApart(when, () => toldApartBy(when));
    const known = await this.#variables.condition(when, params);
    const holds = this.#taken(when, known, () =>
      this.#call.choose(when, [
        { name: `${when}: yes`, value: true },
        { name: `${when}: no`, value: false },
      ]),
    );
    if (holds !== undefined) return Boolean(holds);
    if ("problem" in known) this.#playback.note("condition_unknown", { when, problem: known.problem });
    return undefined;
  }

  /** Returns a known value, or one that is assumed: the same each time, as long as the variables that it reads are the same. */
  #taken(text: string, known: Known, assume: () => unknown): unknown {
    if ("value" in known) return known.value;
    if ("byTime" in known) return this.#takenByTime(text, known);
    const key = JSON.stringify([this.#round, text, this.#variables.readBy(text)]);
    if (!this.#assumedValues.has(key)) this.#assumedValues.set(key, assume());
    return this.#assumedValues.get(key);
  }

  #takenByTime(point: string, { byTime, zones }: KnownByTime): unknown {
    const { assumed, choose } = this.#call;
    const options = byTime.map((value) => ({ name: "", value }));
    const { value, times = assumed.times } = choose(point, options) ?? byTime[0] ?? {};
    assumed.times = times;
    for (const zone of zones) assumed.zones.add(zone);
    return value;
  }
}

function transformed(value: string, transform: string): string {
  const trimmed = transform.includes("trim") ? value.trim() : value;
  if (transform.startsWith("lower")) return trimmed.toLowerCase();
  return transform.startsWith("upper") ? trimmed.toUpperCase() : trimmed;
}

/** Assumes a value for a variable that is not known: each case, and one that is none of them. */
function assumedCase({ choose }: HandledCall, variable: string, cases: Values) {
  const other = "another value";
  return choose(variable, [
    ...Object.keys(cases).map((value) => ({ name: `${variable} is ${value}`, value })),
    { name: `${variable} is ${other}`, value: other },
  ]);
}
