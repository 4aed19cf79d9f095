// Bad networks: no object is lost or created twice.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { expectSettled, succeeds, upOf } from "../lives/helpers.ts";
import { list, requests } from "../service.ts";

const SIP = "/api/relay/rest/endpoints/sip";

const desks = (many: number) => `
for (let i = 0; i < ${many}; i += 1)
  new SipEndpoint(\`desk-\${i}\`, { username: \`desk-\${i}\`, password: "canary-password", callerId: \`Desk \${i}\` });`;

async function expectTogether(endpoints: number): Promise<void> {
  const names = (await list(server, "/endpoints/sip")).map((each) => String(each.username));
  expect(new Set(names).size).toBe(endpoints);
  expect(names).toHaveLength(endpoints);
  const state = await stack.state();
  expect(state.resources.filter((each) => each.type.endsWith(":SipEndpoint"))).toHaveLength(endpoints);
  await expectSettled(stack);
}

describeStack("a stack on a bad network", { inProcess: true }, () => {
  it("loses the answers of 30 creates, or gives a web page for one, and has 30 endpoints all the same", async () => {
    server.faults.add({ method: "POST", path: SIP, effect: "not-json", times: 1 });
    server.faults.add({ method: "POST", path: SIP, effect: "lose-answer", times: 30 });
    await upOf(stack, desks(30));
    await expectTogether(30);
    expect(requests(server).filter((line) => line === `POST ${SIP}`)).toHaveLength(30);
  });

  it("drops, fails, refuses and delays, and the up that the errors advise converges", async () => {
    const probability = 0.05;
    server.faults.add({ effect: "drop", probability });
    server.faults.add({ effect: "lose-answer", probability });
    server.faults.add({ effect: "status", status: 500, body: { error: "Internal Server Error" }, probability });
    server.faults.add({ effect: "rate-limit", retryAfter: 1, as: "date", probability });
    server.faults.add({ effect: "delay", milliseconds: 20, probability: 0.3 });
    await stack.write(desks(30));
    await stack.up();
    // A list of some seconds ago does not prove which objects the first up made.
    await succeeds(stack.up("--config", "signalwire:adoptMatching=true"));
    server.faults.clear();
    await expectTogether(30);
  });
});
