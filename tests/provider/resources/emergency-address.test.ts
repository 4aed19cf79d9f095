// Emergency addresses: the carrier's correction, its suggestions, and what a person changes by hand.

import { beforeEach, expect, it, onTestFinished } from "vitest";
import { ask, list } from "../../engine/service.ts";
import type { Props } from "../host.ts";
import { change, expectSettled, inSnakeCase, type Managed, messageOf, up, writes } from "../managed.ts";
import { served } from "../served.ts";

const ADDRESSES = "/api/relay/rest/addresses";
const ADDRESS = {
  ...{ label: "Head office", country: "US", firstName: "Emmett", lastName: "Brown", streetNumber: "1640" },
  ...{ streetName: "Riverside Drive", city: "Hill Valley", state: "CA", postalCode: "91905", emergencyEnabled: true },
};
const NUMBER = "+12025550101";
const TOLL_FREE = "+18005550101";

const numbers = [NUMBER, { number: TOLL_FREE, number_type: "toll-free" as const }];
const on = served({ seed: { projects: [{ numbers }] } });

beforeEach(() => {
  // The service takes seconds to set an address.
  const ticking = setInterval(() => on.server.clock.advance({ seconds: 5 }), 50);
  onTestFinished(() => clearInterval(ticking));
});

const address = (more: Props = {}) => up(on.host, "emergencyAddress", { ...ADDRESS, ...more });
const line = (more: Props) => up(on.host, "phoneNumber", { number: NUMBER, ...more });
const numberOf = async (number: string) =>
  (await list(on.server, `/phone_numbers?filter_number=${encodeURIComponent(number)}`))[0];

async function state(): Promise<unknown[]> {
  const { e911_address_id, e911_status } = { ...(await numberOf(NUMBER)) };
  return [e911_address_id, e911_status];
}

async function refreshed(kind: "emergencyAddress" | "phoneNumber", stored: Managed): Promise<Managed> {
  await on.host.newRun();
  return { ...stored, ...(await on.host.read(kind, stored.id, stored.outputs)) };
}

it("that the carrier corrects has no perpetual difference, and a change of the corrected text by hand is drift", async () => {
  const office = await address();
  expect(office.outputs).toMatchObject({ validated: true });
  await expectSettled(on.host, "emergencyAddress", office);
  expect(writes(on.server)).toEqual([`POST ${ADDRESSES}`]);

  const theirs = { ...inSnakeCase(ADDRESS), street_name: "Lyon Drive" };
  await ask(on.server, "PUT", `${ADDRESSES}/${office.id}`, theirs);
  const found = await refreshed("emergencyAddress", office);
  expect(found.inputs.streetName).not.toBe(ADDRESS.streetName);
  const back = await change(on.host, "emergencyAddress", found, ADDRESS);
  expect(await list(on.server, ADDRESSES)).toMatchObject([{ id: office.id, street_name: "RIVERSIDE DR" }]);
  await expectSettled(on.host, "emergencyAddress", back);
  await change(on.host, "emergencyAddress", back, { ...ADDRESS, streetName: "Riverside Dr" });
});

it("that needs a correction is refused with the carrier's suggestion, which then comes up", async () => {
  expect(await messageOf(address({ autoCorrectAddress: false }))).toContain(
    "street_name needs the carrier's correction; the service suggests " +
      'streetNumber: "1640", streetName: "RIVERSIDE DR", city: "Hill Valley", state: "CA", postalCode: "91905"',
  );
  expect(await list(on.server, ADDRESSES)).toEqual([]);
  const office = await address({ autoCorrectAddress: false, streetName: "RIVERSIDE DR" });
  await expectSettled(on.host, "emergencyAddress", office);
});

it("a number waits until it is active, finds what was taken away by hand, and changes to another one and to none", async () => {
  const [office, home] = [await address(), await address({ label: "Home" })];
  const first = await line({ emergencyAddress: office.id });
  expect(await state()).toEqual([office.id, "active"]);
  expect(on.host.printed).toContain(`Waiting for the emergencyAddress of the phone number ${NUMBER}: pending`);
  await expectSettled(on.host, "phoneNumber", first);

  await ask(on.server, "DELETE", `/phone_numbers/${first.id}/e911_address`);
  const found = await refreshed("phoneNumber", first);
  expect(found.inputs.emergencyAddress).toBeUndefined();
  const back = await change(on.host, "phoneNumber", found, { number: NUMBER, emergencyAddress: office.id });
  expect(await state()).toEqual([office.id, "active"]);

  const other = await change(on.host, "phoneNumber", back, { number: NUMBER, emergencyAddress: home.id, name: "Home" });
  expect(await state()).toEqual([home.id, "active"]);
  const none = await change(on.host, "phoneNumber", other, { number: NUMBER });
  expect(await state()).toEqual([null, "unregistered"]);
  await expectSettled(on.host, "phoneNumber", none);
  await on.host.delete("emergencyAddress", home.id, home.outputs);
});

it("a number keeps it, which a removal of the address says, until it is cleared", async () => {
  const office = await address();
  const args = { number: NUMBER, emergencyAddress: office.id };
  const first = await line(args);
  const body = { data: [{ ...(await numberOf(NUMBER)), e911_address_id: office.id.toUpperCase() }] };
  on.server.faults.add({ path: "/api/relay/rest/phone_numbers", effect: "status", status: 200, body, times: 1 });
  await on.host.newRun();
  for (const id of [office.id, office.id.toUpperCase()]) {
    expect(await messageOf(on.host.delete("emergencyAddress", id, office.outputs))).toBe(
      `Could not delete the emergency address "Head office" (${id}): it is the emergencyAddress of the phone number ${NUMBER}. ` +
        "Nothing was deleted. Take `emergencyAddress` out of the program first, in an `up` of its own; " +
        'before a destroy, give the resource `onDestroy: "clear"` by `pulumi up`.',
    );
  }
  expect(writes(on.server).filter((each) => each.startsWith("DELETE"))).toEqual([]);
  const cleared = await change(on.host, "phoneNumber", first, { ...args, onDestroy: "clear" });
  await on.host.newRun();
  await on.host.delete("phoneNumber", cleared.id, cleared.outputs);
  expect(await state()).toEqual([null, "unregistered"]);
  await on.host.delete("emergencyAddress", office.id, office.outputs);
  expect(await list(on.server, ADDRESSES)).toEqual([]);
});

it("a number that cannot have one says what to do, and keeps what was written", async () => {
  const { id } = await address();
  expect(await messageOf(line({ number: TOLL_FREE, emergencyAddress: id, name: "Free" }))).toBe(
    `Could not adopt the phone number "${TOLL_FREE}": the service could not set the emergencyAddress of the phone number ${TOLL_FREE} ` +
      "(e911_status is failed). Emergency calls from the number show no address until it is registered. Check the address and that " +
      "the number is a local one in the United States, then run the same command again: it asks once more. " +
      "If it fails again, ask the service's support.",
  );
  expect(await numberOf(TOLL_FREE)).toMatchObject({ name: "Free", e911_status: "failed" });
});

it("a number that a program does not name one for keeps it, with `exclusive` and `clear` too", async () => {
  const { id } = await ask(on.server, "POST", ADDRESSES, inSnakeCase(ADDRESS));
  await ask(on.server, "POST", `/phone_numbers/${(await numberOf(NUMBER))?.id}/e911_address`, { e911_address_id: id });
  const owned = await line({ exclusive: true, onDestroy: "clear", name: "Own" });
  await expectSettled(on.host, "phoneNumber", owned);
  await on.host.delete("phoneNumber", owned.id, owned.outputs);
  expect(await state()).toEqual([id, "active"]);
});
