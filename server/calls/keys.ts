// The caller of a call that is placed: the number, and the keys that it presses. The page in the browser reads this file too.

/** The default caller: a number outside of every project. */
export const CALLER = "+12025550177";

export const KEYPAD = [..."1234567890*#"];

export interface Collected {
  readonly digits: string;
  /** The key that ended the input, which is not one of the digits. */
  readonly end?: string;
  /** True when `digits` are words of the caller. */
  readonly isSpoken?: true;
  /** True for keys that are not known: an expression tells inputs of several keys apart. */
  readonly isUnknown?: true;
}

/** The keys that were not pressed yet. A menu takes its keys from the front, and leaves the others to the next menu. */
export class Keys {
  #left: string;

  constructor(keys = "") {
    this.#left = keys;
  }

  get left(): string {
    return this.#left;
  }

  /** Takes at most `most` digits: up to one of the keys in `ending`, up to a wait, or all. */
  take(most: number, ending: string): Collected {
    let digits = "";
    while (this.#left !== "" && digits.length < most) {
      const [key = ""] = this.#left;
      this.#left = this.#left.slice(1);
      if (key === "w") return { digits };
      if (ending.includes(key)) return { digits, end: key };
      digits += key;
    }
    return { digits };
  }
}
