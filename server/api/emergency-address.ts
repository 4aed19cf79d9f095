// Emergency addresses: the carrier's check, which this server can only play (gap `emergency-address-correction`).

import { type Body, emergencyAddress } from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import type { Invalid } from "../http/answers.ts";
import { collectionHandlers, type Handlers } from "./collection.ts";
import type { Context } from "./context.ts";

/** The postal service's short forms of some words for streets. */
const SHORT: { readonly [word: string]: string } = {
  ...{ AVENUE: "AVE", BOULEVARD: "BLVD", COURT: "CT", DRIVE: "DR", LANE: "LN", PLACE: "PL", ROAD: "RD", STREET: "ST" },
};

export function emergencyAddressHandlers(context: Context): Handlers {
  return collectionHandlers(context, emergencyAddress, {
    validate: (_, document) => (isChecked(document) ? refusals(document) : []),
    computed: (document) => {
      if (!isChecked(document)) return { emergency_enabled: false, validated: false, validated_at: null };
      return { ...corrected(document), validated: true, validated_at: timestamp(context.clock.now()) };
    },
    shown: (_, { postal_code }) => ({ zip_code: postal_code }),
  });
}

function isChecked({ country, emergency_enabled }: Body): boolean {
  return country === "US" && emergency_enabled === true;
}

function refusals(document: Body): Invalid[] {
  const { street_number, auto_correct_address } = document;
  if (typeof street_number === "string" && !/\d/.test(street_number))
    return [{ field: "street_number", detail: "is unknown to the carrier" }];
  const candidate = corrected(document);
  if (auto_correct_address !== false || candidate.street_name === document.street_name) return [];
  return [{ field: "street_name", detail: "needs the carrier's correction", candidates: [candidate] }];
}

/** Returns the address as the carrier writes it. */
function corrected({ street_number, street_name, city, state, postal_code }: Body): Body {
  const words = String(street_name).toUpperCase().split(" ");
  const last = words.pop() ?? "";
  return { street_number, street_name: [...words, SHORT[last] ?? last].join(" "), city, state, postal_code };
}
