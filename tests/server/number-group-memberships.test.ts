// The numbers of a number group: listed and added below the group, read and removed at a path of their own.

import { expect, test } from "vitest";
import { type Client, given, NUMBERS, refused } from "./support.ts";

const GROUPS = "/api/relay/rest/number_groups";
const MEMBERSHIPS = "/api/relay/rest/number_group_memberships";
const UNKNOWN = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";

/** Makes a group, and returns its path and the project's numbers. */
async function group({ post, get }: Client, name = "Support") {
  const { id } = (await post(GROUPS, { name })).body;
  const { data } = (await get(NUMBERS)).body;
  return { id, path: `${GROUPS}/${id}`, members: `${GROUPS}/${id}/number_group_memberships`, numbers: data };
}

test("a membership shows the number that it adds, and the group counts it", async () => {
  const client = await given();
  client.server.clock.set("2026-05-05T19:08:41Z");
  const { id: groupId, path, members, numbers } = await group(client);
  const [{ id: numberId, number, name, capabilities }] = numbers;
  const made = await client.post(members, { phone_number_id: numberId });
  expect(made.status).toBe(200);
  expect(made.body).toStrictEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    number_group_id: groupId,
    phone_number: { id: numberId, name, number, capabilities },
    created_at: "2026-05-05T19:08:41Z",
    updated_at: "2026-05-05T19:08:41Z",
  });
  expect((await client.get(`${MEMBERSHIPS}/${made.body.id}`)).body).toStrictEqual(made.body);
  expect((await client.get(path)).body.phone_number_count).toBe(1);
});

test("the list of a group has its own members, in pages", async () => {
  const client = await given();
  const [first, second] = [await group(client), await group(client, "Sales")];
  const [a, b] = first.numbers.map(({ id }: { id: string }) => id);
  const add = (members: string, phone_number_id: string) => client.post(members, { phone_number_id });
  for (const id of [a, b]) await add(first.members, id);
  await add(second.members, a);
  const page = (await client.get(`${first.members}?page_size=1`)).body;
  const rest = (await client.get(page.links.next)).body;
  const idsOf = ({ data }: { data: { phone_number: { id: string } }[] }) => data.map((each) => each.phone_number.id);
  expect([idsOf(page), idsOf(rest), rest.links.next]).toEqual([[b], [a], undefined]);
  expect(idsOf((await client.get(second.members)).body)).toEqual([a]);
});

test("a deletion takes the number out of the group, and the deletion of a group all of its memberships", async () => {
  const client = await given();
  const { path, members, numbers } = await group(client);
  const made = await Promise.all(
    numbers.slice(0, 2).map(({ id }: { id: string }) => client.post(members, { phone_number_id: id })),
  );
  const [first, second] = made.map(({ body }) => `${MEMBERSHIPS}/${body.id}`);
  expect((await client.send("DELETE", String(first))).status).toBe(204);
  expect((await client.send("DELETE", String(first))).status).toBe(404);
  expect((await client.get(path)).body.phone_number_count).toBe(1);
  expect((await client.send("DELETE", path)).status).toBe(204);
  expect([(await client.get(String(second))).status, (await client.get(members)).status]).toEqual([404, 404]);
});

test("a number that the project does not have, and a group that is not there, are refused", async () => {
  const client = await given();
  const { members } = await group(client);
  expect((await client.post(members, { phone_number_id: UNKNOWN })).body).toEqual(
    refused("phone_number_id must be the id of a phone number of the project"),
  );
  expect((await client.post(members, {})).body).toEqual(refused("phone_number_id is required"));
  const nowhere = `${GROUPS}/${UNKNOWN}/number_group_memberships`;
  expect((await client.post(nowhere, { phone_number_id: UNKNOWN })).status).toBe(404);
  // Nor is there a list of the project's memberships, or an update.
  expect((await client.get(MEMBERSHIPS)).status).toBe(404);
  expect((await client.send("PUT", `${MEMBERSHIPS}/${UNKNOWN}`)).status).toBe(405);
});
