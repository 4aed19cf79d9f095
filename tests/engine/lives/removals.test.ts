// What the program no longer declares is removed at the service, also by the commands that refresh first.

import { expect, it } from "vitest";
import { describeStack, itWithEngine, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { startFrom } from "../settled.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  LEFT_ALONE,
  NUMBERS,
  number,
  phoneNumber,
  succeeds,
  upOf,
  urn,
} from "./helpers.ts";

const NUMBER = "+12025550101";
/** What a number shows whose handlers are not set. */
const withoutHandlers = { call_handler: "laml_webhooks", message_handler: "laml_webhooks" };

describeStack("a removal", { numbers: [NUMBER], inProcess: true }, () => {
  const hall = endpoint("hall", { username: "hall" });
  const program =
    `const desk = ${endpoint("desk", { username: "desk" })}` +
    `new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" });\n`;
  const untouched = { name: null, call_handler: "laml_webhooks", call_sip_endpoint_id: null };

  it("by `up --refresh` deletes the endpoint and puts the number back", async () => {
    await upOf(stack, program + hall);
    const { output } = await upOf(stack, hall, "--refresh");
    expect(output).not.toContain("left alone");
    expect(Object.keys(await endpoints(server))).toEqual(["hall"]);
    expect(await number(server, NUMBER)).toMatchObject(untouched);
    await expectSettled(stack);
  });

  it("by `up --refresh` of a resource that is renamed leaves the object alone", async () => {
    await upOf(stack, endpoint("desk", { username: "desk", adopt: true }));
    const before = await endpoints(server);
    const { output } = await upOf(stack, endpoint("lobby", { username: "desk", adopt: true }), "--refresh");
    expect(output).toMatch(LEFT_ALONE);
    expect(await endpoints(server)).toEqual(before);
    expect(await held(stack)).toEqual({ lobby: before.desk });
  });

  it("by `destroy --refresh` deletes and puts back everything", async () => {
    await upOf(stack, program + hall);
    const { output } = await succeeds(stack.run("destroy", "--yes", "--skip-preview", "--refresh"));
    expect(output).not.toContain("left alone");
    expect(await endpoints(server)).toEqual({});
    expect(await number(server, NUMBER)).toMatchObject(untouched);
  });

  // Of an exclusive number, the handlers that the program does not name are reset too.
  itWithEngine(
    "puts back what a write without a usable answer changed, and names what another person changed",
    async () => {
      const { id } = await number(server, NUMBER);
      const path = `/phone_numbers/${id}`;
      const theirs = { name: "Theirs", call_handler: "dialogflow", call_dialogflow_agent_id: "agent" };
      await ask(server, "PUT", path, theirs);
      const line = (args: object) => phoneNumber("line", { number: NUMBER, ...args, onDestroy: "restore" });
      const fault = {
        method: "PUT",
        path: `${NUMBERS}/${id}`,
        effect: "late-status",
        status: 502,
        times: "always",
      } as const;
      for (const before of [undefined, { messageHandler: "relay_context" }]) {
        if (before) await upOf(stack, line(before));
        server.faults.add(fault);
        await stack.write(line({ name: "Ours", exclusive: true }));
        expect((await fails(stack.up())).output).toContain("the next `up` sends them again");
        server.faults.clear();
        expect(await number(server, NUMBER)).toMatchObject({ name: "Ours", ...withoutHandlers });
        await ask(server, "PUT", path, { call_status_callback_url: "https://user:canary@example.com/status" });
        const { output } = await succeeds(destroy(stack));
        expect(await number(server, NUMBER)).toMatchObject({ ...theirs, message_handler: "laml_webhooks" });
        expect(output).toMatch(/[Ww]arning: the phone number .* callStatusCallbackUrl \(not set\) → "https:/);
        expect(output).not.toContain("canary");
        await ask(server, "PUT", path, { call_status_callback_url: null });
      }
    },
  );

  it("puts back every handler of a number that was exclusive for a time", async () => {
    const { id } = await number(server, NUMBER);
    const theirs = {
      call_handler: "laml_webhooks",
      call_request_url: "https://example.com/call",
      message_handler: "relay_context",
    };
    await ask(server, "PUT", `/phone_numbers/${id}`, theirs);
    for (const args of [{ exclusive: true }, {}, { exclusive: true, name: "Ours" }, { exclusive: false }])
      await upOf(stack, phoneNumber("line", { number: NUMBER, ...args, onDestroy: "restore" }));
    expect(await number(server, NUMBER)).toMatchObject({ ...withoutHandlers, call_request_url: null });
    await succeeds(destroy(stack));
    expect(await number(server, NUMBER)).toMatchObject(theirs);
  });

  itWithEngine("by `destroy --target` with the dependents puts back the number that rings the endpoint", async () => {
    await startFrom(stack, program);
    const { output } = await succeeds(
      stack.run("destroy", "--yes", "--skip-preview", "--target", urn("SipEndpoint", "desk"), "--target-dependents"),
    );
    expect(output).not.toContain("left alone");
    expect(await endpoints(server)).toEqual({});
    expect(await number(server, NUMBER)).toMatchObject(untouched);
    await upOf(stack, program);
    await expectSettled(stack);
    await succeeds(destroy(stack));
  });
});
