// The rule about what a script dials. The rules about webhooks cover the addresses and the credentials in it.

import { hostedResources, resourceNames, resources } from "../../contract/index.ts";
import { documentParts } from "../address.ts";
import { dialledNumber, isEmergency, isPremium } from "../phone.ts";
import { resourceRule } from "../rule.ts";

export const destinations = resourceRule({
  name: "script-destinations",
  demands: "A script dials no emergency number and no premium number.",
  because:
    "A call that a script passes on has the place and the number of the service, not of the caller, which misleads an emergency service. A premium number charges the project for each caller.",
  remedy: "Dial another number; let a person call an emergency service from a telephone with an emergency address.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: resourceNames.filter((kind) => hostedResources.some((hosted) => hosted === resources[kind])),

  *validate(script) {
    for (const { kind, place, text } of documentParts(script)) {
      const dialled = kind === "number" ? dialledNumber(text) : undefined;
      if (dialled === undefined) continue;
      if (isEmergency(dialled)) yield `${place} is an emergency number`;
      else if (isPremium(dialled)) yield `${place} is a premium number`;
    }
  },
});
