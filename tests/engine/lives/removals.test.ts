// What the program no longer declares is removed at the service, also by the commands that refresh first.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { endpoint, endpoints, held, LEFT_ALONE, number, succeeds, upOf } from "./helpers.ts";

const NUMBER = "+12025550101";
const RINGING = "+12025550102";

describeStack("a removal", { numbers: [NUMBER, RINGING] }, () => {
  const rung = `const desk = ${endpoint("desk", { username: "desk" })}`;
  const program = `${rung}new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" });\n`;
  const untouched = { name: null, call_handler: "laml_webhooks", call_sip_endpoint_id: null };

  it("by `up --refresh` and `destroy --refresh` deletes, puts back, leaves a renamed object, and names a number that rings", async () => {
    const named = (name: string) => endpoint(name, { username: "hall", adopt: true });
    await upOf(stack, program + named("hall"));
    const { hall } = await endpoints(server);
    const renamed = await upOf(stack, named("renamed"), "--refresh");
    expect(renamed.output).toMatch(LEFT_ALONE);
    expect(await endpoints(server)).toEqual({ hall });
    expect(await held(stack)).toEqual({ renamed: hall });
    expect(await number(server, NUMBER)).toMatchObject(untouched);

    const other = `const other = ${endpoint("other", { username: "other" })}
    new PhoneNumber("ringing", { number: "${RINGING}", callHandler: "relay_sip_endpoint", callSipEndpointId: other.id });\n`;
    await upOf(stack, program + other);
    const { output } = await succeeds(stack.run("destroy", "--yes", "--skip-preview", "--refresh"));
    expect(await endpoints(server)).toEqual({});
    expect(await number(server, NUMBER)).toMatchObject(untouched);
    // The engine shows a message at once, and again in its report.
    const report = output.slice(output.indexOf("Diagnostics:")).split("\n");
    expect(report.filter((each) => each.includes(RINGING))).toEqual([
      expect.stringContaining("give it another handler."),
    ]);
    expect(output).not.toContain(NUMBER);
  });
});
