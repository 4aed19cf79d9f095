// docs/tasks.md, "Move a resource to another stack": sends no request to the service, and both previews are empty.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { endpoint, succeeds, upOf, urn, writes } from "./helpers.ts";

describeStack("a resource that moves to another stack", { asUser: true }, () => {
  it("keeps its object, and is unchanged in the new one", async () => {
    const desk = endpoint("desk", { username: "desk" });
    const lobby = endpoint("lobby", { username: "lobby" });
    await upOf(stack, desk + lobby);
    await succeeds(stack.run("stack", "init", "branch"));
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
