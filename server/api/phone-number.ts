import { phoneNumber } from "../../contract/index.ts";
import { type Clock, timestamp } from "../conditions/clock.ts";
import { collectionHandlers, type Handlers, type Keeping } from "./collection.ts";

/** Sets the time of the last update, also when no field changed (gap `unchanged-update`). */
export function phoneNumberHandlers(keeping: Keeping & { readonly clock: Clock }): Handlers {
  return collectionHandlers(keeping, phoneNumber, {
    whenUpdated: () => ({ updated_at: timestamp(keeping.clock.now()) }),
  });
}
