// Settings that a program does not name: which remain visible, accepted or owned, and how the state records them.

import { writeFile } from "node:fs/promises";
import { beforeEach, expect, it } from "vitest";
import type { DriftReport } from "../../../cli/drift/report.ts";
import { describeStack, itWithEngine, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { contents, destroy, expectSettled, number, phoneNumber, succeeds, upOf, writes } from "./helpers.ts";

const NUMBER = "+12025550101";
const SECRET_ADDRESS = "https://example.com/hook?token=canary-webhook-token";
const HIJACKED = { message_handler: "relay_context", message_relay_context: "theirs" };

describeStack("a setting that the program does not name", { numbers: [NUMBER], inProcess: true }, () => {
  let id: string;

  beforeEach(async () => {
    id = String((await number(server, NUMBER)).id);
  });

  const set = (body: object) => ask(server, "PUT", `/phone_numbers/${id}`, body);

  async function drift(...flags: string[]): Promise<{ code: number; report: DriftReport; err: string; text: string }> {
    const { code, out, err } = await stack.command("drift", "--stack", "test", "--json", ...flags);
    return { code, report: JSON.parse(out), err, text: out };
  }

  async function unwatched(): Promise<string[]> {
    const { code, report } = await drift("--strict");
    const found = report.stacks.flatMap(({ resources }) => resources.flatMap((each) => each.unwatched));
    expect(code).toBe(found.length > 0 ? 7 : 0);
    return found.map(({ property }) => property);
  }

  itWithEngine("stays visible after an up, a refresh and a fix, until its baseline is moved", async () => {
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "One" }));
    await set(HIJACKED);
    expect(await unwatched()).toContain("messageHandler");

    const renamed = await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two" }), "--skip-preview");
    expect(renamed.output).toContain('left as it is: messageHandler (not set) → "relay_context"');
    expect(await unwatched()).toContain("messageHandler");

    const refreshed = await succeeds(stack.up("--refresh", "--skip-preview"));
    expect(refreshed.output).toContain("left as it is: messageHandler");
    await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
    expect(await unwatched()).toContain("messageHandler");

    await set({ name: "By hand" });
    const alone = await stack.command("drift", "--stack", "test", "--fail-on", "unwatched");
    expect(alone.code, alone.err).toBe(7);
    const fixed = await stack.command("drift", "--stack", "test", "--fix", "--yes", "--strict");
    expect(fixed.code, fixed.err).toBe(7);
    expect(fixed.err).toContain("left as it is: messageHandler");
    expect(fixed.out).toMatch(/baseline: "\d{4}-/);
    expect(await number(server, NUMBER)).toMatchObject({ name: "Two", ...HIJACKED });
    expect(await unwatched()).toContain("messageHandler");

    const accepting = phoneNumber("line", { number: NUMBER, name: "Two", baseline: "2026-11-22" });
    await stack.write(accepting);
    server.journal.clear();
    const preview = await succeeds(stack.preview());
    expect(preview.output).toContain('accepts as it is: messageHandler (not set) → "relay_context"');
    await upOf(stack, accepting);
    expect(writes(server)).toEqual([]);
    expect(await unwatched()).toEqual([]);
    await set({ message_relay_context: "others" });
    expect(await unwatched()).not.toEqual([]);
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two" }));
    expect(await unwatched()).not.toEqual([]);
  });

  itWithEngine("is put to its default and counts as drift on a number that the program owns", async () => {
    await set({ ...HIJACKED, name: "Theirs" });
    const owned = phoneNumber("line", {
      number: NUMBER,
      callHandler: "relay_context",
      callRelayContext: "a",
      exclusive: true,
      onDestroy: "restore",
    });
    await stack.write(owned);
    expect((await succeeds(stack.preview())).output).toContain('name "Theirs" → (not set)');
    await upOf(stack, owned);
    expect(await number(server, NUMBER)).toMatchObject({ message_handler: null, name: null, call_relay_context: "a" });
    await expectSettled(stack);

    await set({ ...HIJACKED });
    const { code, report } = await drift();
    expect(code).toBe(7);
    expect(report.stacks[0]?.resources[0]).toMatchObject({ verdict: "drifted", unwatched: [] });
    await succeeds(stack.up("--refresh"));
    expect(await number(server, NUMBER)).toMatchObject({ message_handler: null });
    await expectSettled(stack);

    await succeeds(destroy(stack));
    expect(await number(server, NUMBER)).toMatchObject({ ...HIJACKED, name: "Theirs", call_handler: null });
  });

  itWithEngine("is taken over by a number that the program owns from now on, and the preview lists it", async () => {
    await set(HIJACKED);
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "One" }));
    const owned = phoneNumber("line", { number: NUMBER, name: "One", exclusive: true });
    await stack.write(owned);
    expect((await succeeds(stack.preview())).output).toContain(
      'takes over every setting: messageHandler "relay_context" → (not set)',
    );
    await upOf(stack, owned);
    expect(await number(server, NUMBER)).toMatchObject({ message_handler: null, name: "One" });
    await expectSettled(stack);
    expect(await unwatched()).toEqual([]);
  });

  itWithEngine("is encrypted in the state where it holds an address, after an up and after a refresh", async () => {
    await set({ call_handler: "laml_webhooks", call_request_url: SECRET_ADDRESS });
    const program = phoneNumber("line", { number: NUMBER, name: "One", onDestroy: "restore" });
    await upOf(stack, program);
    expect(await stack.stateText()).not.toContain("canary");
    const before = await contents(stack);
    expect(JSON.stringify(before)).toContain(SECRET_ADDRESS);
    await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
    expect(await stack.stateText()).not.toContain("canary");
    expect(await contents(stack)).toEqual(before);
    await expectSettled(stack);
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two", onDestroy: "restore" }));
    expect(await stack.stateText()).not.toContain("canary");

    await set({ call_request_url: `${SECRET_ADDRESS}-new` });
    const { code, report, text } = await drift("--strict");
    expect(code).toBe(7);
    expect(report.stacks[0]?.resources[0]?.unwatched).toEqual([
      {
        property: "callRequestUrl",
        expected: expect.stringContaining("[secret]"),
        actual: expect.stringContaining("[secret]"),
      },
    ]);
    expect(text).not.toContain("canary");
    await succeeds(destroy(stack));
  });

  itWithEngine("that an earlier release stored in clear is encrypted by the next up", async () => {
    await set({ call_handler: "laml_webhooks", call_request_url: SECRET_ADDRESS });
    const program = phoneNumber("line", { number: NUMBER, name: "One" });
    await upOf(stack, program);
    const state = JSON.parse((await succeeds(stack.run("stack", "export", "--show-secrets"))).output);
    const open = JSON.stringify(state, (key, value) => {
      if (key === "schemaVersion") return 1;
      if (typeof value === "object" && value && "plaintext" in value && key !== "secrets_providers")
        return JSON.parse(value.plaintext);
      return value;
    });
    await writeFile(stack.path("state.json"), open);
    await succeeds(stack.run("stack", "import", "--file", stack.path("state.json")));
    expect(await stack.stateText()).toContain("canary-webhook-token");
    await succeeds(stack.up());
    expect(await stack.stateText()).not.toContain("canary");
    await expectSettled(stack);
  });

  it("is not put back by restore where nothing but the program's own settings were found, and that is said", async () => {
    await set({ name: "One" });
    const program = phoneNumber("line", { number: NUMBER, name: "One", onDestroy: "restore" });
    await stack.write(program);
    expect((await succeeds(stack.preview())).output).toMatch(/warning:.*already is as the program says/);
    expect((await upOf(stack, program, "--skip-preview")).output).toContain("already is as the program says");
    expect(
      (await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two", onDestroy: "restore" }))).output,
    ).not.toContain("already is as");
  });
});
