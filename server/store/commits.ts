// Decides when a write is safe: those of one turn of the event loop go to the data file together, and whoever waits is told after.

import type { Ledger } from "./ledger.ts";

/** Called once what was written is safe, or with the reason why all of it was undone. */
export type Waiting = (failure?: Error) => void;

export class Commits {
  readonly #ledger: Ledger;
  /** Told when the last writes were undone: what is in memory is no longer what is in the file. */
  readonly #undone: () => void;
  /** Those who wait for this turn's writes; undefined when there are none. */
  #waiting: Waiting[] | undefined;
  #failure: Error | undefined;

  constructor(ledger: Ledger, undone: () => void) {
    this.#ledger = ledger;
    this.#undone = undone;
  }

  write(change: (ledger: Ledger) => void): void {
    if (!this.#waiting) {
      this.#waiting = [];
      setImmediate(() => this.#settle());
    }
    // After a failure the transaction is as good as gone, and everyone in it will hear so.
    if (this.#failure) return;
    try {
      change(this.#ledger);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  /** Calls back once everything written so far would outlive this process: at once, where there is nothing to wait for. */
  whenSafe(then: Waiting): void {
    if (this.#waiting) this.#waiting.push(then);
    else then();
  }

  /** Does not wait for the end of the turn. Throws when the writes had to be undone. */
  commit(): void {
    const failure = this.#settle();
    if (failure) throw failure;
  }

  #settle(): Error | undefined {
    if (!this.#waiting) return undefined;
    const waiting = this.#waiting;
    let failure = this.#failure;
    this.#waiting = undefined;
    this.#failure = undefined;
    try {
      if (!failure) this.#ledger.commit();
    } catch (error) {
      failure = error as Error;
    }
    if (failure) {
      this.#ledger.rollback();
      this.#undone();
    }
    for (const then of waiting) then(failure);
    return failure;
  }
}
