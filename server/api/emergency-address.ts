// Emergency addresses: the carrier's check, which this server can only play (gap `emergency-address-correction`).

import { type Body, emergencyAddress, phoneNumber } from "../../contract/index.ts";
import { timestamp } from "../conditions/clock.ts";
import { type Answer, badRequest, type Invalid, invalid, notFound } from "../http/answers.ts";
import type { ApiRequest, ApiRoute } from "../http/route.ts";
import { collectionHandlers, type Handlers, stored } from "./collection.ts";
import type { Context } from "./context.ts";
import { registered } from "./phone-number.ts";

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
    refuseDeletion(project, id) {
      const numbers = context.store.collection(phoneNumber).all(project.id);
      const isUsed = numbers.some(({ document }) => registered(document, context.clock.now()).e911_address_id === id);
      return isUsed ? badRequest : undefined;
    },
  });
}

/** Returns the routes that give a number an address and take it away (gap `emergency-address-assignment`). */
export function assignmentRoutes(
  context: Context,
  read: (request: ApiRequest) => Answer | Promise<Answer>,
): ApiRoute[] {
  const { path } = phoneNumber.fields.emergency_address.assigned;
  const numbers = context.store.collection(phoneNumber);
  const addresses = context.store.collection(emergencyAddress);

  /** Answers with the number after a change, or with a refusal. */
  const changing = (change: (request: ApiRequest, status: unknown) => Body | Invalid) => (request: ApiRequest) => {
    const document = numbers.find(request.project.id, request.id);
    if (!document) return notFound;
    const now = context.clock.now();
    const current = { ...document, ...registered(document, now) };
    const changed = change(request, current.e911_status);
    if ("detail" in changed) return invalid([changed as Invalid]);
    numbers.update(request.id, stored({ ...current, ...changed, updated_at: timestamp(now) }));
    return read(request);
  };

  const assign = changing(({ project, body }, status) => {
    const id = String(body.e911_address_id).toLowerCase();
    const field = "e911_address_id";
    const address = addresses.find(project.id, id);
    if (!address) return { field, detail: "must be the id of an emergency address of the project" };
    if (address.validated !== true) return { field, detail: "must be the id of an address that the carrier accepted" };
    if (String(status).startsWith("pending")) return { field: "e911_status", detail: `is ${status}` };
    return { e911_address_id: id, e911_status: "pending" };
  });
  const remove = changing((_, status) =>
    status === "active" ? { e911_status: "pending_removal" } : { field: "e911_status", detail: "must be active" },
  );
  const scope = "Numbers";
  return [
    { method: "POST", path, scope, handler: assign },
    { method: "DELETE", path, scope, handler: remove },
  ];
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
