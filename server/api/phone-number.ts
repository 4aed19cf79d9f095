import { phoneNumber, sipEndpoint } from "../../contract/index.ts";
import { timestamp } from "../control/clock.ts";
import type { Service } from "../service.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";

/** A number notes when it was changed, and rings only endpoints of its project. */
export function phoneNumberHandlers(service: Service): Handlers {
  const endpoints = service.store.collection(sipEndpoint);
  return collectionHandlers(service, phoneNumber, {
    whenUpdated: () => ({ updated_at: timestamp(service.clock.now()) }),
    // Gap `number-rings-endpoint`.
    validate(project, { call_sip_endpoint_id: id }) {
      if (typeof id !== "string" || id === "" || endpoints.find(project.id, id.toLowerCase())) return [];
      return [{ field: "call_sip_endpoint_id", detail: "must be the id of a SIP endpoint of the project" }];
    },
  });
}
