// Ctrl-C and crashes: waits end at once, and operations under way are recorded. lives/kinds.test.ts has what a crash leaves behind.

import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { expectSettled } from "./lives/helpers.ts";
import { list } from "./service.ts";
import type { Running } from "./stack.ts";

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
});

// Through both doors. After the first Ctrl-C, the engine waits for the operations under way and records their results.
const desks = (callerId: string, others = "") =>
  `const desk = new SipEndpoint("desk", { username: "desk", password: "Canary-password-9", callerId: "${callerId}" });${others}`;
const HALL = 'new SipEndpoint("hall", { username: "hall", password: "Canary-password-9" }, { dependsOn: [desk] });';

describeStack("a write under way at Ctrl-C", { bothDoors: true }, () => {
  it.each(["classes", "plugin"])(
    "is done and recorded, nothing else is sent, and a second Ctrl-C leaves a pending create (%s)",
    async (door) => {
      if (door === "plugin") await stack.throughPlugin();
      const usernames = async () => (await list(server, "/endpoints/sip")).map(({ username }) => username);
      const recorded = async () => (await stack.state()).resources.flatMap(({ inputs }) => inputs?.username ?? []);

      await stack.write(desks("A", HALL));
      const created = await interrupted({ method: "POST", path: SIP }, "up", "--yes", "--skip-preview");
      expect(created.code, created.output).not.toBe(0);
      expect(created.output).toContain("update canceled");
      expect(await usernames()).toEqual(["desk"]);
      expect(await recorded()).toEqual(["desk"]);

      await stack.write(desks("B"));
      const changed = await interrupted({ method: "PUT", path: `${SIP}/*` }, "up", "--yes", "--skip-preview");
      expect(changed.code, changed.output).not.toBe(0);
      await expectSettled(stack);
      expect(await list(server, "/endpoints/sip")).toMatchObject([{ caller_id: "B" }]);

      await stack.write(desks("B", HALL));
      const running = await started({ method: "POST", path: SIP }, "up", "--yes", "--skip-preview");
      running.signal("SIGINT");
      await running.until("^C received");
      running.signal("SIGINT");
      expect((await running.ended).code).not.toBe(0);
      expect(await stack.providers()).toEqual([]);
      expect(await recorded()).toEqual(["desk"]);
      expect(JSON.parse(await stack.stateText()).checkpoint.latest.pending_operations).toHaveLength(1);

      const removed = await interrupted({ method: "DELETE", path: `${SIP}/*` }, "destroy", "--yes", "--skip-preview");
      expect(removed.output).toContain("deleted");
      expect(await recorded()).toEqual([]);
      expect(await usernames()).not.toContain("desk");
    },
  );
});

interface Aim {
  readonly method: string;
  readonly path: string;
}

/** Starts a command whose write the service answers after three seconds. Resolves when the service has the request. */
async function started(aim: Aim, ...command: string[]): Promise<Running> {
  server.faults.clear();
  server.faults.add({ ...aim, effect: "delay", milliseconds: 3_000 });
  const running = await stack.start(...command);
  let hasEnded = false;
  void running.ended.then(() => {
    hasEnded = true;
  });
  while (server.faults.all[0]?.struck !== 1) {
    if (hasEnded) throw new Error((await running.ended).output);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return running;
}

async function interrupted(aim: Aim, ...command: string[]) {
  const running = await started(aim, ...command);
  running.signal("SIGINT");
  return running.ended;
}
