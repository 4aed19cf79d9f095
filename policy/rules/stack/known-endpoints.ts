// Requires that a number rings an endpoint that the team manages.

import { texts } from "../../options.ts";
import { stackRule } from "../../rule.ts";
import { ignores } from "../handler/arguments.ts";

export const knownEndpoints = stackRule({
  name: "stack-known-endpoints",
  demands: "A phone number rings an endpoint that the stack manages or the configuration allows.",
  because: "An id written by hand may belong to an endpoint that was deleted, or that another stack deletes.",
  remedy: "Pass the id output of a SipEndpoint, or add the id to the option endpoints.",
  severity: "medium",
  levels: { baseline: "disabled", strict: "mandatory" },
  options: { endpoints: texts([], "The ids of endpoints managed elsewhere that numbers may ring.") },
  examples: {
    passes: [
      { kind: "SipEndpoint", name: "desk", args: { username: "desk" } },
      {
        kind: "PhoneNumber",
        name: "line",
        args: { callSipEndpointId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34" },
        from: { callSipEndpointId: "desk" },
      },
    ],
    fails: [{ kind: "PhoneNumber", name: "line", args: { callSipEndpointId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34" } }],
  },
  covers: "stack",

  *validate(stack, { endpoints }) {
    for (const number of stack.all("PhoneNumber")) {
      const isRead = number.isGiven("callSipEndpointId") && !ignores(number, "callSipEndpointId");
      if (!isRead || number.comesFrom("callSipEndpointId", "SipEndpoint")) continue;
      // The case of a UUID has no meaning.
      const id = number.knownText("callSipEndpointId")?.toLowerCase();
      if (id === undefined || endpoints.some((each) => each.toLowerCase() === id)) continue;
      yield { message: `${number.name} rings an endpoint that the stack neither manages nor allows`, urn: number.urn };
    }
  },
});
