// Combines simultaneous reads into a few pages of the list: a refresh of 1,000 objects sends one request instead of 1,000.

import { idOf, type Live } from "./answers.ts";
import { RequestFailure } from "./errors.ts";

/** Milliseconds: long enough to combine reads that the engine starts together, too short for a user to notice. */
const GATHERING = 10;

/**
 * Combines reads during one engine operation. A process serves one operation, so a page is never older than the operation.
 * Objects that this process wrote are read again. Objects on no page are read by id: only that answer proves that an object is
 * gone.
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
    // On a busy machine, simultaneous reads arrive one by one, so this waits while more arrive.
    for (let known = 0; known < reads; ) {
      known = reads;
      await new Promise((over) => setTimeout(over, GATHERING));
    }
    // A page costs as much as one object. So this requests at most one page for each object, and no page for a single first
    // object.
    while (hasMore && wanted.size > 0 && reads > Math.max(pagesRead, 1)) {
      pagesRead += 1;
      // Set before the page arrives: a failed list is not requested again.
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

    /** Discards the object's page entry, because the object is being written. */
    forget(given: string): void {
      const id = given.toLowerCase();
      written.add(id);
      listed.delete(id);
    },
  };
}

/** One broken object fails the whole page. Requested one by one, the other objects still arrive. */
function unlessBroken(error: unknown): void {
  if (error instanceof RequestFailure && (error.code === "service_error" || error.code === "unexpected_answer")) return;
  throw error;
}
