// Settings that a program does not name: taken over, restored, and how the state records them.

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
