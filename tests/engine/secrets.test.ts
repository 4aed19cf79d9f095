// Secrets that are no plain arguments are encrypted in the state or absent from it, and appear in no output or log.
// in-ci/secret-arguments.test.ts has the arguments of every kind.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { contents, expectSettled, fails, number, outputsOf, succeeds, upOf } from "./lives/helpers.ts";
import { ask, requests } from "./service.ts";
import { EVERYTHING, withoutEngineTrace } from "./stack.ts";

const NUMBER = "+12025550101";
const PASSWORD = "canary-sip-password";

describeStack("secrets", { numbers: [NUMBER] }, () => {
  it("of a token that is not kept are nowhere", async () => {
    await stack.write(`
const issued = issueClientToken({ resource: "smoke-test", expiresIn: 5 });
const refreshed = refreshClientToken({ refreshToken: issued.refreshToken });
export const name = refreshed.apply(({ resource }) => resource);`);
    const run = async (...args: string[]) => (await succeeds(stack.run(...args, ...EVERYTHING))).output;
    const previewed = await run("preview");
    expect(requests(server)).toEqual([]);
    const updated = await run("up", "--yes", "--skip-preview");
    expect(requests(server)).toEqual(["POST /api/relay/rest/jwt", "PUT /api/relay/rest/jwt"]);
    expect((await outputsOf(stack)).name).toBe("smoke-test");
    expect(withoutEngineTrace(previewed + updated) + (await stack.stateText())).not.toContain("eyJ");
  });

  it("that a transform sets in clear after the class are encrypted all the same", async () => {
    await stack.write(`
const set = ({ props, opts }) => ({ props: { ...props, password: "${PASSWORD}" }, opts });
new SipEndpoint("late", { username: "late", password: "replaced" }, { transforms: [set] });
new SipEndpoint("soon", { username: "soon", password: "replaced" }, { transformations: [set] });`);
    await succeeds(stack.up("--skip-preview"));
    await expectSettled(stack);
    expect(await stack.stateText()).not.toContain(PASSWORD);
  });

  it("of the service that are saved in the state and went stale are named as such, with the way to use today's", async () => {
    await stack.write(`new SipEndpoint("desk", { username: "desk", password: "${PASSWORD}", callerId: "A" });`);
    await stack.run("config", "set", "--secret", "signalwire:apiToken", "stale-token");
    await succeeds(stack.up());
    stack.export("SIGNALWIRE_API_TOKEN", undefined);
    const refresh = await fails(stack.run("refresh", "--yes", "--skip-preview"));
    for (const text of ["401 Unauthorized", "--run-program"]) expect(refresh.output).toContain(text);
    expect(refresh.output).not.toContain("stale-token");
    await stack.run("config", "set", "--secret", "signalwire:apiToken", server.project.apiToken);
    await succeeds(stack.run("refresh", "--yes", "--skip-preview", "--run-program"));
  });

  it("among found settings are encrypted from the first `up` on where the program's value or an address is secret, and are put back", async () => {
    const program = (name: string) =>
      `new PhoneNumber("line", { number: "${NUMBER}", name: ${name}, onDestroy: "restore" });\n`;
    const FOUND = "canary-context-of-theirs";
    const address = "https://example.com/hook?token=canary-webhook-token";
    const line = (await number(server, NUMBER)).id;
    const theirs = { name: FOUND, message_handler: "relay_context", message_relay_context: `${FOUND}-2` };
    await ask(server, "PUT", `/phone_numbers/${line}`, {
      ...theirs,
      call_handler: "laml_webhooks",
      call_request_url: address,
    });
    await upOf(stack, program('"plain"'));
    expect(await stack.stateText()).toContain(FOUND);
    expect(await stack.stateText()).not.toContain("canary-webhook");
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));

    await upOf(stack, program('pulumi.secret("ours")'));
    expect(JSON.stringify(await contents(stack))).toContain(`${FOUND}-2`);
    expect(await stack.stateText()).not.toContain("canary");
    await ask(server, "PUT", `/phone_numbers/${line}`, { call_request_url: `${address}-new` });
    const { output } = await upOf(stack, program('pulumi.secret("ours too")'), "--refresh");
    expect(output).toContain("left as it is: callRequestUrl");
    expect(output + (await stack.stateText())).not.toContain("canary");
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
    expect(await number(server, NUMBER)).toMatchObject(theirs);
  });
});
