// Emergency addresses: the carrier's correction, its suggestions, and what a person changes by hand.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ADDRESS } from "../every-field.ts";
import { ask, list } from "../service.ts";
import { destroy, expectSettled, fails, held, succeeds, upOf, writes } from "./helpers.ts";

const ADDRESSES = "/api/relay/rest/addresses";
const ON_WIRE = {
  ...{ label: "Head office", country: "US", first_name: "Emmett", last_name: "Brown", street_number: "1640" },
  ...{ street_name: "Riverside Drive", city: "Hill Valley", state: "CA", postal_code: "91905" },
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

  it("keeps its check when something else changes, and loses it when the program says so", async () => {
    await upOf(stack, address());
    await upOf(stack, address({ firstName: "Marty" }));
    expect((await list(server, ADDRESSES))[0]).toMatchObject({ first_name: "Marty", validated: true });
    await expectSettled(stack);
    await upOf(stack, address({ emergencyEnabled: undefined, firstName: "Marty" }));
    expect((await list(server, ADDRESSES))[0]).toMatchObject({ street_name: "Riverside Drive", validated: false });
    await expectSettled(stack);
    await succeeds(destroy(stack));
    expect(await list(server, ADDRESSES)).toEqual([]);
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

  it("of another country cannot be checked, and the failure says so", async () => {
    await stack.write(address({ country: "CA", state: "ON", postalCode: "K1A 0B1" }));
    expect((await fails(stack.up())).output).toContain("emergencyEnabled differs");
    await upOf(stack, address({ country: "CA", state: "ON", postalCode: "K1A 0B1", emergencyEnabled: false }));
    await expectSettled(stack);
    expect(await list(server, ADDRESSES)).toHaveLength(1);
  });

  it("is made once when the answer is lost, although its text was corrected", async () => {
    server.faults.add({ method: "POST", path: ADDRESSES, effect: "lose-answer" });
    await upOf(stack, address());
    expect(await list(server, ADDRESSES)).toHaveLength(1);
    await expectSettled(stack);
  });

  it("that exists is taken over with adopt, and not doubled without", async () => {
    const { id } = await ask(server, "POST", ADDRESSES, ON_WIRE);
    await stack.write(address());
    expect((await fails(stack.up())).output).toContain('label "Head office" is taken');
    await upOf(stack, address({ adopt: true }));
    expect(await held(stack)).toEqual({ office: id });
    expect((await list(server, ADDRESSES))[0]).toMatchObject({ id, street_name: "RIVERSIDE DR", validated: true });
    await expectSettled(stack);
  });
});
