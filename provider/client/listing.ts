// What the list of one resource proves in one run of the engine: which objects exist, which are gone, and which existed before
// the run made any.

import { idOf, type Live } from "./answers.ts";

type Pages = AsyncIterator<readonly Live[]>;
type Ids = ReadonlySet<string>;

/** One reading of the list, page after page. */
interface Reading {
  /** The next page; `undefined` after the last. */
  next(): Promise<readonly Live[] | undefined>;
  /** Reads the pages that are left. Resolves to the ids on all pages. */
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

  /** The next page of the run's first reading; `undefined` after the last. */
  nextPage(): Promise<readonly Live[] | undefined> {
    return this.#reading.next();
  }

  /** Resolves to the ids of all objects that existed before the run's first create. Called before each create. */
  beforeCreates(): Promise<Ids> {
    this.#before ??= this.#ids().catch((error) => {
      this.#before = undefined;
      throw error;
    });
    return this.#before;
  }

  /** Records an object that this run made after the list may have been read. */
  created(id: string): void {
    this.#created.add(id);
  }

  /** Whether the list has the object. A list that had it earlier is read again: the object may have gone since. */
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
      // After a failure the iterator says that it is done, which does not mean that the list was read to its end.
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
