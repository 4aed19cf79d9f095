// Many reads of one moment become a few pages of the list: a refresh of 1,000 objects sends one request instead of 1,000.

import { idOf, type Live } from "./answers.ts";
import { RequestFailure } from "./errors.ts";

/** Milliseconds: long enough for reads that the engine starts together to meet, short enough not to be felt. */
const GATHERING = 10;

/**
 * Reads for the length of one engine operation: a process serves one, so a page read in it is never older than it.
 * What this process wrote is read anew, and what is on no page is asked for by its id: only the answer to that means "gone".
 */
export function batchReads(
  readOne: (id: string) => Promise<Live>,
  nextPage: () => Promise<readonly Live[] | undefined>,
) {
  const listed = new Map<string, Live>();
  const written = new Set<string>();
  const wanted = new Set<string>();
  let batch: Promise<void> | undefined;
  let [reads, pagesRead, hasMore] = [0, 0, true];

  async function readPages(): Promise<void> {
    // On a busy machine the reads of one moment arrive one by one: waits for as long as more come.
    for (let known = 0; known < reads; ) {
      known = reads;
      await new Promise((over) => setTimeout(over, GATHERING));
      // A timer goes off before what has arrived meanwhile is looked at.
      await new Promise((over) => setImmediate(over));
    }
    // A page costs as much as one object: never more pages than objects asked for, and none for the very first object alone.
    while (hasMore && wanted.size > 0 && reads > Math.max(pagesRead, 1)) {
      pagesRead += 1;
      // Until the page has come: a list that failed is not asked again.
      hasMore = false;
      const page = await nextPage();
      hasMore = page !== undefined;
      for (const live of page ?? []) {
        const id = idOf(live);
        wanted.delete(id);
        if (!written.has(id)) listed.set(id, live);
      }
    }
  }

  return {
    async read(given: string): Promise<Live> {
      const id = given.toLowerCase();
      reads += 1;
      if (hasMore && !written.has(id) && !listed.has(id)) {
        wanted.add(id);
        batch ??= readPages()
          .catch(unlessBroken)
          .finally(() => {
            batch = undefined;
            wanted.clear();
          });
        await batch;
      }
      return listed.get(id) ?? readOne(given);
    },

    /** The object is being written: whatever a page says of it no longer holds. */
    forget(given: string): void {
      const id = given.toLowerCase();
      written.add(id);
      listed.delete(id);
    },
  };
}

/** One object that the service chokes on breaks the page it is on. Asked for one by one, the others still come. */
function unlessBroken(error: unknown): void {
  if (error instanceof RequestFailure && (error.code === "service_error" || error.code === "unexpected_answer")) return;
  throw error;
}
