// Each descriptor, field by field, against the specification's tables.

import { describe, expect, it } from "vitest";
import {
  acceptedFields,
  clientToken,
  configuring,
  cxmlApplication,
  cxmlScript,
  domainApplication,
  emergencyAddress,
  numberGroupMembership,
  phoneNumber,
  type Resource,
  type ResourceName,
  requiredFields,
  resourceNames,
  resources,
  returnedFields,
  sipEndpoint,
  subscriberToken,
  swmlScript,
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

const TOKENS = [
  "ClientToken.jwt_token",
  "ClientToken.refresh_token",
  "SubscriberToken.token",
  "SubscriberToken.refresh_token",
];
const OF_LAML = ["SipEndpoint.call", "PhoneNumber.call", "PhoneNumber.message", "DomainApplication.call"];
const scripts = (...fields: string[]) =>
  ["Cxml", "Swml"].flatMap((kind) => fields.map((field) => `${kind}Script.${field}`));
const OF_RELAY = ["SipEndpoint.call", "PhoneNumber.call", "PhoneNumber.message"];

// A mark without a line here has its own tests: those of conformance, or those of the generated files.
it.each<[mark: string, fields: readonly string[]]>([
  ["secret", ["SipEndpoint.password", "SipAddress.password", ...TOKENS]],
  // A change makes another object.
  [
    "identity",
    [
      ...["ClientToken.resource", "SubscriberToken.reference", "SipAddress.calling_handler_resource_id"],
      ...["NumberGroupMembership.number_group_id", "NumberGroupMembership.phone_number_id"],
      ...["PhoneNumber.phoneNumberId", "PhoneNumber.number"],
    ],
  ],
  ["takenInExtra", ["SipEndpoint.call_dialogflow_agent_id", "SipProfile.default_outbound_policy"]],
  [
    "stored",
    [
      ...[
        "PhoneNumber.updated_at",
        "PhoneNumber.e911_status",
        "EmergencyAddress.validated",
        "EmergencyAddress.validated_at",
      ],
      ...scripts("created_at", "updated_at", "request_count", "last_accessed_at"),
      ...["NumberGroupMembership", "SipAddress"].flatMap((kind) => [`${kind}.created_at`, `${kind}.updated_at`]),
      ...["CxmlApplication.date_created", "CxmlApplication.date_updated"],
    ],
  ],
  [
    "corrected",
    ["street_number", "street_name", "city", "state", "postal_code"].map((field) => `EmergencyAddress.${field}`),
  ],
  [
    "immutable",
    ["PhoneNumber.capabilities", "PhoneNumber.number_type", "PhoneNumber.e911_address_id", ...scripts("request_url")],
  ],
  ["suppliedOnly", ["SubscriberToken.expire_at"]],
  ["noDefault", ["SipProfile.domain_identifier", "SipProfile.default_outbound_policy", "SipAddress.password"]],
  [
    "mayReferElsewhere",
    [...OF_LAML.map((field) => `${field}_laml_application_id`), "SipAddress.calling_handler_resource_id"],
  ],
  [
    "refersTo",
    [
      ...OF_LAML.map((field) => `${field}_laml_application_id CxmlApplication`),
      ...["PhoneNumber.call_sip_endpoint_id SipEndpoint", "PhoneNumber.emergency_address EmergencyAddress"],
      ...["NumberGroupMembership.number_group_id NumberGroup", "NumberGroupMembership.phone_number_id PhoneNumber"],
      "SipAddress.calling_handler_resource_id SwmlScript",
    ],
  ],
  [
    "aliasOf",
    [
      ...OF_RELAY.map((field) => `${field}_relay_context ${field.split(".")[1]}_relay_application`),
      ...["context", "application"].map((name) => `DomainApplication.call_relay_${name} call_relay_topic`),
      "DomainApplication.call_relay_context_status_callback_url call_relay_topic_status_callback_url",
    ],
  ],
  ["counts", ["NumberGroup.phone_number_count NumberGroupMembership"]],
  ["ownsAll", ["PhoneNumber.exclusive", "SipProfile.exclusive"]],
  ["supplies", ["SipEndpoint.passwordFrom password"]],
])("the fields and settings with the mark %s are these", (mark, fields) => {
  const found = CASES.flatMap(({ name, resource }) =>
    Object.entries<object>({ ...resource.fields, ...resource.settings }).flatMap(([field, marks]) => {
      const value = (marks as { readonly [mark: string]: unknown })[mark];
      return value === undefined ? [] : [`${name}.${field}${value === true ? "" : ` ${value}`}`];
    }),
  );
  expect(found.sort()).toEqual(fields.toSorted());
});

const OF_A_SCRIPT = "created_at last_accessed_at project_id request_count type updated_at";

const TOPICS = "call_relay_context_status_callback_url call_relay_topic call_relay_topic_status_callback_url";

it.each<[Resource, keys: string]>([
  [sipEndpoint, `call_dialogflow_agent_id ${TOPICS} calling_handler_resource_id type`],
  [
    phoneNumber,
    `${TOPICS} calling_handler_resource_id country_code e911_status message_relay_topic messaging_handler_resource_id`,
  ],
  [clientToken, ""],
  [subscriberToken, ""],
  [domainApplication, "calling_handler_resource_id type"],
  [cxmlScript, `${OF_A_SCRIPT} script_type`],
  [swmlScript, `${OF_A_SCRIPT} status_callback_method`],
  [emergencyAddress, "zip_code"],
  [numberGroupMembership, "created_at updated_at"],
  [
    cxmlApplication,
    "account_sid api_version date_created date_updated message_status_callback uri voice_caller_id_lookup",
  ],
  ...PLAIN_KINDS.map(([name, { live }]): [Resource, string] => [resources[name], live.join(" ")]),
])("the keys of a $title that only the live service returns can never be sent", (resource, keys) => {
  const live = Object.keys(resource.fields).filter((name) => resource.fields[name]?.liveOnly);
  expect(live.sort()).toEqual(keys.split(" ").filter(Boolean).sort());
  expect(live.filter((name) => !resource.fields[name]?.responseOnly)).toEqual([]);
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
