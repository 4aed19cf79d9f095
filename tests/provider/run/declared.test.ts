// The objects that the resources of one run hold.

import { expect, it } from "vitest";
import {
  clientToken,
  numberGroupMembership,
  type Props,
  phoneNumber,
  type Resource,
  sipEndpoint,
  sipProfile,
  UNKNOWN,
} from "../../../contract/index.ts";
import { Conflict } from "../../../provider/client/errors.ts";
import { DeclaredResources } from "../../../provider/run/declared.ts";
import type { Other } from "../../../provider/run/registry.ts";

const ID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";

const alone = (resource: Resource) => new DeclaredResources(resource, async () => undefined);
const by = (declaredAs: string) => ({ declaredAs, recorded: undefined });

it("an object that one resource adopted is not another's, although the state has it under another user name", async () => {
  const declared = alone(sipEndpoint);
  for (const name of ["new", "old"]) declared.checked({}, { username: name }, by(name));
  await declared.created(ID, { username: "new" });
  await expect(declared.held(ID, {}, { username: "old" })).rejects.toThrow(
    'the SipEndpoint "new" of this stack has adopted it in this run. Keep one of the two resources.',
  );
  await declared.held(ID, {}, { username: "new" });
  for (const username of ["old", "new"]) await declared.held("3", {}, { username });
  await declared.created("2", {});
  await expect(declared.held("2", {}, { username: "old" })).rejects.toThrow("another resource of this stack has");
});

const MEMBER = { numberGroupId: "G", phoneNumberId: "N" };

it.each<[Resource, Props, Props, string | undefined, string?]>([
  [sipEndpoint, { username: "desk" }, { username: "desk" }, "username"],
  [sipEndpoint, { username: "desk" }, { username: "DESK" }, undefined],
  [sipEndpoint, { username: UNKNOWN }, { username: UNKNOWN }, undefined],
  [phoneNumber, { phoneNumberId: ID }, { phoneNumberId: ID.toUpperCase() }, "phoneNumberId"],
  [phoneNumber, { number: "+1" }, { phoneNumberId: ID }, undefined],
  [sipProfile, {}, {}, "the project's only SIP profile"],
  [numberGroupMembership, MEMBER, { ...MEMBER, numberGroupId: "g" }, "phoneNumberId"],
  [numberGroupMembership, MEMBER, { ...MEMBER, numberGroupId: "other" }, undefined],
  [numberGroupMembership, { ...MEMBER, numberGroupId: UNKNOWN }, { ...MEMBER, numberGroupId: UNKNOWN }, undefined],
])("two of a %o with %j and %j have the problem %j", async (resource, first, second, field) => {
  const declared = alone(resource);
  expect(declared.checked({}, first, by("a"))).toEqual([]);
  const className = resource.kind.charAt(0).toUpperCase() + resource.kind.slice(1);
  const detail = `is already used by the ${className} "a": keep one of the two resources`;
  const problems = field === undefined ? [] : [{ field, code: "invalid", detail }];
  expect(declared.checked({}, second, by("b"))).toEqual(problems);
  const names = `the ${className} "a" of this stack names the same ${resource.title} already. Keep one of the two resources.`;
  declared.checked({}, { username: "theirs" }, by("b"));
  if (resource === sipEndpoint && field)
    await expect(declared.claim("1", { username: "theirs" }, first)).rejects.toThrow(names);
});

it("the other processes are told and asked of each object by its names and its id, and each answer of theirs counts", async () => {
  const asked: unknown[] = [];
  let answer: Other | Error | undefined;
  const declared = new DeclaredResources(sipEndpoint, async (question) => {
    asked.push(question);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const desk = { username: "desk" };
  expect(declared.checked({}, desk, by("desk"))).toEqual([]);
  await declared.held("A", {}, { username: "undeclared" });
  await declared.checkedElsewhere(desk, { ...by("desk"), declaredAs: undefined });
  await declared.checkedElsewhere({}, by("desk"));
  const calls = [
    () => declared.checkedElsewhere(desk, by("desk")),
    () => declared.claim("A", desk, {}),
    () => declared.created("A", desk),
    () => declared.held("A", {}, desk),
    () => declared.elsewhere("A", desk),
  ];
  const outcomes = () => Promise.all(calls.map((call) => call().catch(({ message }: Error) => message)));
  expect(await outcomes()).toEqual([[], undefined, undefined, undefined, undefined]);
  const names = { keys: ["sipEndpoint username desk"], label: 'SipEndpoint "desk"' };
  const claim = { kind: "claim", ...names, object: "sipEndpoint id a" };
  const asks = { ...claim, kind: "ask", label: 'SipEndpoint ""' };
  expect(asked).toEqual([{ kind: "intend", ...names }, claim, claim, claim, asks]);
  answer = { label: 'SipEndpoint "theirs"', isHolder: true };
  const manages = 'the SipEndpoint "theirs", which another provider of this stack manages,';
  const holds = `${manages} holds the same SIP endpoint already. Keep one of the two resources.`;
  const detail = `is already used by ${manages.slice(0, -1)}: keep one of the two resources`;
  expect(await outcomes()).toEqual([[{ field: "username", code: "invalid", detail }], holds, undefined, holds, answer]);
  answer = new Conflict("they are silent");
  expect(await outcomes()).toEqual([[], "they are silent", undefined, "they are silent", "they are silent"]);
  answer = new Error("of ours");
  expect(await outcomes()).toEqual(calls.map(() => "of ours"));
});

it("a resource that waits, gives up a user name or has given one up is named", async () => {
  const declared = alone(sipEndpoint);
  const [one, two] = [{ username: "one" }, { username: "two" }];
  declared.checked(one, two, by("desk"));
  await declared.held(ID, {}, two);
  const facts = () => [
    ...[declared.giver(ID, "one"), declared.giver(ID, "two"), declared.giver("2", "one")],
    ...[declared.gaveUp("one"), declared.gaveUp("two"), declared.waiting(two), declared.waiting(one)],
    ...[declared.recorded(two), declared.identifies(two), declared.identifies({}), declared.holds("2")],
  ];
  const desk = 'SipEndpoint "desk"';
  expect(facts()).toEqual([desk, undefined, undefined, desk, ...Array(4).fill(undefined), true, false, false]);
  declared.failed(two);
  declared.checked(one, { username: UNKNOWN }, { declaredAs: "desk", recorded: { a: 1 } });
  expect(facts()).toEqual([...Array(5).fill(undefined), desk, undefined, undefined, true, false, false]);
});

it("tokens of one name are several, so no resource holds one, and no other process is asked", async () => {
  const declared = new DeclaredResources(clientToken, () => Promise.reject(new Error("asked")));
  await declared.created("alice", { resource: "alice" });
  expect(declared.holds("alice")).toBe(false);
});

it("a replacement that creates first stays one when the state shows its object", async () => {
  const declared = alone(sipEndpoint);
  const desk = { username: "desk" };
  declared.checked(desk, desk, { declaredAs: "desk", recorded: undefined, deletesFirst: false });
  declared.compared(desk);
  await declared.held(ID, {}, desk);
  declared.checked(desk, desk, by("desk"));
  expect(declared.checkOf(desk)).toMatchObject({ deletesFirst: false, isCompared: true });
});

it.each<[string, object[], string, boolean]>([
  ["its own", [{ username: "desk" }], "desk", true],
  ["another one", [{ username: "desk" }], "other", false],
  ["any, where the engine sends no old inputs", [{}, {}], "other", true],
  ["none, as it is new", [{}], "desk", false],
])("a checked resource replaces %s", (_, checks, key, expected) => {
  const declared = alone(sipEndpoint);
  const desk = { username: "desk" };
  for (const olds of checks) declared.checked({ ...olds }, desk, by("desk"));
  expect(declared.replaces(desk, key)).toBe(expected);
});

it.each([
  ["held before the run", [{ username: "desk" }], "held", false],
  ["of a replacement, which is checked twice before", [{}, {}], "held", false],
  ["made in this run", [{ username: "desk" }], "created", true],
] as const)("an object %s is given up by a check without old inputs: %s", async (_, checks, how, stays) => {
  const declared = alone(sipEndpoint);
  const check = (olds: object) => declared.checked({ ...olds }, { username: "desk" }, by("desk"));
  for (const olds of checks) check(olds);
  await (how === "held" ? declared.held(ID, {}, { username: "desk" }) : declared.created(ID, { username: "desk" }));
  check({});
  expect(declared.holds(ID)).toBe(stays);
});
