// Emergency addresses: the carrier's correction, its suggestions, and what a person changes by hand.

import { expect, it } from "vitest";
import { describeStack, itWithEngine, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import { destroy, expectSettled, fails, held, NUMBERS, number, succeeds, upOf, writes } from "./helpers.ts";

const ADDRESSES = "/api/relay/rest/addresses";
const ON_WIRE = {
  ...{ label: "Head office", country: "US", first_name: "Emmett", last_name: "Brown", street_number: "1640" },
  ...{ street_name: "Riverside Drive", city: "Hill Valley", state: "CA", postal_code: "91905" },
};

const ADDRESS = {
  ...{ country: "US", firstName: "Emmett", lastName: "Brown", streetNumber: "1640" },
  ...{ streetName: "Riverside Drive", city: "Hill Valley", state: "CA", postalCode: "91905" },
};

function address(more: object = {}, name = "office"): string {
  const args = { label: "Head office", ...ADDRESS, emergencyEnabled: true, ...more };
  return `export const validated = new EmergencyAddress("${name}", ${JSON.stringify(args)}).validated;\n`;
}

describeStack("an emergency address", { inProcess: true }, () => {
  it("that the carrier corrects has no perpetual difference, and a change of the corrected text by hand is drift", async () => {
    await upOf(stack, address());
    const { office } = await held(stack);
    expect((await list(server, ADDRESSES))[0]).toMatchObject({ street_name: "RIVERSIDE DR", validated: true });
    await expectSettled(stack);
    await succeeds(stack.up());
    expect(writes(server)).toEqual([`POST ${ADDRESSES}`]);

    await ask(server, "PUT", `${ADDRESSES}/${office}`, { ...ON_WIRE, street_name: "Lyon Drive" });
    expect((await fails(stack.preview("--refresh", "--expect-no-changes"))).output).toContain("streetName");
    await succeeds(stack.up("--refresh"));
    expect((await list(server, ADDRESSES))[0]).toMatchObject({ id: office, street_name: "RIVERSIDE DR" });
    await expectSettled(stack);
  });

  it("that needs a correction is refused with the carrier's suggestion, which then comes up", async () => {
    await stack.write(address({ autoCorrectAddress: false }));
    const { output } = await fails(stack.up());
    expect(output).toContain(
      "street_name needs the carrier's correction; the service suggests " +
        'streetNumber: "1640", streetName: "RIVERSIDE DR", city: "Hill Valley", state: "CA", postalCode: "91905"',
    );
    expect(await list(server, ADDRESSES)).toEqual([]);
    await upOf(stack, address({ autoCorrectAddress: false, streetName: "RIVERSIDE DR" }));
    await expectSettled(stack);
  });
});

const NUMBER = "+12025550101";
const TOLL_FREE = "+18005550101";
const SEED = { projects: [{ numbers: [NUMBER, { number: TOLL_FREE, number_type: "toll-free" as const }] }] };

describeStack("a number with an emergency address", { service: { seed: SEED }, inProcess: true }, () => {
  const program = ({ number = NUMBER, has = true, more = {}, addresses = ["office"] }: Line = {}) =>
    addresses
      .map((name) =>
        address({ label: name }, name)
          .replace("export const validated =", `const ${name} =`)
          .replace(").validated;", ");"),
      )
      .join("") +
    `new PhoneNumber("line", { number: "${number}", ${has ? `emergencyAddress: ${addresses.at(-1)}.id, ` : ""} ...${JSON.stringify(more)} });\n`;
  const state = async (of = NUMBER) => {
    const { e911_address_id, e911_status } = await number(server, of);
    return [e911_address_id, e911_status];
  };

  it("waits until it is active, is settled, and finds what was taken away by hand", async () => {
    const { output } = await upOf(stack, program());
    const { office, line } = await held(stack);
    expect(await state()).toEqual([office, "active"]);
    expect(output).toContain(`Waiting for the emergencyAddress of the phone number ${NUMBER}: pending`);
    await expectSettled(stack);
    server.journal.clear();
    await succeeds(stack.up());
    expect(writes(server)).toEqual([]);

    await ask(server, "DELETE", `${NUMBERS}/${line}/e911_address`);
    expect((await fails(stack.preview("--refresh", "--expect-no-changes", "--diff"))).output).toContain(
      "emergencyAddress",
    );
    await succeeds(stack.up("--refresh"));
    expect(await state()).toEqual([office, "active"]);
    await expectSettled(stack);
  });

  it("changes to another, and goes without: each address is deleted only when the number gave it up", async () => {
    await upOf(stack, program());
    await upOf(stack, program({ addresses: ["office", "home"], more: { name: "Home" } }));
    const { home } = await held(stack);
    expect(await state()).toEqual([home, "active"]);
    await expectSettled(stack);
    await upOf(stack, program({ has: false, addresses: ["home"] }));
    expect(await state()).toEqual([null, "unregistered"]);
    await expectSettled(stack);
    await succeeds(destroy(stack));
    expect(await list(server, ADDRESSES)).toEqual([]);
  });

  it("keeps it in a destroy, which says how to delete the address", async () => {
    await upOf(stack, program());
    const { output } = await fails(destroy(stack));
    expect(output).toContain(`it is the emergencyAddress of the phone number ${NUMBER}. Nothing was deleted.`);
    expect(output).toContain("Take `emergencyAddress` out of the program first");
    expect(writes(server).filter((each) => each.startsWith("DELETE"))).toEqual([]);
    await upOf(stack, program({ more: { onDestroy: "clear" } }));
    await succeeds(destroy(stack));
    expect(await state()).toEqual([null, "unregistered"]);
    expect(await list(server, ADDRESSES)).toEqual([]);
  });

  // The engine decides what it keeps of a failed creation.
  itWithEngine("that fails says what to do, and the next `up` asks again", async () => {
    await stack.write(program({ number: TOLL_FREE, more: { name: "Free" } }));
    const { output } = await fails(stack.up());
    expect(output).toContain(
      `the service could not set the emergencyAddress of the phone number ${TOLL_FREE} (e911_status is failed)`,
    );
    expect(output).toContain("Check the address and that the number is a local one in the United States");
    expect(await number(server, TOLL_FREE)).toMatchObject({ name: "Free", e911_status: "failed" });
    server.journal.clear();
    await fails(stack.up());
    expect(writes(server)).toContain(`POST ${NUMBERS}/${(await number(server, TOLL_FREE)).id}/e911_address`);
  });

  it("that a program does not name stays, with `exclusive` and `clear` too", async () => {
    const { id } = await ask(server, "POST", ADDRESSES, { ...ON_WIRE, emergency_enabled: true });
    const line = await number(server, NUMBER);
    await ask(server, "POST", `${NUMBERS}/${line.id}/e911_address`, { e911_address_id: id });
    server.clock.advance({ seconds: 5 });
    await upOf(
      stack,
      program({ has: false, addresses: [], more: { exclusive: true, onDestroy: "clear", name: "Own" } }),
    );
    await expectSettled(stack);
    await succeeds(destroy(stack));
    expect(await state()).toEqual([id, "active"]);
  });
});

interface Line {
  readonly number?: string;
  readonly has?: boolean;
  readonly more?: object;
  readonly addresses?: readonly string[];
}
