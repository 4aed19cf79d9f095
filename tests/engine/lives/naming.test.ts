// Renames, moves and replaces resources, also to another stack: the object remains at the service under the new name, and the old
// name releases it.

import { afterEach, beforeEach, expect, it } from "vitest";
import { describeStack, itWithEngine, server, stack } from "../described.ts";
import { ask, requests } from "../service.ts";
import { startFrom } from "../settled.ts";
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

describeStack("an endpoint with another name in the program", { inProcess: true }, () => {
  let id: string;
  /** An object outside the stack, which must not change. */
  let bystander: Record<string, unknown>;

  beforeEach(async () => {
    bystander = await ask(server, "POST", "/endpoints/sip", { username: "bystander", password: "theirs" });
    await startFrom(stack, endpoint("desk", OURS));
    id = String((await endpoints(server)).desk);
    server.journal.clear();
  });

  afterEach(async () => {
    expect(await ask(server, "GET", `/endpoints/sip/${bystander.id}`)).toEqual(bystander);
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
      // Another name and another user name: a new object, and the old one is deleted.
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

  itWithEngine(
    "stays when the engine was killed between the adoption and the removal, whatever the next program's order",
    async () => {
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
    },
  );

  it("stays when the resource with the new name fails under --continue-on-error", async () => {
    const renamed = (args = {}) => endpoint("reception", { ...OURS, ...args });
    await stack.write(renamed());
    const continued = await fails(stack.up("--continue-on-error"));
    expect(continued.output).toContain("aliases");
    expect(continued.output).toContain('the new SipEndpoint "reception" of the program declares the same SIP endpoint');
    expect(await held(stack)).toEqual({ desk: id });
    await upOf(stack, renamed({ adopt: true }));
    await livesOn("reception");
    await endsWithItsStack();
  });

  it("stays whatever --target takes first, and is deleted once by a destroy of a state in which both names hold it", async () => {
    const third = endpoint("third", { username: "third" });
    const named = (name: string) => endpoint(name, { ...OURS, adopt: true }) + third;
    const targets = (...names: string[]) => names.flatMap((name) => ["--target", urn("SipEndpoint", name)]);
    await upOf(stack, endpoint("desk", OURS) + third);
    const before = await endpoints(server);

    // First only the new name, then a whole `up`.
    await upOf(stack, named("reception"), ...targets("reception"));
    expect(await endpoints(server)).toEqual(before);
    expect(await held(stack)).toEqual({ desk: id, reception: id, third: before.third });
    const whole = await upOf(stack, named("reception"));
    expect(await endpoints(server)).toEqual(before);
    expect(await held(stack)).toEqual({ reception: id, third: before.third });
    expect(whole.output).toMatch(LEFT_ALONE);

    // The new name and the removal of the old one together, without the third.
    const both = await upOf(stack, named("lobby"), ...targets("lobby", "reception"));
    expect(await endpoints(server)).toEqual(before);
    expect(await ask(server, "GET", `/endpoints/sip/${id}`)).toMatchObject({ caller_id: "Ours" });
    expect(await held(stack)).toEqual({ lobby: id, third: before.third });
    expect(both.output).toMatch(LEFT_ALONE);
    expect(writes(server).filter((line) => line.startsWith("DELETE "))).toEqual([]);
    await expectSettled(stack);

    await upOf(stack, named("hall"), ...targets("hall"));
    expect(await held(stack)).toEqual({ lobby: id, hall: id, third: before.third });
    await endsWithItsStack();
    expect(await held(stack)).toEqual({});
  });

  it("is refused with `aliases` as the first way on, then `adopt`; the alias and signalwire:adoptMatching work", async () => {
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
    expect(await held(stack)).toEqual({ reception: id });
    await succeeds(stack.run("config", "set", "signalwire:adoptMatching", "true"));
    const renamed = await upOf(stack, endpoint("lobby", OURS));
    await livesOn("lobby");
    expect(renamed.output).toMatch(LEFT_ALONE);
  });
});

/** docs/tasks.md, "Move a resource to another stack". */
describeStack("a resource that moves to another stack", {}, () => {
  it("keeps its object, and is unchanged in the new one", async () => {
    const desk = endpoint("desk", { username: "desk" });
    const lobby = endpoint("lobby", { username: "lobby" });
    await startFrom(stack, desk + lobby);
    await succeeds(stack.run("stack", "init", "branch", "--no-select"));
    server.journal.clear();
    await succeeds(
      stack.run("state", "move", "--yes", "--source", "test", "--dest", "branch", urn("SipEndpoint", "desk")),
    );
    await stack.write(lobby);
    await succeeds(stack.preview("--stack", "test", "--expect-no-changes"));
    await stack.write(desk);
    const { output } = await succeeds(stack.preview("--stack", "branch"));
    expect(output).toContain("2 unchanged");
    expect(writes(server)).toEqual([]);
  });

  it("is left and taken over where both stacks have had an up with another configuration", async () => {
    const desk = (args: object = {}, options = "{}") => endpoint("desk", { username: "desk", ...args }, options);
    const lobby = endpoint("lobby", { username: "lobby" });
    await stack.configure({ "tested:color": "red" });
    await upOf(stack, desk() + lobby);
    const { desk: id } = await endpoints(server);
    await succeeds(stack.run("stack", "init", "branch", "--no-select"));
    await succeeds(stack.run("config", "set", "tested:color", "blue", "--stack", "branch"));
    await upOf(stack, endpoint("third", { username: "third" }), "--stack", "branch");
    const move = ["--source", "test", "--dest", "branch", urn("SipEndpoint", "desk")];
    const { output } = await fails(stack.run("state", "move", "--yes", ...move));
    expect(output).toContain("already exists in destination stack");
    await upOf(stack, desk({}, "{ retainOnDelete: true }") + lobby);
    await upOf(stack, lobby);
    await upOf(stack, endpoint("third", { username: "third" }) + desk({ adopt: true }), "--stack", "branch");
    expect(await endpoints(server)).toMatchObject({ desk: id });
    expect(requests(server).filter((each) => each.startsWith("DELETE"))).toEqual([]);
  });
});
