import { phoneNumber } from "../../contract/index.ts";
import { type Clock, timestamp } from "../conditions/clock.ts";
import { collectionHandlers, type Handlers, type Keeping } from "./collection.ts";

/** A number notes when it was changed. */
export function phoneNumberHandlers(keeping: Keeping & { readonly clock: Clock }): Handlers {
  return collectionHandlers(keeping, phoneNumber, {
    whenUpdated: () => ({ updated_at: timestamp(keeping.clock.now()) }),
  });
}
