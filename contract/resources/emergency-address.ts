// The emergency address: where help goes when a number of the project calls 911 (gap `emergency-addresses`).

import { created } from "../created.ts";
import { documented } from "../evidence.ts";
import { liveOnly } from "../resource.ts";
import { flag, oneOf, text, textMatching, textUpTo, timestamp } from "../values.ts";

const MOST = 250;
const CORRECTED = { required: true, corrected: true, gap: "emergency-address-correction" } as const;

/** The fields that the service requires in each update, and those that decide whether the carrier checks the address. */
const REPEATED = [
  ...["label", "country", "first_name", "last_name", "street_number", "street_name", "city", "state", "postal_code"],
  ...["emergency_enabled", "auto_correct_address"],
] as const;

export const emergencyAddress = created({
  kind: "emergencyAddress",
  title: "emergency address",
  key: "label",
  keyMayRepeat: true,
  path: "/api/relay/rest/addresses",
  scope: "Numbers",
  gap: "emergency-addresses",
  operations: {
    create: { status: 200 },
    list: { filters: { filter_label: "label" } },
    update: { requires: REPEATED.slice(0, -2), repeats: REPEATED },
  },
  doc: "A street address for emergency calls (E911), which the law of the United States and Canada requires. Many numbers may share one.",
  notes: [
    "With `emergencyEnabled`, the carrier checks an address in the United States. It may correct the street, city, state and postal code: the corrected text is no drift, and a later change of it by hand is. With `autoCorrectAddress: false`, the service refuses an address that needs a correction, and the error shows the carrier's suggestions.",
    "The carrier checks no address of another country, so a program cannot set `emergencyEnabled` there.",
  ],
  deleting: "The service may refuse to delete an address that a number has.",
  fields: {
    label: {
      type: textUpTo(MOST, "Head office"),
      doc: "A label to tell the project's addresses apart. The dispatcher sees its first 32 characters as the caller's name. The provider makes no second address of the same label in a project.",
      required: true,
    },
    country: {
      type: textMatching(/^[A-Z]{2}$/, "be the two capital letters of a country (ISO 3166), for example US", "US"),
      doc: "The country: the two letters of ISO 3166.",
      required: true,
    },
    first_name: {
      type: textUpTo(MOST, "Emmett"),
      doc: "The first name of the person at the address.",
      required: true,
    },
    last_name: {
      type: textUpTo(MOST, "Brown"),
      doc: "The last name of the person at the address.",
      required: true,
    },
    street_number: { type: textUpTo(MOST, "1640"), doc: "The house number.", ...CORRECTED },
    street_name: { type: textUpTo(MOST, "Riverside Drive"), doc: "The street without the house number.", ...CORRECTED },
    address_type: {
      type: oneOf([
        ...(["Apartment", "Basement", "Building", "Department", "Floor"] as const),
        ...["Office", "Penthouse", "Suite", "Trailer", "Unit"],
      ]),
      doc: "The kind of the part of the building.",
    },
    address_number: { type: text("42"), doc: "The number of the part of the building." },
    city: { type: textUpTo(MOST, "Hill Valley"), doc: "The city.", ...CORRECTED },
    state: {
      type: text("CA"),
      doc: "The state, province or region. In the United States and Canada, its two letters.",
      ...CORRECTED,
    },
    postal_code: { type: textUpTo(MOST, "91905"), doc: "The postal code.", ...CORRECTED },
    emergency_enabled: {
      type: flag(),
      doc: "Whether the carrier checks the address for emergency calls. Only a checked address can be given to a number.",
      default: { value: false },
      onlyWith: { field: "country", value: "US" },
    },
    auto_correct_address: {
      type: flag(),
      doc: "Whether the service stores the carrier's correction. Otherwise it refuses an address that needs one.",
      default: { value: true },
      writeOnly: true,
    },
    validated: {
      type: flag(),
      doc: "Whether the carrier accepted the address.",
      default: { value: false },
      responseOnly: true,
      alwaysReturned: true,
      stored: true,
    },
    validated_at: {
      type: timestamp("2026-05-08T19:08:41Z"),
      doc: "When the carrier last accepted the address. UTC, ISO 8601.",
      responseOnly: true,
      stored: true,
    },
    zip_code: liveOnly("Another name of `postal_code`.", {
      computed: true,
      servedAs: "{postal_code}",
      gap: "emergency-addresses",
    }),
  },
  gaps: {
    "emergency-addresses": {
      question: "How emergency addresses are managed.",
      answer:
        "At /api/relay/rest/addresses. An update requires the whole address and keeps the optional fields that it leaves out. The provider repeats emergency_enabled and auto_correct_address too. Null unsets address_type and address_number.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes these operations and fields. None was seen live, and it does not say what becomes of an optional field that an update leaves out.",
    },
    "emergency-address-correction": {
      question: "What the carrier makes of an address with emergency_enabled.",
      answer:
        "After a write, the provider accepts any street, city, state and postal code. The server knows no streets: it writes them in capitals, with the last word in its short form. A house number without a digit is 422. With auto_correct_address false, a correction is 422 too, with candidates. For another country it stores emergency_enabled as false.",
      evidence: documented("2026-08-21", "signalwire/docs, openapi.yaml"),
      because:
        "The live service describes the correction and the candidates without an example, and the check for the United States only.",
    },
  },
  example: {
    name: "headOffice",
    args: {
      label: "Head office",
      country: "US",
      firstName: "Emmett",
      lastName: "Brown",
      streetNumber: "1640",
      streetName: "Riverside Drive",
      city: "Hill Valley",
      state: "CA",
      postalCode: "91905",
      emergencyEnabled: true,
    },
    exports: { addressId: "id", validated: "validated" },
  },
});
