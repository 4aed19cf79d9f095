// Crashes, and an interrupted preview. tests/provider/client/cancellation.test.ts has Ctrl-C, tests/sdk/temporary.test.ts other signals.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shellWord } from "../../../cli/report/text.ts";
import { describeStack, gateway, server, stack } from "../described.ts";
import { endpoint, fails, succeeds } from "../lives/helpers.ts";
import { root } from "../packed-file.ts";
import { reportOf } from "../reports.ts";
import { list } from "../service.ts";

describeStack("an up that is interrupted", {}, () => {
  it("by a crash of the engine sends nothing more, and its provider has ended within two seconds", async () => {
    await stack.write('new SipEndpoint("desk", { username: "desk", password: "canary-password", callerId: "A" });');
    server.faults.add({
      method: "POST",
      path: "/api/relay/rest/endpoints/sip",
      effect: "rate-limit",
      retryAfter: 4,
      times: 1,
    });
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

describeStack("an up whose engine was killed while ten endpoints were created", { gateway: true }, () => {
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
    const { output: refused } = await fails(stack.up("--continue-on-error"));
    const report = refused.slice(refused.indexOf("Diagnostics:"));
    expect(report.match(/None of these: choose another username/g), report).toHaveLength(1);
    for (const name of taken) expect(report).toContain(`SipEndpoint (${name}):`);

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
    await succeeds(stack.run(...args, ...(args[0] === "up" ? ["--yes", "--skip-preview"] : [])));
  }
});

describeStack("the command preview", {}, () => {
  it("leaves no event log, no plan, no socket and no engine when it is interrupted", async () => {
    await stack.write(endpoint("a", { username: "a" }));
    const { out, err } = await stack.execute(
      "bash",
      "-c",
      `export TMPDIR="$PWD/temporary"; mkdir -p "$TMPDIR"
      echo 'await new Promise((done) => setTimeout(done, 5_000));' >> index.ts
      node ${shellWord(join(root, "dist/cli/main.js"))} preview --stack test >&2 & pid=$!
      until grep -qs SipEndpoint "$TMPDIR"/signalwire-events-*/events.json; do sleep 0.1; done
      kill -INT $pid; wait $pid
      pgrep -f "event-log $TMPDIR"; find "$TMPDIR" -path '*signalwire-[epr]*'`,
    );
    expect(out, err).toBe("");
  });
});
