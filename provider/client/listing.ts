// The facts that one resource's list proves during a run of the engine: existing objects, missing objects, and objects from
// before the run's first create.

import { idOf, type Live } from "./answers.ts";

type Pages = AsyncIterator<readonly Live[]>;
type Ids = ReadonlySet<string>;

/** One reading of the list, page by page. */
interface Reading {
  /** The next page; `undefined` after the last. */
  next(): Promise<readonly Live[] | undefined>;
  /** Reads the remaining pages. Resolves to the ids on all pages. */
  rest(): Promise<Ids>;
  hasFailed(): boolean;
}

/** The readings of one list. Ids are in lower case. */
export class Listing {
  readonly #pages: () => Pages;
  readonly #created = new Set<string>();
  #reading: Reading;
  #latest: Ids | undefined;
  #before: Promise<Ids> | undefined;
  #again: Promise<Ids> | undefined;

  constructor(pages: () => Pages) {
    this.#pages = pages;
    this.#reading = openReading(pages());
  }

  /** Returns the next page of the run's first reading; `undefined` after the last. */
  nextPage(): Promise<readonly Live[] | undefined> {
    return this.#reading.next();
  }

  /** Resolves to the ids of all objects from before the run's first create. Called before each create. */
  beforeCreates(): Promise<Ids> {
    this.#before ??= this.#ids().catch((error) => {
      this.#before = undefined;
      throw error;
    });
    return this.#before;
  }

  /** Records an object that this run created, possibly after the list was read. */
  created(id: string): void {
    this.#created.add(id);
  }

  /**
   * True when the list contains the object. Reads the list again if it contained the object earlier, because the object may be
   * gone since.
   */
  async has(id: string): Promise<boolean> {
    const known = await this.#ids();
    if (!known.has(id) && !this.#created.has(id)) return false;
    this.#again ??= openReading(this.#pages())
      .rest()
      .finally(() => {
        this.#again = undefined;
      });
    const latest = await this.#again;
    this.#latest = latest;
    return latest.has(id);
  }

  async #ids(): Promise<Ids> {
    if (this.#latest) return this.#latest;
    if (this.#reading.hasFailed()) this.#reading = openReading(this.#pages());
    this.#latest = await this.#reading.rest();
    return this.#latest;
  }
}

function openReading(pages: Pages): Reading {
  const ids = new Set<string>();
  let failure: { readonly error: unknown } | undefined;

  async function next(): Promise<readonly Live[] | undefined> {
    try {
      const { value, done } = await pages.next();
      // After a failure, the iterator reports its end although the list was not read completely.
      if (failure) throw failure.error;
      if (done) return undefined;
      for (const live of value) ids.add(idOf(live));
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
      return ids;
    },
    hasFailed: () => failure !== undefined,
  };
}
