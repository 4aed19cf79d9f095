// Emergency addresses: what the carrier's check stores, corrects and refuses.

import { expect, test } from "vitest";
import { details, given, refused } from "./support.ts";

const PATH = "/api/relay/rest/addresses";
const HOME = {
  ...{ label: "Home", country: "US", first_name: "Emmett", last_name: "Brown", street_number: "1640" },
  ...{ street_name: "Riverside Drive", city: "Hill Valley", state: "CA", postal_code: "91905" },
};

test("an unchecked address is stored as it was sent, and shows every key", async () => {
  const { post, get, delete: remove } = await given();
  const { status, body } = await post(PATH, HOME);
  expect(status).toBe(200);
  expect(body).toStrictEqual({
    ...HOME,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...{ address_type: null, address_number: null, zip_code: "91905" },
    ...{ emergency_enabled: false, validated: false, validated_at: null },
  });
  expect((await get(`${PATH}/${body.id}`)).body).toStrictEqual(body);
  expect((await get(`${PATH}?filter_label=om`)).body.data).toStrictEqual([body]);
  expect((await remove(`${PATH}/${body.id}`)).status).toBe(204);
  expect((await get(`${PATH}/${body.id}`)).status).toBe(404);
});

test("the carrier corrects an address for emergency calls in the United States", async () => {
  const { server, post } = await given();
  server.clock.set("2026-05-05T19:08:41Z");
  const validated = { emergency_enabled: true, validated: true, validated_at: "2026-05-05T19:08:41Z" };
  expect((await post(PATH, { ...HOME, emergency_enabled: true })).body).toMatchObject({
    ...{ ...HOME, ...validated, street_name: "RIVERSIDE DR" },
  });
  const words = ["Sunset Avenue", "A Boulevard", "A Court", "A Lane", "A Place", "A Road", "Street Street", "Broadway"];
  const corrected = words.map(async (street_name) => {
    return (await post(PATH, { ...HOME, label: street_name, street_name, emergency_enabled: true })).body.street_name;
  });
  expect(await Promise.all(corrected)).toEqual([
    ...["SUNSET AVE", "A BLVD", "A CT", "A LN", "A PL", "A RD", "STREET ST", "BROADWAY"],
  ]);
  expect((await post(PATH, { ...HOME, country: "CA", emergency_enabled: true })).body).toMatchObject({
    ...{ ...HOME, country: "CA", emergency_enabled: false, validated: false, validated_at: null },
  });
});

test("an address that needs a correction is refused with it, and an unknown one without", async () => {
  const { post } = await given();
  const strict = await post(PATH, { ...HOME, emergency_enabled: true, auto_correct_address: false });
  const { street_number, city, state, postal_code } = HOME;
  expect([strict.status, strict.body]).toStrictEqual([
    422,
    {
      ...refused("street_name needs the carrier's correction"),
      candidates: [{ street_number, street_name: "RIVERSIDE DR", city, state, postal_code }],
    },
  ]);
  const unknown = await post(PATH, { ...HOME, emergency_enabled: true, street_number: "none" });
  expect([unknown.status, unknown.body]).toStrictEqual([422, refused("street_number is unknown to the carrier")]);
  const asCorrected = { ...HOME, street_name: "RIVERSIDE DR", emergency_enabled: true, auto_correct_address: false };
  expect((await post(PATH, asCorrected)).status).toBe(200);
});

const NUMBER = "+12025550101";
const TOLL_FREE = "+18005550101";

/** Returns a server with two numbers and an address that the carrier accepted. */
async function numbered() {
  const seed = { projects: [{ numbers: [NUMBER, { number: TOLL_FREE, number_type: "toll-free" as const }] }] };
  const client = await given({ seed });
  client.server.clock.freeze("2026-05-05T19:08:41Z");
  const { data } = (await client.get("/api/relay/rest/phone_numbers")).body;
  const idOf = (wanted: string) => data.find(({ number }: { number: string }) => number === wanted).id;
  const address = (await client.post(PATH, { ...HOME, emergency_enabled: true })).body.id;
  const pathOf = (wanted: string) => `/api/relay/rest/phone_numbers/${idOf(wanted)}`;
  const state = async (wanted: string) => {
    const { e911_address_id, e911_status } = (await client.get(pathOf(wanted))).body;
    return [e911_address_id, e911_status];
  };
  return { ...client, address, state, pathOf, number: pathOf(NUMBER), tollFree: pathOf(TOLL_FREE) };
}

test("a number gets an address after a while, keeps it over updates, and loses it after a while", async () => {
  const { server, post, put, delete: remove, address, state, number } = await numbered();
  const assigned = await post(`${number}/e911_address`, { e911_address_id: address.toUpperCase() });
  expect([assigned.status, assigned.body.e911_status]).toStrictEqual([200, "pending"]);
  expect((await post(`${number}/e911_address`, { e911_address_id: address })).status).toBe(422);
  expect((await remove(`${number}/e911_address`)).status).toBe(422);
  server.clock.advance({ milliseconds: 1_999 });
  expect(await state(NUMBER)).toStrictEqual([address, "pending"]);
  server.clock.advance({ milliseconds: 1 });
  expect(await state(NUMBER)).toStrictEqual([address, "active"]);
  await put(number, { name: "Support" });
  expect(await state(NUMBER)).toStrictEqual([address, "active"]);
  await server.restore(await server.snapshot());
  expect(await state(NUMBER)).toStrictEqual([address, "active"]);

  expect((await remove(`${number}/e911_address`)).body.e911_status).toBe("pending_removal");
  expect(await state(NUMBER)).toStrictEqual([address, "pending_removal"]);
  expect((await post(`${number}/e911_address`, { e911_address_id: address })).status).toBe(422);
  expect((await remove(`${PATH}/${address}`)).status).toBe(400);
  server.clock.advance({ seconds: 2 });
  expect(await state(NUMBER)).toStrictEqual([null, "unregistered"]);
  expect(details(await remove(`${number}/e911_address`))).toStrictEqual(["e911_status must be active"]);
  expect((await remove(`${PATH}/${address}`)).status).toBe(204);
  await put(number, { name: "Sales" });
  expect(await state(NUMBER)).toStrictEqual([null, "unregistered"]);
  await server.restore(await server.snapshot());
  expect(await state(NUMBER)).toStrictEqual([null, "unregistered"]);
});

test("a toll-free number fails, and an address that is unknown or unchecked is refused", async () => {
  const { server, post, address, state, number, tollFree } = await numbered();
  await post(`${tollFree}/e911_address`, { e911_address_id: address });
  server.clock.advance({ seconds: 2 });
  expect(await state(TOLL_FREE)).toStrictEqual([address, "failed"]);

  const unchecked = (await post(PATH, { ...HOME, label: "Unchecked" })).body.id;
  const refusals = [unchecked, "nothing", undefined].map(async (e911_address_id) => {
    const { status, body } = await post(`${number}/e911_address`, { e911_address_id });
    return [status, body.errors[0].detail];
  });
  expect(await Promise.all(refusals)).toStrictEqual([
    [422, "e911_address_id must be the id of an address that the carrier accepted"],
    [422, "e911_address_id must be the id of an emergency address of the project"],
    [422, "e911_address_id must be the id of an emergency address of the project"],
  ]);
  expect((await post(`${number.slice(0, -1)}x/e911_address`, {})).status).toBe(404);
});
