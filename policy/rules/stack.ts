import { ignores } from "../handlers.ts";
import { texts } from "../options.ts";
import { stackRule } from "../rule.ts";

export const knownEndpoints = stackRule({
  name: "stack-known-endpoints",
  demands: "A phone number rings an endpoint that the stack manages or the configuration allows.",
  because: "An id written by hand may belong to an endpoint that was deleted, or that another stack deletes.",
  remedy: "Pass the id output of a SipEndpoint of the same account, or add the id to the option endpoints.",
  severity: "medium",
  levels: { baseline: "disabled", strict: "mandatory" },
  options: { endpoints: texts([], "The ids of endpoints managed elsewhere that numbers may ring.") },
  covers: "stack",

  *validate(stack, { endpoints }) {
    for (const account of stack.accounts) {
      const managed = account.all("SipEndpoint");
      for (const number of account.all("PhoneNumber")) {
        if (!number.isGiven("callSipEndpointId") || ignores(number, "callSipEndpointId")) continue;
        const origins = number.originsOf("callSipEndpointId", "SipEndpoint");
        // The engine shows no policy an id, so the origin of the value vouches for it. The provider refuses an invented id.
        if (managed.some(({ urn }) => origins.includes(urn))) continue;
        // The case of a UUID has no meaning.
        const id = number.knownText("callSipEndpointId")?.toLowerCase();
        if (id === undefined || endpoints.some((each) => each.toLowerCase() === id)) continue;
        yield {
          message: `${number.name} has a callSipEndpointId that is no endpoint of the stack (option endpoints)`,
          urn: number.urn,
        };
      }
    }
  },
});
