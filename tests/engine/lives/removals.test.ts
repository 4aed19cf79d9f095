// What the program no longer declares is removed at the service, also by the commands that refresh first.

import { expect, it } from "vitest";
import { describeStack, itWithEngine, server, stack } from "../described.ts";
import { startFrom } from "../settled.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  held,
  LEFT_ALONE,
  number,
  succeeds,
  upOf,
  urn,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const RINGING = "+12025550102";

describeStack("a removal", { numbers: [NUMBER, RINGING], inProcess: true }, () => {
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

  it("names a number that still rings the endpoint in one line with the remedy, unless it is restored before", async () => {
    const other = `const other = ${endpoint("other", { username: "other" })}
    new PhoneNumber("ringing", { number: "${RINGING}", callHandler: "relay_sip_endpoint", callSipEndpointId: other.id });\n`;
    await upOf(stack, program + other);
    const { output } = await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
    expect(await number(server, NUMBER)).toMatchObject(untouched);
    // The engine shows a message at once, and again in its report.
    const report = output.slice(output.indexOf("Diagnostics:")).split("\n");
    expect(report.filter((each) => each.includes(RINGING))).toEqual([expect.stringContaining("onDestroy")]);
    expect(output).not.toContain(NUMBER);
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
