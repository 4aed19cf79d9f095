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

// golden/facts.txt has the requests themselves.
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
])("an update of a $title needs the fields %j", (resource, fields) => {
  expect(requiredFields(resource, "update")).toEqual(fields);
  if (fields[0] === "refresh_token") expect(acceptedFields(resource, "update")).toEqual(fields);
});
