// Limits the requests of each operation, which are equal on every machine. The benchmarks measure the same costs in seconds. A larger
// figure needs a reason, and a new limit here. lifecycle.test.ts limits the bytes of state.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { succeeds } from "../lives/helpers.ts";

const COUNT = 20;

describeStack("twenty endpoints", { inProcess: true }, () => {
  it("cost one list and a create each, nothing while nothing changes, a list before changes, and a write for each change and removal", async () => {
    await stack.write(program("Front desk"));
    expect(await sent("up", "--skip-preview")).toEqual({ list: 1, POST: COUNT });
    expect(await sent("preview")).toEqual({});
    // One page, after the first object alone where the machine is slow.
    const { GET: alone = 0, ...others } = await sent("refresh", "--preview-only");
    expect(others).toEqual({ list: 1 });
    expect(alone).toBeLessThanOrEqual(1);
    await stack.write(program("Reception"));
    expect(await sent("up", "--skip-preview")).toEqual({ list: 1, PUT: 2 });
    expect(await sent("destroy", "--yes", "--skip-preview")).toEqual({ DELETE: COUNT });
  });

  /** Returns the number of requests of each kind during a command. */
  async function sent(...command: string[]) {
    server.journal.clear();
    await succeeds(stack.run(...command));
    const counts: { [kind: string]: number } = {};
    for (const { method, path } of server.journal.entries) {
      const kind = path.includes("?") ? "list" : method;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }
});

/** Every tenth endpoint has this caller ID. */
function program(callerId: string): string {
  return `
    for (let at = 0; at < ${COUNT}; at++)
      new SipEndpoint("desk-" + at, {
        username: "desk-" + at,
        password: "correct-horse-battery",
        callerId: at % 10 === 0 ? "${callerId}" : "Front desk",
      });`;
}
