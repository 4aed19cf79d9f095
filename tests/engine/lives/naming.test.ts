// Renaming, moving and replacing: the object at the service lives on under the new name, and the old name lets go of it.

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
  killOnceHeld,
  LEFT_ALONE,
  NEVER_ENDS,
  succeeds,
  upOf,
  urn,
  writes,
} from "./helpers.ts";

const OURS = { username: "desk", callerId: "Ours" };
const OFFICE = 'const office = new pulumi.ComponentResource("test:Office", "office");\n';

describeWithEngine("an endpoint that goes by another name in the program", () => {
  let server: Server;
  let stack: Stack;
  let id: string;
  /** Somebody else's, which nothing may touch. */
  let bystander: Record<string, unknown>;

  beforeEach(async () => {
    server = await serve();
    bystander = await ask(server, "POST", "/endpoints/sip", { username: "bystander", password: "theirs" });
    stack = await Stack.create(environmentOf(server));
    await upOf(stack, endpoint("desk", OURS));
    id = String((await endpoints(server)).desk);
    server.journal.clear();
  });

  afterEach(async () => {
    expect(await ask(server, "GET", `/endpoints/sip/${bystander.id}`)).toEqual(bystander);
    await stack.remove();
    await server.close();
  });

  async function livesOn(holder: string): Promise<void> {
    expect(await endpoints(server)).toEqual({ desk: id, bystander: bystander.id });
    expect(writes(server).filter((line) => line.startsWith("DELETE "))).toEqual([]);
    expect(await ask(server, "GET", `/endpoints/sip/${id}`)).toMatchObject({ caller_id: "Ours" });
    expect(await held(stack)).toEqual({ [holder]: id });
    await expectSettled(stack);
  }

  async function endsWithItsStack(): Promise<void> {
    await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({ bystander: bystander.id });
  }

  it("renamed, moved under a component, or replaced by itself with `adopt` stays, and is deleted with its stack only", async () => {
    const named = (username: string) => ({ ...OURS, username, adopt: true });
    await upOf(
      stack,
      endpoint("desk", OURS) +
        endpoint("moved", named("moved")) +
        endpoint("again", named("again")) +
        endpoint("given-up", { ...OURS, username: "given-up" }),
    );
    const { moved, again } = await endpoints(server);
    server.journal.clear();
    const program =
      OFFICE +
      endpoint("reception", named("desk")) +
      endpoint("moved", named("moved"), "{ parent: office }") +
      endpoint("again", named("again")) +
      // Another name and another user name: a new one, and the old one is deleted.
      endpoint("fresh", { ...OURS, username: "fresh" });
    const { output } = await upOf(stack, program, "--replace", urn("SipEndpoint", "again"));
    const { fresh, ...others } = await endpoints(server);
    expect(others).toEqual({ desk: id, moved, again, bystander: bystander.id });
    expect(writes(server).filter((line) => line.startsWith("DELETE "))).toHaveLength(1);
    expect(await held(stack)).toEqual({ reception: id, moved, again, fresh });
    for (const kept of [id, moved, again])
      expect(output.split("\n").filter((line) => LEFT_ALONE.test(line) && line.includes(String(kept)))).not.toEqual([]);
    await expectSettled(stack);
    await endsWithItsStack();
  });

  it("under signalwire:adoptMatching stays", async () => {
    await succeeds(stack.run("config", "set", "signalwire:adoptMatching", "true"));
    const { output } = await upOf(stack, endpoint("reception", OURS));
    await livesOn("reception");
    expect(output).toMatch(LEFT_ALONE);
  });

  it("stays when the engine was killed between the adoption and the removal, whatever the next program's order", async () => {
    const other = endpoint("other", { username: "other" });
    const program = endpoint("reception", { ...OURS, adopt: true });
    await stack.write(program + NEVER_ENDS);
    await killOnceHeld(stack, "reception");
    expect(await held(stack)).toEqual({ desk: id, reception: id });
    const { output } = await upOf(stack, other + program);
    expect(await endpoints(server)).toMatchObject({ desk: id, bystander: bystander.id });
    expect(output).toMatch(LEFT_ALONE);
    expect(Object.keys(await held(stack)).sort()).toEqual(["other", "reception"]);
    await expectSettled(stack);
    await endsWithItsStack();
  });

  it("is deleted once, and without an error, by a destroy of a state in which both names hold it", async () => {
    await upOf(stack, endpoint("reception", { ...OURS, adopt: true }), "--target", urn("SipEndpoint", "reception"));
    expect(await held(stack)).toEqual({ desk: id, reception: id });
    await endsWithItsStack();
    expect(await held(stack)).toEqual({});
  });

  it("stays when --target takes the new name first, and a whole up the old name later", async () => {
    const program = endpoint("reception", { ...OURS, adopt: true });
    await upOf(stack, program, "--target", urn("SipEndpoint", "reception"));
    expect(await endpoints(server)).toMatchObject({ desk: id });
    const { output } = await upOf(stack, program);
    await livesOn("reception");
    expect(output).toMatch(LEFT_ALONE);
  });

  it("stays when --target takes the new name and removes the old one at once, and leaves out a third", async () => {
    await upOf(stack, endpoint("desk", OURS) + endpoint("third", { username: "third" }));
    const { third } = await endpoints(server);
    const both = ["--target", urn("SipEndpoint", "reception"), "--target", urn("SipEndpoint", "desk")];
    const program = endpoint("reception", { ...OURS, adopt: true }) + endpoint("third", { username: "third" });
    const { output } = await upOf(stack, program, ...both);
    expect(await endpoints(server)).toEqual({ desk: id, third, bystander: bystander.id });
    expect(await held(stack)).toEqual({ reception: id, third });
    expect(output).toMatch(LEFT_ALONE);
    await expectSettled(stack);
  });

  it("is refused with `aliases` as the first way on, then `adopt`, and the alias works without a request", async () => {
    await stack.write(endpoint("reception", OURS));
    const { output } = await fails(stack.up());
    expect(await endpoints(server)).toEqual({ desk: id, bystander: bystander.id });
    expect(await held(stack)).toEqual({ desk: id });
    expect(output).toContain(id);
    expect(output).toContain("aliases");
    expect(output.indexOf("aliases")).toBeLessThan(output.indexOf("adopt"));
    for (const holder of [/interrupted/, /another stack/, /person|somebody|someone|by hand/])
      expect(output).toMatch(holder);
    server.journal.clear();
    await upOf(stack, endpoint("reception", OURS, '{ aliases: [{ name: "desk" }] }'));
    expect(writes(server)).toEqual([]);
    await livesOn("reception");
  });

  it("keeps both objects when two resources swap their user names", async () => {
    const program = (first: string, second: string) =>
      endpoint("desk", { ...OURS, username: first }) + endpoint("other", { username: second });
    await upOf(stack, program("desk", "other"));
    const before = await endpoints(server);
    await stack.write(program("other", "desk"));
    const swap = await stack.up();
    const after = await endpoints(server);
    expect(Object.values(after).sort()).toEqual(Object.values(before).sort());
    expect(await held(stack)).toEqual({ desk: id, other: before.other });
    if (swap.code === 0) {
      expect(after).toEqual({ desk: before.other, other: id, bystander: bystander.id });
    } else {
      // By way of a name that is free, as whoever reads the refusal would.
      expect(swap.output).toMatch(/username/);
      await upOf(stack, program("in-between", "other"));
      await upOf(stack, program("in-between", "desk"));
      await upOf(stack, program("other", "desk"));
      expect(await endpoints(server)).toEqual({ desk: before.other, other: id, bystander: bystander.id });
    }
    await expectSettled(stack);
  });

  it("is never held twice when its old name gets another user name in the same up", async () => {
    await stack.write(endpoint("reception", { ...OURS, adopt: true }) + endpoint("desk", { username: "second" }));
    // It may be refused; the second time the user name is free.
    if ((await stack.up()).code !== 0) await succeeds(stack.up());
    const { desk, second, ...others } = await endpoints(server);
    expect(others).toEqual({ bystander: bystander.id });
    expect([desk, second]).toContain(id);
    expect(await held(stack)).toEqual({ reception: desk, desk: second });
    await expectSettled(stack);
  });
});
