// Ctrl-C through both doors. After the first one, the engine waits for the operations under way and records their results.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { expectSettled } from "./lives/helpers.ts";
import { list } from "./service.ts";
import type { Running } from "./stack.ts";

const SIP = "/api/relay/rest/endpoints/sip";
const program = (callerId: string, others = "") =>
  `const desk = new SipEndpoint("desk", { username: "desk", password: "Canary-password-9", callerId: "${callerId}" });${others}`;
const HALL = 'new SipEndpoint("hall", { username: "hall", password: "Canary-password-9" }, { dependsOn: [desk] });';

describeStack("a write under way at Ctrl-C", { bothDoors: true }, () => {
  it.each(["classes", "plugin"])(
    "is done and recorded, nothing else is sent, and a second Ctrl-C leaves a pending create (%s)",
    async (door) => {
      if (door === "plugin") await stack.throughPlugin();
      const usernames = async () => (await list(server, "/endpoints/sip")).map(({ username }) => username);
      const recorded = async () => (await stack.state()).resources.flatMap(({ inputs }) => inputs?.username ?? []);

      await stack.write(program("A", HALL));
      const created = await interrupted({ method: "POST", path: SIP }, "up", "--yes", "--skip-preview");
      expect(created.code, created.output).not.toBe(0);
      expect(created.output).toContain("update canceled");
      expect(await usernames()).toEqual(["desk"]);
      expect(await recorded()).toEqual(["desk"]);

      await stack.write(program("B"));
      const changed = await interrupted({ method: "PUT", path: `${SIP}/*` }, "up", "--yes", "--skip-preview");
      expect(changed.code, changed.output).not.toBe(0);
      await expectSettled(stack);
      expect(await list(server, "/endpoints/sip")).toMatchObject([{ caller_id: "B" }]);

      await stack.write(program("B", HALL));
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
