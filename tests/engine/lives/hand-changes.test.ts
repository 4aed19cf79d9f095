// Settings that a program does not name: which remain visible, named or owned, and how the state records them.

import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { contents, destroy, expectSettled, number, phoneNumber, succeeds, upOf } from "./helpers.ts";

const NUMBER = "+12025550101";
const SECRET_ADDRESS = "https://example.com/hook?token=canary-webhook-token";
const HIJACKED = { message_handler: "relay_context", message_relay_context: "theirs" };

describeStack("a setting that the program does not name", { numbers: [NUMBER], inProcess: true }, () => {
  let id: string;

  beforeEach(async () => {
    id = String((await number(server, NUMBER)).id);
  });

  const set = (body: object) => ask(server, "PUT", `/phone_numbers/${id}`, body);

  /** Returns the settings that a refresh reports as changed where the program says nothing. */
  async function unnamed(): Promise<string[]> {
    const { output } = await succeeds(stack.run("refresh", "--preview-only"));
    const [, settings = ""] = /is left as it is: (.*?)\. Name the setting/.exec(output) ?? [];
    return settings
      .split("; ")
      .flatMap((each) => each.split(" ", 1))
      .filter((name) => name !== "");
  }

  it("stays visible after an up and a refresh, until the program names it", async () => {
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "One" }));
    await set(HIJACKED);
    expect(await unnamed()).toContain("messageHandler");

    const renamed = await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two" }), "--skip-preview");
    expect(renamed.output).toContain('left as it is: messageHandler (not set) → "relay_context"');
    expect(await unnamed()).toContain("messageHandler");

    const refreshed = await succeeds(stack.up("--refresh", "--skip-preview"));
    expect(refreshed.output).toContain("left as it is: messageHandler");
    await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
    expect(await unnamed()).toContain("messageHandler");

    // Naming the setting accepts it, and an update unsets what the program stops naming.
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two", messageHandler: "relay_context" }));
    expect(await unnamed()).toEqual(["messageRelayApplication"]);
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two", messageRelayContext: "theirs" }));
    expect(await unnamed()).toEqual([]);
    expect(await number(server, NUMBER)).toMatchObject({ message_handler: "laml_webhooks" });
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Two" }));
    await set(HIJACKED);
    expect(await unnamed()).toEqual(["messageHandler", "messageRelayApplication"]);
  });

  it("is put to its default and counts as drift on a number that the program owns", async () => {
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
    expect(await number(server, NUMBER)).toMatchObject({
      message_handler: "laml_webhooks",
      name: null,
      call_relay_context: "a",
    });
    await expectSettled(stack);

    await set({ ...HIJACKED });
    const drift = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(drift.code).toBe(7);
    expect(drift.output).toContain("messageHandler");
    expect(await unnamed()).toEqual([]);
    await succeeds(stack.up("--refresh"));
    expect(await number(server, NUMBER)).toMatchObject({ message_handler: "laml_webhooks" });
    await expectSettled(stack);

    await succeeds(destroy(stack));
    expect(await number(server, NUMBER)).toMatchObject({ ...HIJACKED, name: "Theirs", call_handler: "laml_webhooks" });
  });

  it("is taken over by a number that the program owns from now on, and the preview lists it", async () => {
    await set(HIJACKED);
    await upOf(stack, phoneNumber("line", { number: NUMBER, name: "One" }));
    const owned = phoneNumber("line", { number: NUMBER, name: "One", exclusive: true });
    await stack.write(owned);
    expect((await succeeds(stack.preview())).output).toContain(
      'takes over every setting: messageHandler "relay_context" → (not set)',
    );
    await upOf(stack, owned);
    expect(await number(server, NUMBER)).toMatchObject({ message_handler: "laml_webhooks", name: "One" });
    await expectSettled(stack);
    expect(await unnamed()).toEqual([]);
  });

  it("is encrypted in the state where it holds an address, after an up and after a refresh", async () => {
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
    const { output } = await succeeds(stack.run("refresh", "--preview-only"));
    expect(output).toContain("left as it is: callRequestUrl");
    expect(output).not.toContain("canary");
    await succeeds(destroy(stack));
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
