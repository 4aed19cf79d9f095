// One run with several provider processes: no process loses an object that a resource of another one holds.

import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, environmentOf, type Server, serve } from "../service.ts";
import { describeWithEngine, itWithClasses, Stack } from "../stack.ts";
import {
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  LEFT_ALONE,
  number,
  phoneNumber,
  succeeds,
  upOf,
} from "./helpers.ts";

const NUMBER = "+12025550101";

describeWithEngine("a run with several provider processes", () => {
  let server: Server;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve(NUMBER);
    stack = await Stack.create(environmentOf(server));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  /** Declares a plugin provider with the environment's credentials. */
  function provider(name: string): string {
    const { url, project } = server;
    const account = JSON.stringify({ baseUrl: url, projectId: project.id, apiToken: project.apiToken });
    return `const ${name} = new (class extends pulumi.ProviderResource {})("signalwire", "${name}", ${account});\n`;
  }

  itWithClasses("a stack that moves from the classes to the plugin without aliases keeps its objects", async () => {
    const program =
      'const desk = new SipEndpoint("desk", { username: "desk", password: "canary-password", adopt: true });\n' +
      `new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "clear" });\n` +
      'new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });\n';
    await stack.remove();
    // An inline program would keep its loaded classes.
    stack = await Stack.createAsUser(environmentOf(server));
    await upOf(stack, program);
    const before = await endpoints(server);
    await stack.throughPlugin();
    const { output } = await upOf(stack, program);
    expect(output).toMatch(LEFT_ALONE);
    expect(await endpoints(server)).toEqual(before);
    expect(await number(server, NUMBER)).toMatchObject({ name: "Main", call_sip_endpoint_id: before.desk });
    expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
    expect(await held(stack)).toMatchObject({ desk: before.desk });
    await expectSettled(stack);
  });

  it("a resource that is renamed and given another provider keeps its endpoint and its number", async () => {
    await stack.throughPlugin();
    const program = (desk: string, line: string, options: string) =>
      provider("one") +
      provider("two") +
      endpoint(desk, { username: "desk", adopt: true }, options) +
      phoneNumber(line, { number: NUMBER, name: "Main", onDestroy: "clear" }, options);
    await upOf(stack, program("desk", "line", "{ provider: one }"));
    const before = await endpoints(server);
    await upOf(stack, program("reception", "main", "{ provider: two }"));
    expect(await endpoints(server)).toEqual(before);
    expect(await number(server, NUMBER)).toMatchObject({ name: "Main" });
    expect(await held(stack)).toMatchObject({ reception: before.desk });
    await expectSettled(stack);
  });

  it("two resources for one object in two providers of one account are refused, in the preview and in the up", async () => {
    await stack.throughPlugin();
    await stack.write(
      provider("one") +
        provider("two") +
        endpoint("first", { username: "desk" }, "{ provider: one }") +
        endpoint("second", { username: "desk", adopt: true }, "{ provider: two }") +
        phoneNumber("line", { number: NUMBER }, "{ provider: one }") +
        phoneNumber("other", { number: NUMBER }, "{ provider: two }"),
    );
    for (const outcome of [await fails(stack.preview()), await fails(stack.up())])
      expect(outcome.output).toMatch(
        /is that of the (?:SipEndpoint|PhoneNumber) "\w+" already, which another provider/,
      );
  });

  it("two resources that name one number differently, by its id and by its digits, are refused before a write", async () => {
    await stack.throughPlugin();
    const { id } = await number(server, NUMBER);
    await stack.write(
      provider("one") +
        provider("two") +
        'const line = new PhoneNumber("line", { number: "+12025550101", name: "first" }, { provider: one });\n' +
        phoneNumber("other", { phoneNumberId: id, name: "second" }, "{ provider: two, dependsOn: [line] }"),
    );
    const { output } = await fails(stack.up());
    expect(output).toMatch(/keep one of the two resources/i);
    expect(await number(server, NUMBER)).toMatchObject({ name: "first" });
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
  });
});
