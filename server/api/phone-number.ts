import { phoneNumber } from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import type { Service } from "../service.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";

/** A number notes when it was changed. */
export function phoneNumberHandlers(service: Service): Handlers {
  return collectionHandlers(service, phoneNumber, {
    whenUpdated: () => ({ updated_at: timestamp(service.clock.now()) }),
  });
}
