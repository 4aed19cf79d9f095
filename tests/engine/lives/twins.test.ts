// One object, one resource: what two resources claim is said before anything is sent, and what two hold is not lost with one.

import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, environmentOf, type Server, serve } from "../service.ts";
import { describeWithEngine, Stack } from "../stack.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  LEFT_ALONE,
  number,
  phoneNumber,
  succeeds,
  upOf,
  urn,
  writes,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const OFFICES = `
const north = new pulumi.ComponentResource("test:North", "office");
const south = new pulumi.ComponentResource("test:South", "office");
`;

describeWithEngine("two resources and one object", () => {
  let server: Server;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve(NUMBER, "+12025550102");
    stack = await Stack.create(environmentOf(server));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  it.each([
    ["side by side", endpoint("first", { username: "desk" }) + endpoint("second", { username: "desk" })],
    [
      "that adopt",
      endpoint("first", { username: "desk", adopt: true }) + endpoint("second", { username: "desk", adopt: true }),
    ],
    [
      "of one name in two components",
      OFFICES +
        endpoint("desk", { username: "desk" }, "{ parent: north }") +
        endpoint("desk", { username: "desk" }, "{ parent: south }"),
    ],
  ])("a user name claimed by two endpoints %s is refused in the preview", async (_, program) => {
    await stack.write(program);
    const { output } = await fails(stack.preview());
    expect(writes(server)).toEqual([]);
    expect(output).toMatch(/username/);
    expect(output).toMatch(/already/);
    // Whichever of the two the engine asks about first holds it.
    expect(output).toMatch(program.includes("first") ? /that of the SipEndpoint "(?:first|second)"/ : /desk/);
  });

  it("a number claimed by two resources of one name in two components is refused in the preview", async () => {
    await stack.write(
      OFFICES +
        phoneNumber("line", { number: NUMBER }, "{ parent: north }") +
        phoneNumber("line", { number: NUMBER }, "{ parent: south }"),
    );
    const { output } = await fails(stack.preview());
    expect(writes(server)).toEqual([]);
    expect(output).toMatch(/number/);
    expect(output).toMatch(/already/);
  });

  it("two components may use one name for what differs", async () => {
    await upOf(
      stack,
      OFFICES +
        endpoint("desk", { username: "north-desk" }, "{ parent: north }") +
        endpoint("desk", { username: "south-desk" }, "{ parent: south }") +
        phoneNumber("line", { number: NUMBER }, "{ parent: north }") +
        phoneNumber("line", { number: "+12025550102" }, "{ parent: south }"),
    );
    expect(Object.keys(await endpoints(server)).sort()).toEqual(["north-desk", "south-desk"]);
    await expectSettled(stack);
  });

  it("a new resource by phoneNumberId above the one that holds the number by its digits is refused", async () => {
    await upOf(stack, phoneNumber("old", { number: NUMBER, name: "A" }));
    const { id } = await number(server, NUMBER);
    server.journal.clear();
    await stack.write(
      phoneNumber("fresh", { phoneNumberId: id, name: "B" }) + phoneNumber("old", { number: NUMBER, name: "A" }),
    );
    // With its preview, as a user runs it.
    const { output } = await fails(stack.run("up", "--yes"));
    expect(writes(server)).toEqual([]);
    expect(await number(server, NUMBER)).toMatchObject({ name: "A" });
    expect(output).toMatch(/already/);
    expect(output).toMatch(/"(old|fresh)"/);
  });

  it("an endpoint held twice stays when one of the two is removed", async () => {
    const first = endpoint("first", { username: "desk", adopt: true });
    const second = endpoint("second", { username: "desk", adopt: true });
    await upOf(stack, first);
    const before = await endpoints(server);
    await upOf(stack, second, "--target", urn("SipEndpoint", "second"));
    expect(await held(stack)).toEqual({ first: before.desk, second: before.desk });
    const { output } = await upOf(stack, first);
    expect(await endpoints(server)).toEqual(before);
    expect(await held(stack)).toEqual({ first: before.desk });
    expect(output).toMatch(LEFT_ALONE);
    await expectSettled(stack);
  });

  it.each(["clear", "restore"])(
    "a number held twice keeps its settings when one of the two is removed with %s",
    async (onDestroy) => {
      const { id } = await number(server, NUMBER);
      await ask(server, "PUT", `/phone_numbers/${id}`, { name: "Theirs", call_receive_mode: "fax" });
      const first = phoneNumber("first", { number: NUMBER, name: "Ours", onDestroy });
      const second = phoneNumber("second", { number: NUMBER, name: "Ours", onDestroy });
      await upOf(stack, first);
      await upOf(stack, second, "--target", urn("PhoneNumber", "second"));
      expect(await held(stack)).toEqual({ first: id, second: id });
      const { output } = await upOf(stack, first);
      expect(await number(server, NUMBER)).toMatchObject({ name: "Ours", call_receive_mode: "fax" });
      expect(output).toMatch(LEFT_ALONE);
      await expectSettled(stack);
      await succeeds(destroy(stack));
      expect(await number(server, NUMBER)).toMatchObject(
        onDestroy === "restore"
          ? { name: "Theirs", call_receive_mode: "fax" }
          : { name: null, call_receive_mode: "voice" },
      );
    },
  );

  it("a number held twice goes back to what was found first when the stack is destroyed", async () => {
    const { id } = await number(server, NUMBER);
    await ask(server, "PUT", `/phone_numbers/${id}`, { name: "Theirs", call_receive_mode: "fax" });
    const line = (name: string) => phoneNumber(name, { number: NUMBER, name: "Ours", onDestroy: "restore" });
    await upOf(stack, line("first"));
    await upOf(stack, line("second"), "--target", urn("PhoneNumber", "second"));
    await succeeds(destroy(stack));
    expect(await number(server, NUMBER)).toMatchObject({ id, name: "Theirs", call_receive_mode: "fax" });
  });
});
