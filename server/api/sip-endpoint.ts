import { phoneNumber, sipEndpoint } from "../../contract/index.ts";
import { invalid } from "../http/answers.ts";
import type { Project } from "../store/store.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";
import { profileInForce, sendAsProblems } from "./sip-profile.ts";

export function sipEndpointHandlers(context: Context): Handlers {
  const { store, protectHandlers } = context;
  return collectionHandlers(context, sipEndpoint, {
    profile: (project) => profileInForce(store, project),
    validate: (project, body) => sendAsProblems(store, project, "send_as", body),
    refuseDeletion(project, id) {
      const numbers = protectHandlers ? ringing(project, id) : [];
      if (numbers.length === 0) return undefined;
      // Gap `assigned-endpoint`.
      const detail = `is assigned as the handler of ${numbers.join(", ")} and cannot be deleted`;
      return invalid([{ field: "id", detail }], 400, "resource_assigned_as_handler");
    },
  });

  /** Returns the numbers, in E.164, whose handler is this endpoint. */
  function ringing(project: Project, id: string): string[] {
    const numbers = store.collection(phoneNumber).all(project.id);
    return numbers.flatMap(({ document: { number, call_handler, call_sip_endpoint_id } }) => {
      const rings = call_handler === "relay_sip_endpoint" && String(call_sip_endpoint_id).toLowerCase() === id;
      return rings ? [String(number)] : [];
    });
  }
}
