// The operations that the rooms above use, without a word about requests.

import type { Body, Resource } from "../../contract/index.ts";
import type { Live } from "./answers.ts";
import type { Listed } from "./listing.ts";

export interface Operations {
  /**
   * Returns the new object. Never repeats a request that may have been carried out: after a failure with `reach: "unknown"`,
   * the caller must look the object up. Throws `Contradicted` when the object was made with other values.
   */
  create(body: Body): Promise<Live>;
  /**
   * Returns the list that would show this key, as it was before the run's first create. So no create of this run made its
   * objects. The list is read once.
   */
  before(key: string): Promise<Listed>;
  /**
   * Returns the object. Fails with the code `not_found` when the service returns 404 and its list lacks the object too.
   * Simultaneous reads share pages of the list. A singleton is read once for the life of the process.
   */
  read(id?: string): Promise<Live>;
  /** Reads the object now. The result is never the answer to an earlier read. */
  readAgain(id?: string): Promise<Live>;
  /** Lists all of the project's objects in the fewest requests. */
  list(): AsyncIterable<Live>;
  /**
   * Returns the project's object with exactly this key (`keyOf`), if there is one. Throws `Conflict` when several
   * have it.
   */
  find(key: string): Promise<Live | undefined>;
  /**
   * Returns the updated object. The id is not sent for a singleton. `before` holds the values that a read just before showed. A
   * sent field that still shows one of them throws `Contradicted`.
   */
  update(id: string, body: Body, before?: Body): Promise<Live>;
  /** Deletes the object. Succeeds also when the object is proven to be gone. */
  delete(id: string): Promise<void>;
}

export interface Client {
  /** Every operation that the contract does not give the resource throws before a request. */
  collection(resource: Resource): Operations;
}
