// Number groups and the numbers in them, from the first `up` to the last.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import { destroy, expectSettled, fails, held, NUMBERS, succeeds, upOf, writes } from "./helpers.ts";

const GROUPS = "/api/relay/rest/number_groups";
const MEMBERSHIPS = "/api/relay/rest/number_group_memberships";
const [FIRST, SECOND] = ["+12025550101", "+12025550102"];

describeStack("a number group of the stack", { numbers: [FIRST, SECOND], inProcess: true }, () => {
  const program = (name: string, members: readonly string[], more = "") => `
    const group = new NumberGroup("group", { name: "${name}" });
    const numbers = { a: new PhoneNumber("a", { number: "${FIRST}" }), b: new PhoneNumber("b", { number: "${SECOND}" }) };
    for (const name of ${JSON.stringify(members)})
      new NumberGroupMembership(\`in-\${name}\`, { numberGroupId: group.id, phoneNumberId: numbers[name].id${more} });`;

  const membersOf = async (id: unknown) => {
    const members = (await list(server, `${GROUPS}/${id}/number_group_memberships`)) as {
      phone_number: { number: string };
    }[];
    return members.map((each) => each.phone_number.number).sort();
  };
  const idOf = async (number: string) => (await list(server, NUMBERS)).find((each) => each.number === number)?.id;

  it("takes numbers in and lets them go, and is made again with them when somebody deletes it", async () => {
    await upOf(stack, program("Reminders", ["a", "b"]));
    await expectSettled(stack);
    const { group, ...first } = await held(stack);
    expect(await membersOf(group)).toEqual([FIRST, SECOND]);
    expect(first["in-a"]).toMatch(new RegExp(`^${group}/[0-9a-f-]{36}$`));

    server.journal.clear();
    await upOf(stack, program("Messages", ["a", "b"]));
    expect(writes(server)).toEqual([`PUT ${GROUPS}/${group}`]);
    await expectSettled(stack);

    server.journal.clear();
    await upOf(stack, program("Messages", ["a"]));
    expect(writes(server)).toEqual([`DELETE ${MEMBERSHIPS}/${String(first["in-b"]).split("/")[1]}`]);
    expect(await membersOf(group)).toEqual([FIRST]);
    await expectSettled(stack);

    await ask(server, "DELETE", `${GROUPS}/${group}`);
    await succeeds(stack.run("refresh", "--yes"));
    expect(Object.keys(await held(stack)).sort()).toEqual(["a", "b"]);
    await upOf(stack, program("Messages", ["a"]));
    const { group: again } = await held(stack);
    expect(await membersOf(again)).toEqual([FIRST]);
    await expectSettled(stack);

    await succeeds(destroy(stack));
    expect(await list(server, GROUPS)).toEqual([]);
  });

  it("takes over a membership that is there with `adopt: true`, and refuses it without", async () => {
    await upOf(stack, program("Reminders", []));
    const { group } = await held(stack);
    await ask(server, "POST", `${GROUPS}/${group}/number_group_memberships`, { phone_number_id: await idOf(FIRST) });
    await stack.write(program("Reminders", ["a"]));
    const refused = await fails(stack.preview());
    expect(refused.output).toContain("is taken");
    await upOf(stack, program("Reminders", ["a"], ", adopt: true"));
    expect(await membersOf(group)).toEqual([FIRST]);
    await expectSettled(stack);
  });
});
