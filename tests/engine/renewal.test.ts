// Due tokens: a preview shows them, an `up` renews them under a saved plan, a refresh ignores them. in-ci/update-plans.test.ts has the
// plan that issues one.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { outputsOf, startFrom, succeeds, writes } from "./lives/helpers.ts";

const PROGRAM = `const client = new ClientToken("client", { resource: "alice", expiresIn: 60 });
const subscriber = new SubscriberToken("subscriber", { reference: "bob", expiresIn: 60 });
export const tokens = pulumi.all([client.jwtToken, subscriber.token]);`;
const RENEWS = [
  /the client token "alice" is due for renewal since .*: ~ rotateAt/,
  /the subscriber token "bob" is due for renewal since .*: ~ rotateAt/,
];

describeStack("tokens", {}, () => {
  it("that are due count as no drift, show in a preview as an update, and are renewed under its plan alone", async () => {
    stack.export("SIGNALWIRE_CLOCK", "server");
    const plan = stack.path("plan.json");
    const preview = () => succeeds(stack.preview("--diff", "--save-plan", plan));
    await startFrom(stack, PROGRAM);
    const before = (await outputsOf(stack)).tokens;
    server.journal.clear();
    expect((await preview()).output).not.toContain("rotateAt");
    server.clock.advance({ minutes: 60 });
    expect((await stack.up("--plan", plan)).output).toContain("update is not allowed by the plan");
    // With the program, the engine asks the provider to check the arguments, too.
    await succeeds(stack.run("refresh", "--preview-only", "--expect-no-changes", "--run-program"));
    const { output } = await preview();
    for (const renews of RENEWS) expect(output).toMatch(renews);
    expect((await succeeds(stack.up("--plan", plan))).output).toContain("2 updated");
    expect(writes(server).sort()).toEqual(["POST /api/fabric/subscribers/tokens", "PUT /api/relay/rest/jwt"]);
    expect((await outputsOf(stack)).tokens).not.toEqual(before);
  });
});
