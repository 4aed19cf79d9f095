// The changes that replace an object, through both doors. The engine itself finds the changed properties.

import { expect, it } from "vitest";
import type { ResourceName } from "../../../contract/index.ts";
import { ID } from "../bodies.ts";
import { NOWHERE } from "../direct-host.ts";
import { DOORS, namedAt, openDoor } from "../doors.ts";
import type { Props } from "../host.ts";

const OTHER = "00000000-0000-4000-8000-000000000000";
const DESK = { username: "a", codecs: ["OPUS"] };
const NUMBER = { number: "+12025550101" };
const BY_ID = { phoneNumberId: ID, ...NUMBER };

/** The outputs, the inputs, the properties whose change replaces the object, and false where nothing changes. */
it.each<[ResourceName, Props, Props, string[], false?]>([
  ["SipEndpoint", DESK, { username: "b", codecs: ["VP8"] }, []],
  ["PhoneNumber", { ...NUMBER, name: "a" }, { ...NUMBER, name: "b" }, []],
  // The number is named by its id now, by its digits, or in capitals.
  ["PhoneNumber", NUMBER, { phoneNumberId: ID }, []],
  ["PhoneNumber", BY_ID, NUMBER, []],
  ["PhoneNumber", { phoneNumberId: ID }, { phoneNumberId: ID.toUpperCase() }, []],
  ["ClientToken", { resource: "a", expiresIn: 5 }, { resource: "a", expiresIn: 9 }, []],
  ["ClientToken", { resource: "a" }, {}, []],
  ["PhoneNumber", NUMBER, { number: "+12025550102" }, ["number"]],
  ["PhoneNumber", { phoneNumberId: ID }, { phoneNumberId: OTHER }, ["phoneNumberId"]],
  ["PhoneNumber", NUMBER, { phoneNumberId: OTHER }, ["phoneNumberId"]],
  ["PhoneNumber", BY_ID, { number: "+12025550102" }, ["number"]],
  ["PhoneNumber", {}, NUMBER, []],
  ["ClientToken", { resource: "a", rotation: "always" }, { resource: "b", rotation: "always" }, ["resource"]],
  // An `adopt` that is taken away or added later changes nothing by itself.
  ["SipEndpoint", { ...DESK, adopt: true }, DESK, [], false],
  ["SipEndpoint", DESK, { ...DESK, adopt: true }, [], false],
  ["SipEndpoint", DESK, { ...DESK, adopt: true, username: "b" }, []],
])("a %s changes from %j to %j, which replaces it for %j", async (kind, outputs, news, replaces, changes) => {
  for (const door of DOORS) {
    const provider = await openDoor(door, NOWHERE);
    const known = { ...namedAt(door, kind), id: ID, inputs: {}, outputs };
    // The new object would need the unique key of the old one.
    const deleteBeforeReplace = kind === "SipEndpoint";
    expect(await provider.diff(known, news)).toEqual({ replaces, changes, deleteBeforeReplace });
  }
});
