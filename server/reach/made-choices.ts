// The choices that make one path.

import type { Option } from "../calls/choices.ts";
import type { Keys } from "../calls/keys.ts";

/** For each number of failures, the indices of the options of each path that is to be tried. The next path is the last. */
export type Open = readonly number[][][];

/** The choices of one path: first those that were given, then the first option of each point. Those with keys meet no failure. */
export class Choices {
  readonly #given: readonly number[];
  readonly #open: Open;
  /** The keys that are given, as far as no menu took them. */
  readonly keysGiven: Keys | undefined;
  readonly indices: number[] = [];
  readonly names: string[] = [];
  readonly keys: string[] = [];
  /** The choices before the last menu. */
  beforeMenu: readonly string[] = [];
  digits = "";
  body: string | undefined;
  /** True when a point no longer has the given option, because documents tell more inputs apart than were known before. */
  isStale = false;
  #failures = 0;
  /** True while each failure is one that may have further ones. */
  #isSilent = true;

  constructor(given: readonly number[], open: Open, keysGiven: Keys | undefined) {
    this.#given = given;
    this.#open = open;
    this.keysGiven = keysGiven;
  }

  get isFailure(): boolean {
    return this.#failures > 0;
  }

  readonly choose = <Value>(
    point: string,
    options: readonly Option<Value>[],
    given?: () => Option<Value>,
  ): Value | undefined => {
    if (this.keysGiven && given) return this.#made(point, given(), options.length > 1);
    const failuresWith = (option?: Option<Value>) => this.#failures + (option && this.#isCounted(option) ? 1 : 0);
    const possible = options.filter((option) => failuresWith(option) < this.#open.length);
    const at = this.indices.length;
    const index = this.#given[at] ?? 0;
    // The last one is tried first, so they are pushed in reverse order.
    if (at >= this.#given.length)
      for (let other = possible.length - 1; other > index; other -= 1)
        this.#open[failuresWith(possible[other])]?.push([...this.indices, other]);
    this.indices.push(index);
    const chosen = possible[index];
    this.isStale ||= index > 0 && chosen === undefined;
    return chosen && this.#made(point, chosen, possible.length > 1 && (index > 0 || !possible[1]?.isFailure));
  };

  #isCounted({ isFailure, isFurther }: Option<unknown>): boolean {
    return isFailure === true && !(isFurther && this.#failures > 0 && this.#isSilent);
  }

  #made<Value>(point: string, chosen: Option<Value>, isNamed: boolean): Value {
    if (chosen.keys !== undefined) this.beforeMenu = [...this.names];
    if (isNamed) {
      // A failure is named with the point at which it happens.
      this.names.push(chosen.isFailure ? `${point}: ${chosen.name}` : chosen.name);
      this.keys.push(chosen.name);
    }
    if (this.#isCounted(chosen)) this.#failures += 1;
    if (chosen.isFailure) this.#isSilent &&= chosen.isFurther === true;
    this.digits += chosen.keys ?? "";
    this.body = chosen.body ?? this.body;
    return chosen.value;
  }
}
