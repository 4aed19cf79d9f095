// Each descriptor, field by field, against the specification's tables.

import { describe, expect, it } from "vitest";
import {
  acceptedFields,
  clientToken,
  configuring,
  cxmlApplication,
  emergencyAddress,
  type Resource,
  type ResourceName,
  requiredFields,
  resourceNames,
  resources,
  returnedFields,
  subscriberToken,
} from "../../contract/index.ts";
import { isInTable } from "../conformance/rows.ts";
import { TABLES } from "../conformance/tables.ts";
import { PLAIN_KINDS } from "./plain.ts";
import type { Specified, Table } from "./specified.ts";

const CASES = resourceNames.map((name): { name: ResourceName; resource: Resource; table: Table } => ({
  name,
  resource: resources[name],
  table: TABLES[name],
}));

describe.each(CASES)("the fields of a $resource.title", ({ name: kind, resource, table }) => {
  const named = (holds: (row: Specified) => boolean) => Object.keys(table).filter((name) => holds(table[name] ?? {}));

  // Some are marked as those that only the live service returns.
  it("are those of the specification, in requests, in answers and in all", () => {
    const live = Object.keys(resource.fields).filter((name) => resource.fields[name]?.liveOnly);
    const sorted = (fields: readonly (readonly string[])[]) => fields.map((names) => [...names].sort());
    const operation = configuring(resource);
    const own = [acceptedFields(resource, operation), requiredFields(resource, operation), returnedFields(resource)];
    expect(sorted([...own, Object.keys(resource.fields)])).toEqual(
      sorted([
        named(({ sent }) => sent !== "never"),
        named(({ sent }) => sent === "required"),
        [...named(({ returned }) => returned !== false), ...live],
        [...Object.keys(table), ...live],
      ]),
    );
  });

  // tests/conformance sends the others.
  it("take the values of the specification, and no others", () => {
    const unsent = Object.entries(table).filter(([name]) => !isInTable(kind, name));
    const values = (of: "good" | "bad") =>
      unsent.flatMap(([name, row]) => (row[of] ?? []).map((value) => [name, value] as const));
    const all = [...values("good"), ...values("bad")];
    const taken = all.filter(([name, value]) => resource.fields[name]?.type.schema.safeParse(value).success);
    expect(taken).toEqual(values("good"));
  });
});

it("the keys that only the live service returns can never be sent", () => {
  const live = CASES.flatMap(({ resource }) => Object.values(resource.fields).filter(({ liveOnly }) => liveOnly));
  expect(live.filter(({ responseOnly }) => !responseOnly)).toEqual([]);
});

const SUBSCRIBERS = "/api/fabric/subscribers/tokens";
const ANY_OF_THREE = ["Voice", "Messaging", "Fax"];
const ANY_OF_FOUR = [...ANY_OF_THREE, "Video"];
const RELAY = "/api/relay/rest";
const FABRIC = "/api/fabric/resources";
const MEMBERSHIPS = `${RELAY}/number_group_memberships`;
const OF_GROUP = `${RELAY}/number_groups/{number_group_id}/number_group_memberships`;
const APPLICATIONS = "/api/laml/2010-04-01/Accounts/{project}/Applications";

/** Returns the usual operations at a path, with the status of a creation. */
const usual = (path: string, created: number, update = "PUT") => ({
  create: `POST ${path} ${created}`,
  list: `GET ${path} 200`,
  ...{ read: `GET ${path}/{id} 200`, update: `${update} ${path}/{id} 200`, delete: `DELETE ${path}/{id} 204` },
});
const { create: _created, delete: _deleted, ...OF_NUMBERS } = usual(`${RELAY}/phone_numbers`, 200);

describe("the operations of a", () => {
  it.each<[name: ResourceName, scope: unknown, operations: object]>([
    ["SipEndpoint", "Voice", usual(`${RELAY}/endpoints/sip`, 201)],
    ["PhoneNumber", "Numbers", OF_NUMBERS],
    ["ClientToken", undefined, { create: `POST ${RELAY}/jwt 201`, update: `PUT ${RELAY}/jwt 200` }],
    ["SubscriberToken", ANY_OF_FOUR, { create: `POST ${SUBSCRIBERS} 200`, update: `POST ${SUBSCRIBERS}/refresh 201` }],
    ["SipProfile", "Voice", { read: `GET ${RELAY}/sip_profile 200`, update: `PUT ${RELAY}/sip_profile 201` }],
    ["DomainApplication", ANY_OF_THREE, usual(`${RELAY}/domain_applications`, 201)],
    ["CxmlScript", ANY_OF_FOUR, usual(`${FABRIC}/cxml_scripts`, 200)],
    ["SwmlScript", ANY_OF_FOUR, usual(`${FABRIC}/swml_scripts`, 200)],
    ...PLAIN_KINDS.map(([name, { at }]): [ResourceName, unknown, object] => [name, at[3], usual(at[0], at[1], at[2])]),
    [
      "NumberGroupMembership",
      "Numbers",
      {
        ...{ create: `POST ${OF_GROUP} 200`, list: `GET ${OF_GROUP} 200` },
        ...{ read: `GET ${MEMBERSHIPS}/{id} 200`, delete: `DELETE ${MEMBERSHIPS}/{id} 204` },
      },
    ],
    ["CxmlApplication", ANY_OF_THREE, usual(APPLICATIONS, 201, "POST")],
    ["EmergencyAddress", "Numbers", usual(`${RELAY}/addresses`, 200)],
  ])("%s need the scope %s, and are these alone", (name, scope, operations) => {
    const own = Object.entries(resources[name].operations);
    expect(Object.fromEntries(own.map(([each, of]) => [each, `${of.method} ${of.path} ${of.status}`]))).toEqual(
      operations,
    );
    expect(own.map(([, of]) => of.scope)).toEqual(own.map(() => scope));
  });

  it.each<[Resource, string[]]>([
    ...PLAIN_KINDS.map(([name, { repeated = [] }]): [Resource, string[]] => [resources[name], [...repeated]]),
    [cxmlApplication, ["friendly_name"]],
    ...[clientToken, subscriberToken].map((token): [Resource, string[]] => [token, ["refresh_token"]]),
    [
      emergencyAddress,
      [
        ...["label", "country", "first_name", "last_name", "street_number", "street_name", "city", "state"],
        "postal_code",
      ],
    ],
  ])("of a $title need in an update too: %j", (resource, fields) => {
    expect(requiredFields(resource, "update")).toEqual(fields);
    if (fields[0] === "refresh_token") expect(acceptedFields(resource, "update")).toEqual(fields);
  });
});
