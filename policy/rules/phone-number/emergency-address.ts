import { stackRule } from "../../rule.ts";

export const emergencyAddress = stackRule({
  name: "phone-number-emergency-address",
  demands: "A local phone number that takes voice has an emergency address.",
  because:
    "Without one, the emergency services do not learn the caller's place. The address is set at the service, not by a program.",
  remedy: "Register an emergency address for the number with the service.",
  severity: "medium",
  levels: { baseline: "disabled", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      {
        kind: "PhoneNumber",
        args: {
          number: "+12025550101",
          capabilities: ["voice"],
          numberType: "longcode",
          e911AddressId: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
        },
      },
    ],
    fails: [{ kind: "PhoneNumber", args: { number: "+12025550101", capabilities: ["voice"], numberType: "longcode" } }],
  },
  covers: "stack",

  *validate(stack) {
    for (const number of stack.all("PhoneNumber")) {
      // Every answer of the service contains it. If it is missing, the service was not asked yet.
      const capabilities = number.peek("capabilities");
      if (capabilities === undefined) number.await("capabilities");
      else if (
        capabilities.includes("voice") &&
        number.peek("numberType") !== "toll-free" &&
        !number.isGiven("e911AddressId")
      )
        yield { message: "the number has no emergency address", urn: number.urn };
    }
  },
});
