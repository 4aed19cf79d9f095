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
  return { asked, members: client.collection(resources.NumberGroupMembership) };
}

const page = (...data: object[]) => ({ links: {}, data });

it("are gone with their parent, however many they are, and a deletion of them is done", async () => {
  const { members, asked } = answering({ [GROUPS]: page({ id: "other", name: "Other" }) });
  const read = await Promise.allSettled(MEMBERS.map((id) => members.read(`group/${id}`)));
  expect(read.map((each) => each.status === "rejected" && each.reason.code)).toEqual(MEMBERS.map(() => "not_found"));
  await members.delete("group/a");
  expect(asked).toContain(`GET ${GROUPS}/group`);
  expect(asked).toContain("DELETE /api/relay/rest/number_group_memberships/a");
});

it("are not gone while the parent's list has them", async () => {
  const answers = {
    [GROUPS]: page({ id: "group", name: "Support" }),
    [`${GROUPS}/group`]: { id: "group", name: "Support" },
    [`${GROUPS}/group/number_group_memberships`]: page({
      id: "a",
      number_group_id: "group",
      phone_number: { id: "n" },
    }),
  };
  const { members } = answering(answers);
  await expect(members.delete("group/a")).rejects.toMatchObject({ code: "unexpected_answer" });
  for (const group of ["group", "GROUP"]) await expect(members.delete(`${group}/b`)).resolves.toBeUndefined();
});

it("are not gone where the list of parents still has the parent that a read does not find", async () => {
  const { members } = answering({ [GROUPS]: page({ id: "group", name: "Support" }) });
  await expect(members.delete("group/a")).rejects.toMatchObject({ code: "unexpected_answer" });
  await expect(members.find("group/n")).rejects.toMatchObject({ code: "unexpected_answer" });
});

it("are not gone where the service hides everything", async () => {
  const { members } = answering({});
  await expect(members.delete("group/a")).rejects.toMatchObject({ code: "unexpected_answer" });
});

it("are listed parent by parent, each under an id of its own", async () => {
  const list = (group: string) => `${GROUPS}/${group}/number_group_memberships`;
  const member = (group: string) => ({ id: "m", number_group_id: group, phone_number: { id: "n" } });
  const answers = {
    [GROUPS]: page({ id: "g1", name: "One" }, { id: "g2", name: "Two" }),
    [list("g1")]: page(member("g1")),
    [list("g2")]: page(member("g2")),
  };
  const { members } = answering(answers);
  const found: unknown[] = [];
  for await (const { id, phone_number_id } of members.list()) found.push([id, phone_number_id]);
  expect(found).toEqual([
    ["g1/m", "n"],
    ["g2/m", "n"],
  ]);
  expect((await members.find("g2/n"))?.id).toBe("g2/m");
});
