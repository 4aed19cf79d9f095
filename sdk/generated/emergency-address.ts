// Generated from contract/ by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import { listed } from "../look-up.ts";
import { type FoundClass, resourceClass } from "../resource-class.ts";
import type { Filters, Needs, OutputsOf, Shows, Takes } from "../types.ts";

/** Every property of a EmergencyAddress. Arguments and outputs derive from it. */
export interface EmergencyAddressProperties {
  /** A label to tell the project's addresses apart. The dispatcher sees its first 32 characters as the caller's name. The provider makes no second address of the same label in a project. */
  label: string;
  /** The country: the two letters of ISO 3166. */
  country: string;
  /** The first name of the person at the address. */
  firstName: string;
  /** The last name of the person at the address. */
  lastName: string;
  /** The house number. */
  streetNumber: string;
  /** The street without the house number. */
  streetName: string;
  /** The city. */
  city: string;
  /** The state, province or region. In the United States and Canada, its two letters. */
  state: string;
  /** The postal code. */
  postalCode: string;
  /**
   * Takes over an emergency address that has this `label` already, and sets it to the program's values.
   * Default: `false`.
   */
  adopt?: boolean;
  /**
   * The kind of the part of the building.
   * Allowed values: `Apartment`, `Basement`, `Building`, `Department`, `Floor`, `Office`, `Penthouse`, `Suite`, `Trailer`, `Unit`.
   */
  addressType?: "Apartment" | "Basement" | "Building" | "Department" | "Floor" | "Office" | "Penthouse" | "Suite" | "Trailer" | "Unit";
  /** The number of the part of the building. */
  addressNumber?: string;
  /**
   * Whether the carrier checks the address for emergency calls. Only a checked address can be given to a number.
   * Default: `false`.
   */
  emergencyEnabled?: boolean;
  /**
   * Whether the service stores the carrier's correction. Otherwise it refuses an address that needs one.
   * Default: `true`.
   */
  autoCorrectAddress?: boolean;
  /**
   * Whether the carrier accepted the address.
   * Default: `false`.
   */
  validated: boolean;
  /** When the carrier last accepted the address. UTC, ISO 8601. */
  validatedAt?: string;
}

/** What a program sets on a EmergencyAddress. */
export interface EmergencyAddressArgs extends Needs<EmergencyAddressProperties, "label" | "country" | "firstName" | "lastName" | "streetNumber" | "streetName" | "city" | "state" | "postalCode">, Takes<EmergencyAddressProperties, "adopt" | "addressType" | "addressNumber" | "emergencyEnabled" | "autoCorrectAddress"> {}

/** The outputs of a EmergencyAddress: what the program set, and what the service or the provider added. */
export interface EmergencyAddress extends pulumi.CustomResource, OutputsOf<EmergencyAddressProperties> {}

export interface EmergencyAddressClass extends FoundClass<"EmergencyAddress", EmergencyAddress> {
  new (name: string, args: EmergencyAddressArgs, opts?: pulumi.CustomResourceOptions): EmergencyAddress;

  /**
   * Looks at the emergency address with this `label`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  getByLabel(name: string, label: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): EmergencyAddress;
}

/**
 * A street address for emergency calls (E911), which the law of the United States and Canada requires. Many numbers may share one.
 *
 * Created, changed in place and deleted with the stack. The service may refuse to delete an address that a number has.
 *
 * With `emergencyEnabled`, the carrier checks an address in the United States. It may correct the street, city, state and postal code: the corrected text is no drift, and a later change of it by hand is. With `autoCorrectAddress: false`, the service refuses an address that needs a correction, and the error shows the carrier's suggestions.
 *
 * The carrier checks no address of another country, so a program cannot set `emergencyEnabled` there.
 *
 * `EmergencyAddress.get(name, id)` reads an emergency address without managing it. `id` is the emergency address's identifier at the service. `EmergencyAddress.getByLabel(name, label)` finds it by its label.
 *
 * @example
 * ```typescript
 * import { EmergencyAddress } from "pulumi-signalwire";
 *
 * const headOffice = new EmergencyAddress("headOffice", {
 *   label: "Head office",
 *   country: "US",
 *   firstName: "Emmett",
 *   lastName: "Brown",
 *   streetNumber: "1640",
 *   streetName: "Riverside Drive",
 *   city: "Hill Valley",
 *   state: "CA",
 *   postalCode: "91905",
 *   emergencyEnabled: true,
 * });
 * export const addressId = headOffice.id;
 * export const validated = headOffice.validated;
 * ```
 */
export const EmergencyAddress: EmergencyAddressClass = resourceClass("EmergencyAddress", {
  key: "label",
  deletesFirst: true,
  names: ["label", "country", "firstName", "lastName", "streetNumber", "streetName", "city", "state", "postalCode", "adopt", "addressType", "addressNumber", "emergencyEnabled", "autoCorrectAddress", "validated", "validatedAt"],
  secrets: [],
});

/** An emergency address as the service shows it. */
export interface EmergencyAddressResult extends Shows<EmergencyAddressProperties, "label" | "country" | "firstName" | "lastName" | "streetNumber" | "streetName" | "city" | "state" | "postalCode" | "addressType" | "addressNumber" | "emergencyEnabled" | "validated" | "validatedAt"> {}

/** Which emergency addresses `getEmergencyAddresses` returns: those that have these texts in them. */
export interface GetEmergencyAddressesArgs extends Filters<"label"> {}

/**
 * Returns all emergency addresses of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - `provider` names a declared provider, whose project is looked at then.
 */
export function getEmergencyAddresses(
  filters: GetEmergencyAddressesArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly emergencyAddresses: readonly EmergencyAddressResult[] }> {
  return listed("EmergencyAddress", "EmergencyAddresses", filters, opts);
}
