import { expect, test } from "vitest";
import { type Client, ENDPOINTS, frozen, given, NUMBERS, refused, secondOf } from "./support.ts";

const ID = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";
const PATH = `${NUMBERS}/${ID}`;
const seed = { projects: [{ numbers: [{ id: ID, number: "+12025550101" }] }] };

test("reading shows the next billing, which moves with the clock by whole months", async () => {
  const clock = frozen("2025-01-31T10:00:00Z");
  const { get, server } = await given({ seed, clock });
  const { created_at, updated_at } = (await get(PATH)).body;
  const fields = { number: "+12025550101", capabilities: ["voice"], number_type: "longcode", created_at, updated_at };
  server.put([{ kind: "phoneNumber", id: ID, fields: { ...fields, next_billed_at: created_at } }]);
  const billed = async () => (await get(PATH)).body.next_billed_at;
  for (const [now, next] of [
    ["2025-02-28T09:59:59Z", "2025-02-28T10:00:00Z"],
    ["2025-02-28T10:00:00Z", "2025-03-31T10:00:00Z"],
    ["2026-12-31T10:00:00Z", "2027-01-31T10:00:00Z"],
    ["2024-01-01T00:00:00Z", "2025-01-31T10:00:00Z"],
  ] as const) {
    server.clock.set(now);
    expect([now, await billed()]).toEqual([now, next]);
  }
  expect((await get(PATH)).body.updated_at).toBe(updated_at);
});

test("updating answers 200 with the new values, moves updated_at, and leaves the rest", async () => {
  const clock = frozen("2025-01-01T00:00:00Z");
  const { get, put } = await given({ seed, clock });
  const { body } = await get(PATH);
  clock.advance({ minutes: 5 });
  const changes = { name: "Support", call_handler: "laml_webhooks" };
  const reply = await put(PATH, changes);
  expect(reply.status).toBe(200);
  expect(reply.body).toStrictEqual({ ...body, ...changes, updated_at: "2025-01-01T00:05:00Z" });
  clock.advance({ minutes: 5 });
  // Also when no field changes (gap `unchanged-update`).
  expect((await put(PATH, {})).body.updated_at).toBe("2025-01-01T00:10:00Z");
});

test("a number of North America alone has a country, and a search finds no number to buy", async () => {
  const { get } = await given({ seed: { projects: [{ numbers: ["+12025550101", "+442079460018"] }] } });
  const { data } = (await get(NUMBERS)).body;
  expect(data.map(({ country_code }: { country_code: string }) => country_code)).toStrictEqual([null, "US"]);
  const found = await get(`${NUMBERS}/search?areacode=512`);
  expect([found.status, found.body.data]).toStrictEqual([200, []]);
});

test("call_sip_endpoint_id names an endpoint of the project, and refusals state whatever else is wrong", async () => {
  const client = await given({ seed: { projects: [...seed.projects, {}] } });
  const add = async ({ post }: Client) => (await post(ENDPOINTS, { username: "alice", password: "x" })).body.id;
  const [ours, theirs] = [await add(client), await add(secondOf(client))];
  for (const call_sip_endpoint_id of [ID, "nonsense", theirs]) {
    const reply = await client.put(PATH, { call_receive_mode: "text", call_sip_endpoint_id });
    expect([reply.status, reply.body]).toStrictEqual([
      422,
      refused(
        "call_receive_mode must be voice or fax",
        "call_sip_endpoint_id must be the id of a SIP endpoint of the project",
      ),
    ]);
  }
  expect((await client.get(PATH)).body.call_sip_endpoint_id).toBeNull();
  for (const call_sip_endpoint_id of [ours, ours.toUpperCase()])
    expect((await client.put(PATH, { call_sip_endpoint_id })).body.call_sip_endpoint_id).toBe(call_sip_endpoint_id);
});
