// The facts that one resource's list proves during a run of the engine: existing objects, missing objects, and objects from
// before a create.

import { setTimeout as pause } from "node:timers/promises";
import { plural } from "../../contract/index.ts";
import { idOf, type Live } from "./answers.ts";

type Pages = AsyncIterator<readonly Live[]>;

/** The contents of a list that was read completely. */
export interface Listed {
  /** In lower case. */
  readonly ids: ReadonlySet<string>;
  /** The values of the unique key. */
  readonly keys: ReadonlySet<unknown>;
}

/** One reading of the list, page by page. */
interface Reading {
  /** The next page; `undefined` after the last. */
  next(): Promise<readonly Live[] | undefined>;
  /** Reads the remaining pages. */
  rest(): Promise<Listed>;
  hasFailed(): boolean;
}

/** Milliseconds in which operations that began together get their answers: each has asked for its object and for the list. */
const TOGETHER = 250;

/** The objects of a run that would be gone while the list of their kind is empty. */
export class Absences {
  /** From this number of missing objects on, an empty list is likelier a fault of the service than the truth. */
  static readonly MOST = 5;
  readonly #ids = new Set<string>();

  /** Resolves to true when there are too many. Waits while more arrive, so that simultaneous operations get the same answer. */
  async areTooMany(id: string): Promise<boolean> {
    this.#ids.add(id);
    for (let known = 0; known < this.#ids.size && this.#ids.size < Absences.MOST; ) {
      known = this.#ids.size;
      await pause(TOGETHER);
    }
    return this.#ids.size >= Absences.MOST;
  }

  /** Completes the sentence about the answer that such an object is not there. */
  static reason(title: string): string {
    return (
      `and the list of ${plural(title)} is empty: with this one, ${Absences.MOST} or more objects would be gone at once, so none is forgotten. ` +
      "Check that this is the right project. If the objects were really removed, set SIGNALWIRE_EMPTY_PROJECT=true for this run"
    );
  }
}

export class Listing {
  readonly #open: () => Reading;
  /** Id → value of the unique key. */
  readonly #created = new Map<string, unknown>();
  #reading: Reading;
  #latest: Listed | undefined;
  #before: Promise<Listed> | undefined;
  #again: Promise<Listed> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(pages: () => Pages, keyOf: (live: Live) => unknown) {
    this.#open = () => openReading(pages(), keyOf);
    this.#reading = this.#open();
  }

  /** Returns the next page of the run's first reading; `undefined` after the last. */
  nextPage(): Promise<readonly Live[] | undefined> {
    return this.#reading.next();
  }

  /** Resolves to the list from before the run's first create. Called before each create. */
  beforeCreates(): Promise<Listed> {
    this.#before ??= this.#whole().catch((error) => {
      this.#before = undefined;
      throw error;
    });
    return this.#before;
  }

  /** Records an object that this run created, possibly after the list was read. */
  created(id: string, key: unknown): void {
    this.#created.set(id, key);
  }

  /** True for an object that this run created with another value of the unique key. */
  isOfAnother(id: string, key: unknown): boolean {
    return this.#created.has(id) && this.#created.get(id) !== key;
  }

  /** Resolves to the list. Reads it again if it contained the object earlier, because the object may be gone since. */
  async known(id: string): Promise<Listed> {
    const known = await this.#whole();
    return known.ids.has(id) || this.#created.has(id) ? this.afresh() : known;
  }

  /** Reads the list from its start. Simultaneous callers share a reading, but never one that has begun before the call. */
  afresh(): Promise<Listed> {
    this.#again ??= this.#running
      .then(() => pause(0))
      .then(() => {
        this.#again = undefined;
        const reading = this.#open().rest();
        this.#running = reading.catch(() => undefined);
        return reading;
      })
      .then((listed) => {
        this.#latest = listed;
        return listed;
      });
    return this.#again;
  }

  async #whole(): Promise<Listed> {
    if (this.#latest) return this.#latest;
    if (this.#reading.hasFailed()) this.#reading = this.#open();
    this.#latest = await this.#reading.rest();
    return this.#latest;
  }
}

function openReading(pages: Pages, keyOf: (live: Live) => unknown): Reading {
  const [ids, keys] = [new Set<string>(), new Set<unknown>()];
  let failure: { readonly error: unknown } | undefined;

  async function next(): Promise<readonly Live[] | undefined> {
    try {
      const { value, done } = await pages.next();
      // After a failure, the iterator reports its end although the list was not read completely.
      if (failure) throw failure.error;
      if (done) return undefined;
      for (const live of value) {
        ids.add(idOf(live));
        keys.add(keyOf(live));
      }
      return value;
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  }

  return {
    next,
    async rest() {
      while (await next());
      return { ids, keys };
    },
    hasFailed: () => failure !== undefined,
  };
}
