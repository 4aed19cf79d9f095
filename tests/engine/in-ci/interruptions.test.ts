// Ctrl-C and crashes: waits end at once, and operations under way are recorded. lives/kinds.test.ts has what a crash leaves behind.

import { readFile } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import { describeStack, gateway, server, stack } from "../described.ts";
import { endpoint, expectSettled, fails, succeeds } from "../lives/helpers.ts";
import { reportOf } from "../reports.ts";
import { list } from "../service.ts";
import type { Running } from "../stack.ts";

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

describeStack("an up whose engine was killed while ten endpoints were created", { gateway: true, asUser: true }, () => {
  const NAMES = Array.from({ length: 10 }, (_, at) => `desk-${at}`);
  /** The requests that the client has under way at once; the others wait. */
  const SENT = 8;

  it("is refused with one list of ways on, and silent after the commands of docs/scale.md, which are doctor's", async () => {
    await stack.write(NAMES.map((username) => endpoint(username, { username })).join(""));
    let asked = 0;
    const allAsked = Promise.withResolvers<void>();
    const died = Promise.withResolvers<void>();
    gateway.answerWith(async ({ method }, forward) => {
      if (method !== "POST") return forward();
      await forward();
      if (++asked === SENT) allAsked.resolve();
      await died.promise;
      throw new Error("the connection broke");
    });
    const running = await stack.start("up", "--yes", "--skip-preview");
    await Promise.race([allAsked.promise, running.ended]);
    running.signal("SIGKILL");
    await running.ended;
    died.resolve();
    gateway.answerWith();
    const taken = (await list(server, "/endpoints/sip")).map(({ username }) => username);
    expect(taken).toHaveLength(SENT);

    const left = await reportOf("doctor");
    const [cancel = "", ...others] = await recovery();
    const advice = left.items.find(({ id }) => id === "state-pending")?.lines.join("\n");
    expect([...(advice ?? "").matchAll(/`(pulumi .+?)`/g)].map(([, command]) => command)).toEqual([cancel, ...others]);

    await run(cancel);
    for (const command of [
      ["up", "--yes"],
      ["up", "--yes", "--skip-preview", "--continue-on-error"],
    ]) {
      const { output } = await fails(stack.run(...command));
      const report = output.slice(output.indexOf("Diagnostics:"));
      expect(report.match(/None of these: choose another username/g), report).toHaveLength(1);
      for (const name of taken) expect(report).toContain(`SipEndpoint (${name}):`);
    }

    for (const command of others) await run(command);
    const { items } = await reportOf("doctor");
    expect(items.find(({ id }) => id === "state-pending")?.section).toBe("ok");
    const { output } = await succeeds(stack.up());
    expect(output).not.toMatch(/pending|interrupted|created|updated/i);
    expect(await list(server, "/endpoints/sip")).toHaveLength(NAMES.length);
  });

  /** Returns the commands of the page, without their comments. */
  async function recovery(): Promise<string[]> {
    const page = await readFile(new URL("../../../docs/scale.md", import.meta.url), "utf8");
    const [, block = ""] = /## When something dies in the middle.*?```sh\n(.*?)```/s.exec(page) ?? [];
    return block
      .trim()
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, ""));
  }

  async function run(command: string): Promise<void> {
    const [, ...args] = command.split(" ");
    await succeeds(stack.run(...args, ...(args[0] === "up" ? ["--yes"] : [])));
  }
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
