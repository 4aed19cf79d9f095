// TypeScript programs that declare a provider: the classes of the package, served by the plugin.

import { dirname } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { endpoints, expectSettled, fails, held, number, succeeds, upOf, writes } from "./lives/helpers.ts";
import { installPlugin, namePlugin } from "./plugin-door.ts";
import { ask, environmentOf, list } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const [NUMBER, OTHER] = ["+12025550101", "+12025550102"];

describeWithEngine("a TypeScript program with a declared provider", () => {
  let server: ReferenceServer;
  let stack: Stack;

  beforeEach(async () => {
    server = await startServer({ seed: { projects: [{ numbers: [NUMBER] }, { numbers: [OTHER] }] } });
    stack = await Stack.create(environmentOf(server));
    await installPlugin(stack.path("."));
  });

  /** An inline program has no Pulumi.yaml to read. */
  async function useOwnProcess(): Promise<void> {
    await stack.remove();
    stack = await Stack.createAsUser(environmentOf(server));
    await installPlugin(stack.path("."));
  }

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  /** A line that declares a provider of the first or the second project. */
  function provider(name: string, at: 0 | 1): string {
    const { id: projectId = "", apiToken = "" } = server.projects[at] ?? {};
    return `const ${name} = new Provider("${name}", ${JSON.stringify({ baseUrl: server.url, projectId, apiToken, concurrency: 4 })});\n`;
  }

  const IMPORT = 'import { Provider, getPhoneNumbers, getSipEndpoints } from "pulumi-signalwire";\n';

  it("manages the objects of two accounts in one stack", async () => {
    await namePlugin(stack.path("."));
    // The second account gets an endpoint of the same name later; the first keeps its own.
    await upOf(stack, 'new SipEndpoint("desk", { username: "here", password: "canary-password" });\n');
    const { here } = await endpoints(server);
    await upOf(
      stack,
      `${IMPORT}${provider("eu", 1)}
class Office extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("example:index:Office", name, {}, opts);
    new PhoneNumber("line", { number: "${OTHER}", name: "Berlin" }, { parent: this });
  }
}
new SipEndpoint("desk", { username: "here", password: "canary-password" });
new SipEndpoint("desk", { username: "there", password: "canary-password" }, { provider: eu });
new SipProfile("profile", { defaultEncryption: "required" }, { provider: eu });
new ClientToken("token", { resourceName: "mobile" }, { provider: eu });
new Office("berlin", { providers: [eu] });
`,
    );
    expect(await endpoints(server)).toEqual({ here });
    expect(await number(server, NUMBER)).not.toMatchObject({ name: "Berlin" });
    const there = server.projects[1];
    expect(await list({ ...server, project: there } as never, "/endpoints/sip")).toMatchObject([{ username: "there" }]);
    expect(await ask({ ...server, project: there } as never, "GET", "/sip_profile")).toMatchObject({
      default_encryption: "required",
    });
    await expectSettled(stack);
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
    expect(await list({ ...server, project: there } as never, "/endpoints/sip")).toEqual([]);
  });

  it("a stack moves to a declared provider and back without a write", async () => {
    await useOwnProcess();
    await namePlugin(stack.path("."));
    const program = (options: string) => `
const desk = new SipEndpoint("desk", { username: "desk", password: "canary-password" }, ${options});
new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" }, ${options});
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" }, ${options});
new ClientToken("token", { resourceName: "mobile" }, ${options});
`;
    await upOf(stack, program("{}"));
    const before = await held(stack);
    server.journal.clear();
    await upOf(stack, `${IMPORT}${provider("eu", 0)}${program("{ provider: eu }")}`);
    expect(writes(server)).toEqual([]);
    expect(await held(stack)).toMatchObject(before);
    await succeeds(stack.preview("--expect-no-changes", "--diff"));
    await upOf(stack, program("{}"));
    expect(writes(server)).toEqual([]);
    expect(await held(stack)).toEqual(before);
    await expectSettled(stack);
  });

  it("gives a user name to a resource that depends on its holder, without a warning, and refuses without dependsOn", async () => {
    await namePlugin(stack.path("."));
    const program = (desk: string, hall?: string) => `${IMPORT}${provider("eu", 0)}
const desk = new SipEndpoint("desk", { username: "${desk}", password: "canary-password" }, { provider: eu });
${hall === undefined ? "" : `new SipEndpoint("hall", { username: "one", password: "canary-password" }, { provider: eu, ${hall} });`}`;
    await upOf(stack, program("one"));
    await stack.write(program("two", "retainOnDelete: false"));
    expect((await fails(stack.preview())).output).toContain("Set `dependsOn: [desk]`");
    await stack.write(program("two", "dependsOn: [desk]"));
    expect((await succeeds(stack.preview())).output).not.toContain("warning");
    await succeeds(stack.up());
    expect(Object.keys(await endpoints(server)).sort()).toEqual(["one", "two"]);
    await expectSettled(stack);
  });

  it("imports an object by the option, and the next preview is empty", async () => {
    await namePlugin(stack.path("."));
    const { id } = await ask(server, "POST", "/endpoints/sip", {
      username: "desk",
      password: "theirs",
      caller_id: "Desk",
    });
    server.journal.clear();
    await upOf(
      stack,
      `${IMPORT}${provider("eu", 0)}new SipEndpoint("desk", { username: "desk", adopt: true, callerId: "Desk" }, { provider: eu, import: "${id}" });\n`,
    );
    expect(writes(server)).toEqual([]);
    expect(await held(stack)).toMatchObject({ desk: id });
    await expectSettled(stack);
  });

  it("lists objects, with a declared provider and without one", async () => {
    await namePlugin(stack.path("."));
    await ask(server, "POST", "/endpoints/sip", { username: "desk-1", password: "theirs" });
    await ask(server, "POST", "/endpoints/sip", { username: "hall", password: "theirs" });
    await upOf(
      stack,
      `${IMPORT}${provider("eu", 1)}
export const desks = getSipEndpoints({ username: "desk" }).sipEndpoints.apply((all) => all.map(({ username }) => username));
export const numbers = getPhoneNumbers({}, { provider: eu }).phoneNumbers.apply((all) => all.map(({ number }) => number));
const hall = SipEndpoint.getByUsername("hall", "hall");
export const hallName = hall.username;
`,
    );
    const outputs = JSON.parse((await succeeds(stack.run("stack", "output", "--json"))).output);
    expect(outputs).toEqual({ desks: ["desk-1"], numbers: [OTHER], hallName: "hall" });
  });

  it("says which lines Pulumi.yaml lacks when the engine would not find the plugin", async () => {
    await useOwnProcess();
    stack.export("PATH", dirname(process.execPath));
    await stack.write(`${IMPORT}${provider("eu", 0)}`);
    const { output } = await fails(stack.preview());
    expect(output).toContain("Add these lines to Pulumi.yaml:\n");
    expect(output).toContain("path: node_modules/.bin");
    expect(output).not.toContain("at new Provider");
  });
});
