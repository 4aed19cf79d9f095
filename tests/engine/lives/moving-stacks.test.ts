// docs/tasks.md, "Move a resource to another stack": sends no request to the service, and both previews are empty.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { startFrom } from "../settled.ts";
import { endpoint, succeeds, urn, writes } from "./helpers.ts";

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
