// Ctrl-C and crashes: waits end at once, and objects from before a crash are neither lost nor created twice.

import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { list } from "./service.ts";
import { rehearse } from "./settled.ts";

const SIP = "/api/relay/rest/endpoints/sip";

describeStack("an up that is interrupted", {}, () => {
  beforeEach(async () => {
    await stack.write('new SipEndpoint("desk", { username: "desk", password: "canary-password", callerId: "A" });');
  });

  it("by Ctrl-C stops waiting for the service at once", async () => {
    server.faults.add({ method: "POST", path: SIP, effect: "rate-limit", retryAfter: 60, times: "always" });
    const running = await stack.start("up", "--yes", "--skip-preview");
    await running.until("Waiting 60.0 s");
    running.signal("SIGINT");
    const { code, output } = await running.ended;
    expect(code).not.toBe(0);
    expect(output).toContain('Could not create the SIP endpoint "desk": it was cancelled');
    // With a wait, the suite's deadline would have ended it.
    expect(server.journal.entries.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("by a crash of the engine sends nothing more, and its provider has ended within two seconds", async () => {
    server.faults.add({ method: "POST", path: SIP, effect: "rate-limit", retryAfter: 4, times: 1 });
    const running = await stack.start("up", "--yes", "--skip-preview");
    await running.until("Waiting 4.0 s");
    expect(await stack.providers()).toHaveLength(1);
    running.signal("SIGKILL");
    await running.ended;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await stack.providers()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(server.journal.entries.map(({ method, status }) => `${method} ${status}`)).toEqual(["GET 200", "POST 429"]);
  });

  it("by a crash of the engine is recognised by the next one, which converges when it may take over what matches", async () => {
    server.faults.add({ method: "POST", path: SIP, effect: "slow-body", milliseconds: 3_000, times: 1 });
    const running = await stack.start("up", "--yes", "--skip-preview");
    while ((await list(server, "/endpoints/sip")).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    running.signal("SIGKILL");
    await running.ended;
    await stack.unlock();

    const next = await stack.up();
    expect(next.code).not.toBe(0);
    expect(next.output).toContain("adopt: true");
    expect(next.output).toContain("signalwire:adoptMatching");
    await stack.configure({ "signalwire:adoptMatching": "true" });
    const last = await stack.up();
    expect(last.code, last.output).toBe(0);
    expect(await list(server, "/endpoints/sip")).toHaveLength(1);
    expect((await rehearse(stack, "preview", "--expect-no-changes")).code).toBe(0);

    // The engine keeps the interrupted create, although a later one has succeeded.
    const pending = async () => JSON.parse(await stack.stateText()).checkpoint.latest.pending_operations ?? [];
    expect(await pending()).toHaveLength(1);
    const cleared = await stack.run("refresh", "--yes", "--skip-preview", "--clear-pending-creates");
    expect(cleared.code, cleared.output).toBe(0);
    expect(await pending()).toEqual([]);
    expect((await rehearse(stack, "preview", "--expect-no-changes")).code).toBe(0);
  });
});
