// Bad networks and busy services: no object is lost or created twice, and the time stays within limits.

import { afterEach, expect, it } from "vitest";
import { expectSettled } from "./lives/helpers.ts";
import { environmentOf, list, requests, type Server, serve, serveWith } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const SIP = "/api/relay/rest/endpoints/sip";

describeWithEngine("a stack on a bad network", () => {
  let server: Server;
  let stack: Stack;

  afterEach(async () => {
    await stack?.remove();
    await server?.close();
  });

  async function start(serving: Promise<Server>, endpoints: number): Promise<void> {
    server = await serving;
    stack = await Stack.create(environmentOf(server));
    await stack.write(`
for (let i = 0; i < ${endpoints}; i += 1)
  new SipEndpoint(\`desk-\${i}\`, { username: \`desk-\${i}\`, password: "canary-password", callerId: \`Desk \${i}\` });`);
  }

  async function expectTogether(endpoints: number): Promise<void> {
    const names = (await list(server, "/endpoints/sip")).map((each) => String(each.username));
    expect(new Set(names).size).toBe(endpoints);
    expect(names).toHaveLength(endpoints);
    const state = await stack.state();
    expect(state.resources.filter((each) => each.type.endsWith(":SipEndpoint"))).toHaveLength(endpoints);
    await expectSettled(stack);
  }

  it("loses the answers of 30 creates, or gives a web page for one, and has 30 endpoints all the same", async () => {
    await start(serve(), 30);
    server.faults.add({ method: "POST", path: SIP, effect: "not-json", times: 1 });
    server.faults.add({ method: "POST", path: SIP, effect: "lose-answer", times: 30 });
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
    await expectTogether(30);
    expect(requests(server).filter((line) => line === `POST ${SIP}`)).toHaveLength(30);
  });

  it("is refused by a rate limit, waits as long as required, and shows that it waits", async () => {
    // A limit so low that an engine on a busy machine exceeds it too.
    const [endpoints, perSecond] = [20, 5];
    await start(serveWith({ rateLimit: { writes: perSecond, seconds: 1 } }), endpoints);
    const up = await stack.up();
    expect(up.code, up.output.slice(-2_000)).toBe(0);
    expect(up.output).toMatch(/Waiting 1\.0 s: the service answered 429 Too Many Requests/);
    await expectTogether(endpoints);
    // In each second, at most the running requests are refused.
    const refused = server.journal.entries.filter((entry) => entry.status === 429);
    expect(refused.length).toBeLessThan((endpoints / perSecond) * 16);
  });

  it("drops, fails, refuses and delays, and the up that the errors advise converges", async () => {
    await start(serve(), 30);
    const probability = 0.05;
    server.faults.add({ effect: "drop", probability });
    server.faults.add({ effect: "lose-answer", probability });
    server.faults.add({ effect: "status", status: 500, body: { error: "Internal Server Error" }, probability });
    server.faults.add({ effect: "rate-limit", retryAfter: 1, as: "date", probability });
    server.faults.add({ effect: "delay", milliseconds: 20, probability: 0.3 });
    await stack.up();
    // A list of some seconds ago does not prove which objects the first up made.
    const second = await stack.up("--config", "signalwire:adoptMatching=true");
    expect(second.code, second.output.slice(-2_000)).toBe(0);
    server.faults.clear();
    await expectTogether(30);
  });
});
