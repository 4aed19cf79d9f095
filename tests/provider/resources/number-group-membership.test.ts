// A number in a group: what names it, who may take it over, and what is left when somebody deletes the group.

import { expect, it, onTestFinished } from "vitest";
import { ask, list, requests, serve } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import { expectSettled, messageOf, up } from "../managed.ts";

const GROUPS = "/api/relay/rest/number_groups";
const MEMBERSHIPS = "/api/relay/rest/number_group_memberships";

it("is made, left, gone with its group, and taken over with `adopt: true` only", async () => {
  const server = await serve("+12025550101", "+12025550102");
  onTestFinished(() => server.close());
  const host = await DirectHost.start(server);
  const [first, second] = (await list(server, "/phone_numbers")).map(({ id }) => id);
  const group = await up(host, "numberGroup", { name: "Reminders" });
  const member = (phoneNumberId: unknown, more = {}) =>
    up(host, "numberGroupMembership", { numberGroupId: group.id, phoneNumberId, ...more });
  const members = async () =>
    ((await list(server, `${GROUPS}/${group.id}/number_group_memberships`)) as { phone_number: { id: string } }[]).map(
      (each) => each.phone_number.id,
    );

  const one = await member(first);
  expect(one.id).toMatch(new RegExp(`^${group.id}/[0-9a-f-]{36}$`));
  expect(await members()).toEqual([first]);
  await expectSettled(host, "numberGroupMembership", one);
  server.journal.clear();
  await host.delete("numberGroupMembership", one.id, one.outputs);
  expect(requests(server)).toEqual([`DELETE ${MEMBERSHIPS}/${one.id.split("/")[1]}`]);
  expect(await members()).toEqual([]);

  await ask(server, "POST", `${GROUPS}/${group.id}/number_group_memberships`, { phone_number_id: second });
  await host.newRun();
  expect(await messageOf(member(second))).toContain("with `adopt: true` the resource takes it over");
  const adopted = await member(second, { adopt: true });
  await expectSettled(host, "numberGroupMembership", adopted);

  await ask(server, "DELETE", `${GROUPS}/${group.id}`);
  await host.newRun();
  for (const [kind, { id, outputs }] of [["numberGroup", group] as const, ["numberGroupMembership", adopted] as const])
    expect((await host.read(kind, id, outputs)).id).toBe("");
});
