// The rule about what a script dials. The rules about webhooks cover the addresses and the credentials in it.

import { hostedResources, resourceNames, resources } from "../../contract/index.ts";
import { documentParts } from "../address.ts";
import { OPEN } from "../assembled.ts";
import { dialledNumber, isEmergency, isPremium, isPremiumBeginning } from "../phone.ts";
import { resourceRule } from "../rule.ts";

function problemOf(text: string): string | undefined {
  const [beginning = "", ...open] = text.split(OPEN);
  const dialled = dialledNumber(beginning);
  if (dialled === undefined) return undefined;
  if (open.length > 0) return isPremiumBeginning(dialled) ? "the beginning of a premium number" : undefined;
  if (isEmergency(dialled)) return "an emergency number";
  return isPremium(dialled) ? "a premium number" : undefined;
}

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
    const found = documentParts(script).flatMap(({ kind, place, text }) => {
      const what = kind === "number" ? problemOf(text) : undefined;
      return what === undefined ? [] : [`${place} is ${what}`];
    });
    yield* new Set(found);
  },
});
