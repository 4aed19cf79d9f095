// Decides how objects are read with the fewest requests: one alone by its id, many from pages of the collection's list.

import { RequestFailure } from "./errors.ts";

/** An object as the service returned it: names in snake_case, unknown keys included. */
export type Live = { readonly [field: string]: unknown };

export interface Page {
  readonly objects: readonly Live[];
  /** The path of the next page, if there is one. */
  readonly next: string | undefined;
}

export interface Source {
  /** Fails with the code `not_found` when there is no such object. */
  readOne(id: string): Promise<Live>;
  /** The page at this path; the first when none is given. */
  readPage(path: string | undefined): Promise<Page>;
}

interface Waiting {
  readonly id: string;
  readonly resolve: (live: Live) => void;
  readonly reject: (error: unknown) => void;
}

/** Long enough for reads that the engine starts together to meet, short enough not to be felt. */
const GATHERING = 10;

/**
 * Reads for the length of one engine operation: a process serves one, so a page read in it is never older than it.
 * What this process wrote is read anew.
 */
export class BatchReader {
  readonly #source: Source;
  readonly #listed = new Map<string, Live>();
  readonly #written = new Set<string>();
  #waiting: Waiting[] = [];
  #isGathering = false;
  #reads = 0;
  #pages = 0;
  #hasPages = true;
  #next: string | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  read(id: string): Promise<Live> {
    this.#reads += 1;
    const listed = this.#known(id);
    if (listed) return Promise.resolve(listed);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject });
      if (this.#isGathering) return;
      this.#isGathering = true;
      void this.#gather().then(() => this.#serveAll());
    });
  }

  /** The object was written: whatever a page said of it no longer holds. */
  forget(id: string): void {
    this.#written.add(id);
  }

  /** Waits for as long as more reads come: on a busy machine those of one moment arrive one by one. */
  async #gather(): Promise<void> {
    let known: number;
    do {
      known = this.#waiting.length;
      await new Promise((over) => setTimeout(over, GATHERING));
      // A timer goes off before what has arrived meanwhile is looked at.
      await new Promise((over) => setImmediate(over));
    } while (this.#waiting.length > known);
  }

  /** Serves what waits, and what joins it meanwhile, one batch after the other. */
  async #serveAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#serve(batch);
      } catch (error) {
        for (const each of batch) each.reject(error);
      }
    }
    this.#isGathering = false;
  }

  async #serve(batch: Waiting[]): Promise<void> {
    let open = this.#settle(batch);
    while (this.#isPageWorthwhile(open)) {
      const page = await this.#source.readPage(this.#next).catch(asBroken);
      if (!page) {
        this.#hasPages = false;
        break;
      }
      this.#pages += 1;
      this.#next = page.next;
      for (const live of page.objects) this.#listed.set(String(live.id), live);
      open = this.#settle(open);
    }
    // Not on the pages read: asked for by name, so that only the service's own 404 means gone.
    await Promise.all(open.map((each) => this.#source.readOne(each.id).then(each.resolve, each.reject)));
  }

  /** A page costs as much as one object: never more pages than objects asked for, and none for the very first object alone. */
  #isPageWorthwhile(open: readonly Waiting[]): boolean {
    if (!this.#hasPages || this.#reads < 2 || this.#pages >= this.#reads) return false;
    if (this.#pages > 0 && this.#next === undefined) return false;
    return open.some(({ id }) => !this.#written.has(id));
  }

  #settle(batch: readonly Waiting[]): Waiting[] {
    return batch.filter(({ id, resolve }) => {
      const live = this.#known(id);
      if (live) resolve(live);
      return !live;
    });
  }

  #known(id: string): Live | undefined {
    return this.#written.has(id) ? undefined : this.#listed.get(id);
  }
}

/** One object that the service chokes on breaks every page it is on; asked for one by one, the others still come. */
function asBroken(error: unknown): undefined {
  if (error instanceof RequestFailure && error.code === "service_error") return undefined;
  throw error;
}
