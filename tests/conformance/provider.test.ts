// The rows through both doors of the provider: the arguments that a program may write, and the requests that they make.

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  type Body,
  equivalent,
  flatForm,
  isSingle,
  type Resource,
  type ResourceName,
  resources,
  sentForm,
  toCamel,
  toSnake,
} from "../../contract/index.ts";
import { E164 } from "../contract/specified.ts";
import { keyNameOf, MADE_KINDS } from "../engine/lives/made.ts";
import { ask, list, type Server, serveWith } from "../engine/service.ts";
import { DirectHost } from "../provider/direct-host.ts";
import { addedBy, DOORS, namedAt, openDoor } from "../provider/doors.ts";
import { json, openGateway } from "../provider/gateway.ts";
import type { Kind } from "../provider/host.ts";
import { isFound, ROWS, type Row } from "./rows.ts";
import { argumentsOf, CHANGES, LINE, SMALLEST } from "./tables.ts";

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

const UPDATED = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

describe.each(DOORS)("through the %s", (door) => {
  const open = (url = server.url) => openDoor(door, { ...server, url });
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

  it("a change of any kind that the service does not carry out fails, and names what was not written", async () => {
    const gateway = await openGateway(server);
    onTestFinished(() => gateway.close());
    gateway.answerWith(async ({ method, path }, forward) =>
      method === "GET" ? forward() : json(200, await ask(server, "GET", path)),
    );
    const provider = await open(gateway.url);
    const failures = await Promise.all(
      UPDATED.map(async (kind) => {
        const change = CHANGES[kind];
        const { inputs } = await check(kind, SMALLEST[kind]);
        const made = { ...named(kind), inputs, ...(await (await open()).create(named(kind), inputs, false)) };
        const failure = provider.update(made, { ...inputs, ...change }, false).then(String, ({ message }) => message);
        return failure.finally(async () => (await open()).delete(made));
      }),
    );
    const expected = UPDATED.map((kind) => `does not show what was sent: ${Object.keys(CHANGES[kind])} differs`);
    expect(failures).toEqual(expected.map((each) => expect.stringContaining(each)));
  });
});

/** The kinds whose objects a program may adopt, each with the rows of values that they may have. */
const ADOPTED = Map.groupBy(
  ROWS.filter(({ kind, operation, field, sent, expect: refused }) => {
    // The carrier corrects an address.
    const isMade = operation === "create" && kind !== "EmergencyAddress" && MADE_KINDS.some((each) => each === kind);
    return !refused && sent[field] !== null && !isSupplied(kind, field) && (isMade || isFound(kind));
  }),
  ({ kind }) => kind,
);

it.each([...ADOPTED])("a preview announces what an adoption of a %s changes, and no more", async (kind, rows) => {
  const resource: Resource = resources[kind];
  const { operations, uniqueKey = "", dialect, fields } = resource;
  const path = operations.create?.path ?? operations.list?.path ?? operations.read?.path ?? "";
  const name = (kind.charAt(0).toLowerCase() + kind.slice(1)) as Kind;
  const ways = { ...(isFound(kind) ? {} : { adopt: true }), ...(kind === "SipProfile" && { allowDomainChange: true }) };
  for (const [at, { field, sent }] of rows.entries()) {
    // Another person has set what the row before says.
    const theirs = { ...rows.at(at - 1)?.sent, [uniqueKey]: sent[uniqueKey] };
    const [owned] = kind === "PhoneNumber" ? await list(server, path) : [];
    const made = isFound(kind)
      ? owned
      : await ask(server, "POST", path, dialect?.isForm ? theirs : sentForm(resource, theirs));
    const item = isSingle(resource) ? path : `${path}/${made?.id ?? made?.sid}`;
    const shown = async () => flatForm(resource, await ask(server, "GET", item)) as Body;
    const host = await DirectHost.start(server);
    const args = { ...argumentsOf(kind, sent), ...ways };
    const { findings } = await host.preview(name, args);
    const start = await shown();
    await host.newRun();
    const { id, outputs } = await host.create(name, (await host.check(name, {}, args)).inputs);
    const end = await shown();
    const changed = Object.entries(fields).filter(([wire, { type, responseOnly, writeOnly, aliasOf }]) => {
      return !responseOnly && !writeOnly && !aliasOf && !equivalent(type, start[wire], end[wire]);
    });
    const note = findings.find(({ message }) => message.startsWith("adopts "))?.message ?? "";
    const [, said = ""] = /^[^:]*:(.*)$/s.exec(note) ?? [];
    const parts = said.split(/; |\n/).map((part) => /^ *(\w+) .* → /s.exec(part)?.[1]);
    const wires = parts.flatMap((part) => (part === undefined ? [] : toSnake(part)));
    const valueAt = (wire: string) => fields[wire]?.aliasOf ?? wire;
    // No answer shows whether a field changes that can only be written.
    const hidden = wires.filter((wire) => fields[wire]?.writeOnly).map(valueAt);
    const shownOf = (all: readonly string[]) => [...new Set(all)].filter((wire) => !hidden.includes(wire)).sort();
    const [announced, seen] = [shownOf(wires.map(valueAt)), shownOf(changed.map(([wire]) => wire))];
    expect([field, announced]).toEqual([field, seen]);
    await host.newRun();
    if (operations.delete) await host.delete(name, id, outputs);
  }
});
