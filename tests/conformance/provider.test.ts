// The rows through both doors of the provider: the arguments that a program may write, and the requests that they make.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Body, type Resource, type ResourceName, resources, sentForm, toCamel } from "../../contract/index.ts";
import { E164 } from "../contract/specified.ts";
import { keyNameOf, MADE_KINDS } from "../engine/lives/made.ts";
import { ask, list, type Server, serveWith } from "../engine/service.ts";
import { addedBy, DOORS, namedAt, openDoor } from "../provider/doors.ts";
import { ROWS, type Row } from "./rows.ts";
import { argumentsOf, LINE, SMALLEST } from "./tables.ts";

let server: Server;

beforeAll(async () => {
  const [, ...verifiedNumbers] = E164.good;
  server = await serveWith({ seed: { projects: [{ numbers: [LINE], verifiedNumbers }] } });
});

afterAll(() => server.close());
beforeEach(() => server.journal.clear());

/** True for a field that the provider computes. */
function isSupplied(kind: ResourceName, field: string): boolean {
  const { fields }: Resource = resources[kind];
  return fields[field]?.suppliedOnly === true;
}

/** The rows of each field. An argument is never null. */
const FIELDS = [
  ...Map.groupBy(
    ROWS.filter(({ kind, sent, field }) => sent[field] !== null && !isSupplied(kind, field)),
    ({ kind, field }) => `${kind}: ${field}`,
  ),
];

describe.each(DOORS)("through the %s", (door) => {
  const open = () => openDoor(door, server);
  const named = (kind: ResourceName) => namedAt(door, kind);
  const check = async (kind: ResourceName, sent: Body) => {
    return (await open()).check(named(kind), {}, { ...argumentsOf(kind, sent), ...addedBy(door, kind) });
  };

  it.each(FIELDS)("%s takes the values of the specification alone", async (_, rows) => {
    for (const { kind, field, sent, expect: refused = [] } of rows) {
      const { failures } = await check(kind, sent);
      const told = failures.map(({ property, reason }) => `${property} ${reason}`);
      const isNamed = (name: string) => told.some((each) => each.includes(toCamel(name)));
      expect([sent[field], told.length, refused.filter((name) => !isNamed(name))]).toEqual([
        sent[field],
        refused.length,
        [],
      ]);
    }
  });

  const made = FIELDS.flatMap(([title, [row]]) =>
    row?.operation === "create" && !row.expect ? [[title, row] as const] : [],
  );
  it.each(made)("%s is sent as written, and nothing else is", async (_, { kind, sent }: Row) => {
    const resource: Resource = resources[kind];
    const { inputs } = await check(kind, sent);
    const provider = await open();
    const created = await provider.create(named(kind), inputs, false);
    const [post] = server.journal.entries.filter(({ method }) => method === "POST");
    const { password: _password, ...shown } = sentForm(resource, sent);
    expect(post?.requestBody).toMatchObject(shown);
    const keys = Object.keys(Object(post?.requestBody)).filter((field) => !isSupplied(kind, field));
    expect(keys.sort()).toEqual(Object.keys(sentForm(resource, sent)).sort());
    if (resource.operations.delete) await (await open()).delete({ ...named(kind), inputs, ...created });
  });

  it.each(MADE_KINDS)("a second %s with a taken key is not made, and the failure names a way on", async (kind) => {
    const resource: Resource = resources[kind];
    const { path = "" } = resource.operations.create ?? {};
    const body = SMALLEST[kind];
    await ask(server, "POST", path, resource.dialect?.isForm ? body : sentForm(resource, body));
    const before = await list(server, path);
    const { inputs } = await check(kind, body);
    const refused = await (await open()).create(named(kind), inputs, false).catch(({ message }: Error) => message);
    expect(refused).toMatch(/^Could not create .*is (?:already )?taken.*adopt: true/s);
    expect(refused).toContain(keyNameOf(kind));
    expect(await list(server, path)).toEqual(before);
    for (const { id, sid } of before) await ask(server, "DELETE", `${path}/${id ?? sid}`);
  });

  it.each(MADE_KINDS)("a %s whose creation gets no answer is recognised, and made once", async (kind) => {
    const { path = "" } = (resources[kind] as Resource).operations.create ?? {};
    const { inputs } = await check(kind, SMALLEST[kind]);
    const provider = await open();
    server.faults.add({ method: "POST", path: path.replace("{project}", server.project.id), effect: "lose-answer" });
    const created = await provider.create(named(kind), inputs, false);
    server.faults.clear();
    expect((await list(server, path)).map(({ id, sid }) => id ?? sid)).toEqual([created.id]);
    await (await open()).delete({ ...named(kind), inputs, ...created });
    expect(await list(server, path)).toEqual([]);
  });
});
