// One run with several provider processes: no process loses an object that a resource of another one holds.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask } from "../service.ts";
import { endpoint, endpoints, expectSettled, fails, held, LEFT_ALONE, number, startFrom, succeeds } from "./helpers.ts";

const NUMBER = "+12025550101";
const KEPT =
  'const desk = new SipEndpoint("desk", { username: "desk", password: "canary-password", adopt: true });\n' +
  `new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "clear" });\n` +
  'new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });\n';

function declaration(kind: string, name: string, args: object, options: string): string {
  return `new ${kind}("${name}", ${JSON.stringify(args)}, ${options});\n`;
}

// An inline program would keep its loaded classes.
describeStack("a run with several provider processes, of a user's program", { numbers: [NUMBER], asUser: true }, () => {
  it("a stack that moves from the classes to the plugin without aliases keeps its objects", async () => {
    await startFrom(stack, KEPT);
    const before = await endpoints(server);
    await stack.throughPlugin();
    await stack.write(KEPT);
    const { output } = await succeeds(stack.up());
    expect(output).toMatch(LEFT_ALONE);
    expect(await endpoints(server)).toEqual(before);
    expect(await number(server, NUMBER)).toMatchObject({ name: "Main", call_sip_endpoint_id: before.desk });
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
    expect(await held(stack)).toMatchObject({ desk: before.desk });
    await expectSettled(stack);
  });
});

describeStack("a run with several provider processes", { numbers: [NUMBER] }, () => {
  it("two resources for one object in two providers of one account are refused, in the preview and in the up", async () => {
    await stack.throughPlugin();
    const pairs = (name: string, args: object) =>
      ["one", "two"].map((each) => declaration(name, `${name}-${each}`, args, `{ provider: ${each} }`)).join("");
    const both = [
      endpoint("first", { username: "desk" }, "{ provider: one }") +
        endpoint("second", { username: "desk", adopt: true }, "{ provider: two }") +
        pairs("PhoneNumber", { number: NUMBER }),
      pairs("CxmlScript", { displayName: "Menu", contents: "<Response/>", adopt: true }),
    ];
    for (const pair of both) {
      await stack.write(provider("one") + provider("two") + pair);
      const { output } = await fails(stack.preview());
      expect(output).toMatch(/is already used by the \w+ "[\w-]+", which another provider/);
    }
    await stack.write(provider("one") + provider("two") + both.join(""));
    const { output } = await fails(stack.up());
    expect(output).toMatch(/is already used by the \w+ "[\w-]+", which another provider/);
  });
});

/** Declares a plugin provider with the environment's credentials. */
function provider(name: string): string {
  const { url, project } = server;
  const account = JSON.stringify({ baseUrl: url, projectId: project.id, apiToken: project.apiToken });
  return `const ${name} = new (class extends pulumi.ProviderResource {})("signalwire", "${name}", ${account});\n`;
}
