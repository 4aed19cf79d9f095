// A due token: a preview shows it, an `up` renews it, a refresh ignores it, and a saved plan holds. in-ci/update-plans.test.ts has the
// plan that issues one.

import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { outputsOf, startFrom, succeeds } from "./lives/helpers.ts";
import { requests } from "./service.ts";

const PROGRAM = `const client = new ClientToken("client", { resource: "alice", expiresIn: 60 });
const subscriber = new SubscriberToken("subscriber", { reference: "bob", expiresIn: 60 });
export const tokens = pulumi.all([client.jwtToken, subscriber.token]);`;
const RENEWS = [
  /the client token "alice" is due for renewal since .*: ~ rotateAt/,
  /the subscriber token "bob" is due for renewal since .*: ~ rotateAt/,
];

describeStack("tokens", { once: true, env: { SIGNALWIRE_CLOCK: "server" } }, () => {
  const tokens = async () => (await outputsOf(stack)).tokens;

  /** Saves a plan, lets time pass, and runs the `up` under it. */
  async function planned(minutes = 0) {
    const preview = await stack.preview("--diff", "--save-plan", stack.path("plan.json"));
    server.clock.advance({ minutes });
    return { preview, up: await stack.up("--plan", stack.path("plan.json")) };
  }

  beforeAll(() => startFrom(stack, PROGRAM));

  it("that are not due stay under a saved plan", async () => {
    server.journal.clear();
    const { preview, up } = await planned(1);
    expect(preview.output).not.toContain("rotateAt");
    expect(up.code, up.output).toBe(0);
    expect(requests(server)).toEqual([]);
  });

  it("that become due after the plan was saved are not renewed under it", async () => {
    const { up } = await planned(60);
    expect(up.code).not.toBe(0);
    expect(up.output).toContain("update is not allowed by the plan");
  });

  it("that are due do not count as drift", async () => {
    // With the program, the engine asks the provider to check the arguments, too.
    await succeeds(stack.run("refresh", "--preview-only", "--expect-no-changes", "--run-program"));
  });

  it("that are due show in a preview as an update, and are renewed under a saved plan", async () => {
    const before = await tokens();
    server.journal.clear();
    const { preview, up } = await planned(1);
    for (const renews of RENEWS) expect(preview.output).toMatch(renews);
    expect(preview.output).toContain("2 to update");
    expect(up.code, up.output).toBe(0);
    expect(up.output).toContain("2 updated");
    expect(requests(server).sort()).toEqual(["POST /api/fabric/subscribers/tokens", "PUT /api/relay/rest/jwt"]);
    expect(await tokens()).not.toEqual(before);
  });
});
