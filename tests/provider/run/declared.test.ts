// The objects that the resources of one run hold.

import { expect, it } from "vitest";
import { phoneNumber, sipEndpoint } from "../../../contract/index.ts";
import { DeclaredResources } from "../../../provider/run/declared.ts";
import { Registry } from "../../../provider/run/registry.ts";

const ID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";

it("an object that one resource adopted is not another's, although the state has it under another user name", async () => {
  const declared = new DeclaredResources(sipEndpoint, async () => undefined);
  for (const name of ["new", "old"])
    declared.checked({}, { username: name }, { declaredAs: name, recorded: undefined });
  await declared.created(ID, { username: "new" });
  await expect(declared.held(ID, {}, { username: "old" })).rejects.toThrow(
    'the SipEndpoint "new" of this stack has adopted it in this run. Keep one of the two resources.',
  );
  await declared.held(ID, {}, { username: "new" });
});

it("a replacement that creates first stays one when the state shows its object", async () => {
  const declared = new DeclaredResources(sipEndpoint, async () => undefined);
  const desk = { username: "desk" };
  declared.checked(desk, desk, { declaredAs: "desk", recorded: undefined, deletesFirst: false });
  declared.compared(desk);
  await declared.held(ID, {}, desk);
  expect(declared.checkOf(desk)).toMatchObject({ deletesFirst: false, isCompared: true });
});

it.each<[string, object[], string, boolean]>([
  ["its own", [{ username: "desk" }], "desk", true],
  ["another one", [{ username: "desk" }], "other", false],
  ["any, where the engine sends no old inputs", [{}, {}], "other", true],
  ["none, as it is new", [{}], "desk", false],
])("a checked resource replaces %s", (_, checks, key, expected) => {
  const declared = new DeclaredResources(sipEndpoint, async () => undefined);
  const desk = { username: "desk" };
  for (const olds of checks) declared.checked({ ...olds }, desk, { declaredAs: "desk", recorded: undefined });
  expect(declared.replaces(desk, key)).toBe(expected);
});

it.each([
  [phoneNumber, "phoneNumberId", ID, ID.toUpperCase(), true],
  [sipEndpoint, "username", "desk", "DESK", false],
])("of a %o, the %s in another case is the same or another", (resource, name, first, second, isSame) => {
  const declared = new DeclaredResources(resource, async () => undefined);
  const check = (value: string, declaredAs: string) =>
    declared.checked({}, { [name]: value }, { declaredAs, recorded: undefined }).map(({ field }) => field);
  expect([check(first, "a"), check(second, "b")]).toEqual([[], isSame ? [name] : []]);
});

it.each([
  ["held before the run", [{ username: "desk" }], "held", false],
  ["of a replacement, which is checked twice before", [{}, {}], "held", false],
  ["made in this run", [{ username: "desk" }], "created", true],
] as const)(
  "an object %s is given up when its resource is checked without old inputs: %s",
  async (_, checks, how, stays) => {
    const declared = new DeclaredResources(sipEndpoint, async () => undefined);
    const check = (olds: object) =>
      declared.checked({ ...olds }, { username: "desk" }, { declaredAs: "desk", recorded: undefined });
    for (const olds of checks) check(olds);
    await (how === "held" ? declared.held(ID, {}, { username: "desk" }) : declared.created(ID, { username: "desk" }));
    check({});
    expect(declared.holds(ID)).toBe(stays);
  },
);

it("an object that two processes name differently is held by the first to write, though both were checked before", async () => {
  const engine = `127.0.0.1:${Math.floor(Math.random() * 1e9)}`;
  const [byNumber, byId] = [{ number: "+12025550101" }, { phoneNumberId: ID }];
  const check = async (args: object, declaredAs: string) => {
    const registry = new Registry(engine);
    const declared = new DeclaredResources(phoneNumber, (question) => registry.put({ ...question, account: "one" }));
    const declaration = { declaredAs, recorded: undefined };
    expect(declared.checked({}, { ...args }, declaration)).toEqual([]);
    expect(await declared.checkedElsewhere({ ...args }, declaration)).toEqual([]);
    return declared;
  };
  const [line, other] = [await check(byNumber, "line"), await check(byId, "other")];
  await line.claim(ID, byNumber, byId);
  for (const refused of [() => other.claim(ID, byId, {}), () => other.held(ID, {}, byId)])
    await expect(refused()).rejects.toThrow(
      'the PhoneNumber "line", which another provider of this stack manages, holds the same phone number already. Keep one of the two resources.',
    );
});
