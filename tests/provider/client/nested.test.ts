// Objects below a parent: when a 404 proves that they are gone, and when it does not.

import { expect, it } from "vitest";
import { resources } from "../../../contract/index.ts";
import { openClient } from "../../../provider/client/collection.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import type { HttpRequest } from "../../../provider/client/transport.ts";

const GROUPS = "/api/relay/rest/number_groups";
const MEMBERS = ["a", "b", "c", "d", "e", "f"];

/** Answers a GET of these paths, and 404 to all others. Returns what was asked. */
function answering(answers: { readonly [path: string]: unknown }) {
  const asked: string[] = [];
  const client = openClient(async ({ method, path }: HttpRequest) => {
    const place = path.split("?", 1)[0] ?? "";
    asked.push(`${method} ${place}`);
    if (method === "GET" && Object.hasOwn(answers, place)) return answers[place];
    throw new RequestFailure("not_found", "the service answered 404 Not Found", { status: 404 });
  });
  return { asked, client, members: client.collection(resources.NumberGroupMembership) };
}

const page = (...data: object[]) => ({ links: {}, data });
const SUPPORT = { id: "group", name: "Support" };
const member = (group: string, id = "m") => ({ id, number_group_id: group, phone_number: { id: "n" } });

it("are gone with their parent, however many they are, and a deletion of them is done", async () => {
  const answers = { [GROUPS]: page(SUPPORT) };
  const { client, members, asked } = answering(answers);
  await Promise.all(["group", "group"].map(client.collection(resources.NumberGroup).read));
  answers[GROUPS] = page({ id: "other", name: "Other" });
  const read = await Promise.allSettled(MEMBERS.map((id) => members.read(`group/${id}`)));
  expect(read.map((each) => each.status === "rejected" && each.reason.code)).toEqual(MEMBERS.map(() => "not_found"));
  asked.length = 0;
  await members.delete("group/a");
  expect(asked).toEqual(["DELETE /api/relay/rest/number_group_memberships/a", `GET ${GROUPS}/group`]);
});

it("are not gone while the parent's list has them", async () => {
  const answers = {
    [GROUPS]: page(SUPPORT),
    [`${GROUPS}/group`]: SUPPORT,
    [`${GROUPS}/group/number_group_memberships`]: page(member("group", "a")),
  };
  const { members } = answering(answers);
  await expect(members.delete("group/a")).rejects.toMatchObject({ code: "unexpected_answer" });
  for (const group of ["group", "GROUP"]) await expect(members.delete(`${group}/b`)).resolves.toBeUndefined();
});

it.each([
  ["where the list of parents still has the parent that a read does not find", { [GROUPS]: page(SUPPORT) }],
  ["where the service hides everything", {}],
])("are not gone %s", async (_, answers) => {
  const { members } = answering(answers);
  for (const asked of [members.delete("group/a"), members.find("group/n")])
    await expect(asked).rejects.toMatchObject({ code: "unexpected_answer" });
});

it("are listed parent by parent, each under an id of its own", async () => {
  const list = (group: string) => `${GROUPS}/${group}/number_group_memberships`;
  const answers = {
    [GROUPS]: page({ id: "g1", name: "One" }, { id: "g2", name: "Two" }),
    [list("g1")]: page(member("g1")),
    [list("g2")]: page(member("g2")),
  };
  const { members } = answering(answers);
  const found: unknown[] = [];
  for await (const { id, phone_number_id } of members.list()) found.push(`${id} ${phone_number_id}`);
  expect(found).toEqual(["g1/m n", "g2/m n"]);
  expect((await members.find("g2/n"))?.id).toBe("g2/m");
});
