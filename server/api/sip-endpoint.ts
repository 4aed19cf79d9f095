import { phoneNumber, sipEndpoint } from "../../contract/index.ts";
import { invalid } from "../http/answers.ts";
import type { Service } from "../service.ts";
import type { Project } from "../store/store.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import { profileInForce, sendAsProblems } from "./sip-profile.ts";

/** An endpoint inherits from the SIP profile, and numbers may ring it. */
export function sipEndpointHandlers(service: Service): Handlers {
  const { store, protectHandlers } = service;
  return collectionHandlers(service, sipEndpoint, {
    profile: (project) => profileInForce(store, project),
    validate: (project, body) => sendAsProblems(store, project, "send_as", body),
    refuseDeletion(project, id) {
      const numbers = protectHandlers ? ringing(project, id) : [];
      if (numbers.length === 0) return undefined;
      // Gap `assigned-endpoint`.
      const detail = `is assigned as the handler of ${numbers.join(", ")} and cannot be deleted`;
      return invalid([{ field: "id", detail }], "resource_assigned_as_handler");
    },
  });

  /** The numbers that have this endpoint as their handler, in E.164. */
  function ringing(project: Project, id: string): string[] {
    const numbers = store.collection(phoneNumber).all(project.id);
    return numbers.flatMap(({ document: { number, call_handler, call_sip_endpoint_id } }) => {
      const rings = call_handler === "relay_sip_endpoint" && String(call_sip_endpoint_id).toLowerCase() === id;
      return rings ? [String(number)] : [];
    });
  }
}
