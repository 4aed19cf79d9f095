// Renames, moves and replaces resources, also to another stack: the object remains at the service under the new name, and the old
// name releases it.

import { afterEach, beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  LEFT_ALONE,
  startFrom,
  succeeds,
  upOf,
  urn,
  writes,
} from "./helpers.ts";

const OURS = { username: "desk", callerId: "Ours" };
const OFFICE = 'const office = new pulumi.ComponentResource("test:Office", "office");\n';

describeStack("an endpoint with another name in the program", {}, () => {
  let id: string;
  /** An object outside the stack, which must not change. */
  let bystander: Record<string, unknown>;

  const deletions = () => writes(server).filter((line) => line.startsWith("DELETE "));

  beforeEach(async () => {
    bystander = await ask(server, "POST", "/endpoints/sip", { username: "bystander", password: "theirs" });
  });

  afterEach(async () => {
    await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({ bystander: bystander.id });
    expect(await ask(server, "GET", `/endpoints/sip/${bystander.id}`)).toEqual(bystander);
  });

  it("renamed, moved under a component, or replaced by itself with `adopt` stays", async () => {
    const named = (username: string) => ({ ...OURS, username, adopt: true });
    await startFrom(
      stack,
      endpoint("desk", OURS) +
        endpoint("moved", named("moved")) +
        endpoint("again", named("again")) +
        endpoint("given-up", { ...OURS, username: "given-up" }),
    );
    const { desk, moved, again } = await endpoints(server);
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
    expect(others).toEqual({ desk, moved, again, bystander: bystander.id });
    expect(deletions()).toHaveLength(1);
    expect(await held(stack)).toEqual({ reception: desk, moved, again, fresh });
    for (const kept of [desk, moved, again])
      expect(output.split("\n").filter((line) => LEFT_ALONE.test(line) && line.includes(String(kept)))).not.toEqual([]);
    await expectSettled(stack);
  });

  it("is refused with `aliases` as the first way on, then `adopt`; the alias and signalwire:adoptMatching work", async () => {
    await startFrom(stack, endpoint("desk", OURS));
    ({ desk: id = "" } = await endpoints(server));
    server.journal.clear();
    await stack.write(endpoint("reception", OURS));
    const { output } = await fails(stack.up("--continue-on-error"));
    expect(output).toContain('the new SipEndpoint "reception" of the program declares the same SIP endpoint');
    expect(await held(stack)).toEqual({ desk: id });
    expect(output).toContain(id);
    expect(output).toContain("aliases");
    expect(output.indexOf("aliases")).toBeLessThan(output.indexOf("adopt"));
    for (const holder of [/interrupted/, /another stack/, /person|somebody|someone|by hand/])
      expect(output).toMatch(holder);
    await upOf(stack, endpoint("reception", OURS, '{ aliases: [{ name: "desk" }] }'));
    expect(writes(server).filter((line) => !line.startsWith("POST "))).toEqual([]);
    expect(await held(stack)).toEqual({ reception: id });
    const renamed = await upOf(stack, endpoint("lobby", OURS), "--config", "signalwire:adoptMatching=true");
    expect(await held(stack)).toEqual({ lobby: id });
    expect(deletions()).toEqual([]);
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
});
