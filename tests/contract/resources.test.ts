// Each descriptor, field by field, against the specification's tables.

import { describe, expect, it } from "vitest";
import {
  acceptedFields,
  clientToken,
  cxmlApplication,
  cxmlScript,
  domainApplication,
  emergencyAddress,
  type Field,
  numberGroupMembership,
  phoneNumber,
  type Resource,
  type ResourceName,
  requiredFields,
  resourceNames,
  resources,
  returnedFields,
  sipEndpoint,
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
  const rows = Object.entries(table);
  const configures = resource.configuredBy;

  function field(name: string): Field {
    const found = resource.fields[name];
    if (!found) throw new Error(`A ${resource.title} has no field ${name}`);
    return found;
  }

  function accepts(name: string, value: unknown): boolean {
    return field(name).type.schema.safeParse(value).success;
  }

  it("are those of the specification and, marked as such, those only the live service returns", () => {
    const own = Object.keys(resource.fields).filter((name) => !resource.fields[name]?.liveOnly);
    expect(own.sort()).toEqual(Object.keys(table).sort());
  });

  it("that a request may carry are those the specification accepts", () => {
    const accepted = rows.filter(([, row]) => row.sent !== "never").map(([name]) => name);
    expect(acceptedFields(resource, configures).sort()).toEqual(accepted.sort());
  });

  it("that a request must carry are those the specification requires", () => {
    const required = rows.filter(([, row]) => row.sent === "required").map(([name]) => name);
    expect(requiredFields(resource, configures).sort()).toEqual(required.sort());
  });

  it("that a response carries are those the specification lists, and the live service's", () => {
    const listed = rows.filter(([, row]) => row.returned !== false).map(([name]) => name);
    const live = Object.keys(resource.fields).filter((name) => resource.fields[name]?.liveOnly);
    expect(returnedFields(resource).sort()).toEqual([...listed, ...live].sort());
  });

  it.each(rows)("%s has the specification's default", (name, row) => {
    expect(field(name).default).toEqual(row.default);
  });

  it.each(rows)("%s has the specification's type", (name, row) => {
    const { type } = field(name);
    expect(type.ts.endsWith("[]")).toBe(row.type === "string[]");
    expect(type.ts === "number").toBe(row.type === "number");
    expect(type.ts === "boolean").toBe(row.type === "boolean");
    expect(accepts(name, type.example)).toBe(true);
  });

  const withValues = rows.filter((each): each is [string, Specified & { allowed: string[] }] => !!each[1].allowed);
  it.each(withValues)("%s allows exactly the specification's values", (name, { allowed }) => {
    expect([...(field(name).type.values ?? [])].sort()).toEqual([...allowed].sort());
  });

  const withoutValues = rows.filter(([, row]) => !row.allowed);
  it.each(withoutValues)("%s names no list of values", (name) => {
    expect(field(name).type.values).toBeUndefined();
  });

  // tests/conformance sends the others.
  const unsent = rows.filter(([name]) => !isInTable(kind, name));
  const good = unsent.flatMap(([name, row]) => (row.good ?? []).map((value) => ({ name, value })));
  it.each(good)("$name takes $value", ({ name, value }) => {
    expect(accepts(name, value)).toBe(true);
  });

  const bad = unsent.flatMap(([name, row]) => (row.bad ?? []).map((value) => ({ name, value })));
  it.each(bad)("$name does not take $value", ({ name, value }) => {
    expect(accepts(name, value)).toBe(false);
  });
});

/** Returns class → its fields or settings with this mark, of the classes that have any. */
function named(part: "fields" | "settings", mark: "secret" | "identity"): { readonly [title: string]: string[] } {
  const found = CASES.map(({ resource }) => {
    const all: { readonly [name: string]: { readonly [each in typeof mark]?: unknown } } = resource[part] ?? {};
    return [resource.kind, Object.keys(all).filter((name) => all[name]?.[mark])] as const;
  });
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}

it("are secret: the password, and the tokens", () => {
  expect(named("fields", "secret")).toEqual({
    sipEndpoint: ["password"],
    clientToken: ["jwt_token", "refresh_token"],
  });
});

it("make another object: the name of a token's client, both ends of a membership, and which number it is", () => {
  expect(named("fields", "identity")).toEqual({
    clientToken: ["resource"],
    numberGroupMembership: ["number_group_id", "phone_number_id"],
  });
  expect(named("settings", "identity")).toEqual({
    phoneNumber: ["phoneNumberId", "number"],
  });
});

const OF_A_SCRIPT = ["created_at", "last_accessed_at", "project_id", "request_count", "type", "updated_at"];

describe("keys that only the live service returns", () => {
  it.each([
    [
      sipEndpoint,
      [
        "call_dialogflow_agent_id",
        "call_relay_context_status_callback_url",
        "call_relay_topic",
        "call_relay_topic_status_callback_url",
        "calling_handler_resource_id",
        "type",
      ],
    ],
    [
      phoneNumber,
      [
        "call_relay_context_status_callback_url",
        "call_relay_topic",
        "call_relay_topic_status_callback_url",
        "calling_handler_resource_id",
        "country_code",
        "e911_status",
        "message_relay_topic",
        "messaging_handler_resource_id",
      ],
    ],
    [clientToken, []],
    [domainApplication, ["calling_handler_resource_id", "type"]],
    [cxmlScript, [...OF_A_SCRIPT, "script_type"].sort()],
    [swmlScript, [...OF_A_SCRIPT, "status_callback_method"].sort()],
    [emergencyAddress, ["zip_code"]],
    [numberGroupMembership, ["created_at", "updated_at"]],
    [
      cxmlApplication,
      [
        ...["account_sid", "api_version", "date_created", "date_updated", "message_status_callback", "uri"],
        "voice_caller_id_lookup",
      ],
    ],
    ...PLAIN_KINDS.map(([name, { live }]) => [resources[name], live]),
  ] as [Resource, string[]][])("of a $title can never be sent", (resource, keys) => {
    const live = Object.keys(resource.fields).filter((name) => resource.fields[name]?.liveOnly);
    expect(live.sort()).toEqual(keys);
    for (const name of live) expect(resource.fields[name]?.responseOnly).toBe(true);
  });
});

const ANY_OF_THREE = ["Voice", "Messaging", "Fax"];
const APPLICATIONS = "/api/laml/2010-04-01/Accounts/{project}/Applications";
const MEMBERSHIPS = "/api/relay/rest/number_group_memberships";
const MEMBERSHIPS_OF_GROUP = "/api/relay/rest/number_groups/{number_group_id}/number_group_memberships";
const ANY_OF_FOUR = [...ANY_OF_THREE, "Video"];

describe("endpoints", () => {
  const ENDPOINTS = [
    ["sipEndpoint", "create", "POST", "/api/relay/rest/endpoints/sip", 201, "Voice"],
    ["sipEndpoint", "list", "GET", "/api/relay/rest/endpoints/sip", 200, "Voice"],
    ["sipEndpoint", "read", "GET", "/api/relay/rest/endpoints/sip/{id}", 200, "Voice"],
    ["sipEndpoint", "update", "PUT", "/api/relay/rest/endpoints/sip/{id}", 200, "Voice"],
    ["sipEndpoint", "delete", "DELETE", "/api/relay/rest/endpoints/sip/{id}", 204, "Voice"],
    ["phoneNumber", "list", "GET", "/api/relay/rest/phone_numbers", 200, "Numbers"],
    ["phoneNumber", "read", "GET", "/api/relay/rest/phone_numbers/{id}", 200, "Numbers"],
    ["phoneNumber", "update", "PUT", "/api/relay/rest/phone_numbers/{id}", 200, "Numbers"],
    ["clientToken", "create", "POST", "/api/relay/rest/jwt", 201, undefined],
    ["clientToken", "update", "PUT", "/api/relay/rest/jwt", 200, undefined],
    ["sipProfile", "read", "GET", "/api/relay/rest/sip_profile", 200, "Voice"],
    ["sipProfile", "update", "PUT", "/api/relay/rest/sip_profile", 201, "Voice"],
    ["domainApplication", "create", "POST", "/api/relay/rest/domain_applications", 201, ANY_OF_THREE],
    ["domainApplication", "list", "GET", "/api/relay/rest/domain_applications", 200, ANY_OF_THREE],
    ["domainApplication", "read", "GET", "/api/relay/rest/domain_applications/{id}", 200, ANY_OF_THREE],
    ["domainApplication", "update", "PUT", "/api/relay/rest/domain_applications/{id}", 200, ANY_OF_THREE],
    ["domainApplication", "delete", "DELETE", "/api/relay/rest/domain_applications/{id}", 204, ANY_OF_THREE],
    ["cxmlScript", "create", "POST", "/api/fabric/resources/cxml_scripts", 200, ANY_OF_FOUR],
    ["cxmlScript", "list", "GET", "/api/fabric/resources/cxml_scripts", 200, ANY_OF_FOUR],
    ["cxmlScript", "read", "GET", "/api/fabric/resources/cxml_scripts/{id}", 200, ANY_OF_FOUR],
    ["cxmlScript", "update", "PUT", "/api/fabric/resources/cxml_scripts/{id}", 200, ANY_OF_FOUR],
    ["cxmlScript", "delete", "DELETE", "/api/fabric/resources/cxml_scripts/{id}", 204, ANY_OF_FOUR],
    ["swmlScript", "create", "POST", "/api/fabric/resources/swml_scripts", 200, ANY_OF_FOUR],
    ["swmlScript", "list", "GET", "/api/fabric/resources/swml_scripts", 200, ANY_OF_FOUR],
    ["swmlScript", "read", "GET", "/api/fabric/resources/swml_scripts/{id}", 200, ANY_OF_FOUR],
    ["swmlScript", "update", "PUT", "/api/fabric/resources/swml_scripts/{id}", 200, ANY_OF_FOUR],
    ["swmlScript", "delete", "DELETE", "/api/fabric/resources/swml_scripts/{id}", 204, ANY_OF_FOUR],
    ["numberGroupMembership", "create", "POST", MEMBERSHIPS_OF_GROUP, 200, "Numbers"],
    ["numberGroupMembership", "list", "GET", MEMBERSHIPS_OF_GROUP, 200, "Numbers"],
    ["numberGroupMembership", "read", "GET", `${MEMBERSHIPS}/{id}`, 200, "Numbers"],
    ["numberGroupMembership", "delete", "DELETE", `${MEMBERSHIPS}/{id}`, 204, "Numbers"],
    ["cxmlApplication", "create", "POST", APPLICATIONS, 201, ANY_OF_THREE],
    ["cxmlApplication", "list", "GET", APPLICATIONS, 200, ANY_OF_THREE],
    ["cxmlApplication", "read", "GET", `${APPLICATIONS}/{id}`, 200, ANY_OF_THREE],
    ["cxmlApplication", "update", "POST", `${APPLICATIONS}/{id}`, 200, ANY_OF_THREE],
    ["cxmlApplication", "delete", "DELETE", `${APPLICATIONS}/{id}`, 204, ANY_OF_THREE],
    ["emergencyAddress", "create", "POST", "/api/relay/rest/addresses", 200, "Numbers"],
    ["emergencyAddress", "list", "GET", "/api/relay/rest/addresses", 200, "Numbers"],
    ["emergencyAddress", "read", "GET", "/api/relay/rest/addresses/{id}", 200, "Numbers"],
    ["emergencyAddress", "update", "PUT", "/api/relay/rest/addresses/{id}", 200, "Numbers"],
    ["emergencyAddress", "delete", "DELETE", "/api/relay/rest/addresses/{id}", 204, "Numbers"],
    ...PLAIN_KINDS.flatMap(
      ([
        name,
        {
          at: [path, created, update, scope],
        },
      ]) => {
        const { kind } = resources[name];
        return [
          [kind, "create", "POST", path, created, scope],
          [kind, "list", "GET", path, 200, scope],
          [kind, "read", "GET", `${path}/{id}`, 200, scope],
          [kind, "update", update, `${path}/{id}`, 200, scope],
          [kind, "delete", "DELETE", `${path}/{id}`, 204, scope],
        ] as const;
      },
    ),
  ] as const;
  it.each(ENDPOINTS)(
    "%s %s is %s %s, answers %i and asks for the scope %s",
    (kind, name, method, path, status, scope) => {
      const operation = CASES.find(({ resource }) => resource.kind === kind)?.resource.operations[name];
      expect(operation).toMatchObject({ method, path, status });
      expect(operation?.scope).toEqual(scope);
    },
  );

  it("are no others: none buys or releases a number, or reads or revokes a token", () => {
    const operations = CASES.flatMap(({ resource }) =>
      Object.keys(resource.operations).map((name) => `${resource.kind} ${name}`),
    );
    expect(operations.sort()).toEqual(ENDPOINTS.map(([kind, name]) => `${kind} ${name}`).sort());
  });

  it.each<[Resource, string[]]>([
    ...PLAIN_KINDS.map(([name, { repeated = [] }]): [Resource, string[]] => [resources[name], [...repeated]]),
    [cxmlApplication, ["friendly_name"]],
    [
      emergencyAddress,
      [
        ...["label", "country", "first_name", "last_name", "street_number", "street_name", "city", "state"],
        "postal_code",
      ],
    ],
  ])("of a $title need in an update too: %j", (resource, fields) => {
    expect(requiredFields(resource, "update")).toEqual(fields);
  });

  it("of a token refresh take and need the refresh token alone", () => {
    expect(acceptedFields(clientToken, "update")).toEqual(["refresh_token"]);
    expect(requiredFields(clientToken, "update")).toEqual(["refresh_token"]);
  });
});
