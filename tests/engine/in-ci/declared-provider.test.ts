// TypeScript programs that declare a provider: the classes of the package, served by the plugin.

import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import {
  endpoints,
  expectSettled,
  held,
  number,
  outputsOf,
  startFrom,
  succeeds,
  upOf,
  writes,
} from "../lives/helpers.ts";
import { addPlugin } from "../plugin-door.ts";
import { addEndpoint, ask, list } from "../service.ts";

const [NUMBER, OTHER] = ["+12025550101", "+12025550102"];

const service = { seed: { projects: [{ numbers: [NUMBER] }, { numbers: [OTHER] }] } };

const IMPORT = 'import { Provider, getPhoneNumbers, getSipEndpoints } from "pulumi-signalwire";\n';

/** A line that declares a provider of the first or the second project. */
function provider(name: string, at: 0 | 1): string {
  const { id: projectId = "", apiToken = "" } = server.projects[at] ?? {};
  return `const ${name} = new Provider("${name}", ${JSON.stringify({ baseUrl: server.url, projectId, apiToken, concurrency: 4 })});\n`;
}

describeStack("a TypeScript program with a declared provider", { service }, () => {
  beforeEach(() => addPlugin(stack.path(".")));

  it("manages the objects of two accounts in one stack", async () => {
    // The second account gets an endpoint of the same name later; the first keeps its own.
    await startFrom(stack, 'new SipEndpoint("desk", { username: "here", password: "canary-password" });\n');
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
new ClientToken("token", { resource: "mobile" }, { provider: eu });
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
    for (const { apiToken } of server.projects) expect(await stack.stateText()).not.toContain(apiToken);
    await expectSettled(stack);
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
    expect(await list({ ...server, project: there } as never, "/endpoints/sip")).toEqual([]);
  });

  it("moves a stack to a declared provider and back without a write", async () => {
    const program = (options: string) => `
const desk = new SipEndpoint("desk", { username: "desk", password: "canary-password" }, ${options});
new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" }, ${options});
new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" }, ${options});
new ClientToken("token", { resource: "mobile" }, ${options});
new DomainApplication("carrier", { name: "Carrier", identifier: "carrier", callHandler: "relay_context", callRelayContext: "office" }, ${options});
new CxmlScript("menu", { displayName: "Menu", contents: "<Response><Say>Hello</Say></Response>" }, ${options});
new SwmlScript("flow", { displayName: "Flow", contents: JSON.stringify({ version: "1.0.0", sections: { main: ["answer"] } }) }, ${options});
`;
    await upOf(stack, program("{}"));
    const before = await held(stack);
    server.journal.clear();
    await upOf(stack, `${IMPORT}${provider("eu", 0)}${program("{ provider: eu }")}`);
    expect(writes(server)).toEqual([]);
    expect(await held(stack)).toMatchObject(before);
    await upOf(stack, program("{}"));
    expect(writes(server)).toEqual([]);
    expect(await held(stack)).toEqual(before);
  });

  it("imports a listed object by the option, and the next preview is empty", async () => {
    await addEndpoint(server, "hall");
    const id = await addEndpoint(server, "desk");
    const plugin = stack.path("node_modules/.bin/pulumi-resource-signalwire");
    const query = ["signalwire:index:SipEndpoint", "list", "--username", "desk", "--output", "json"];
    const listed = await succeeds(stack.run("do", "--package", plugin, ...query));
    expect(listed.output).toContain(id);
    expect(listed.output).not.toContain("hall");
    server.journal.clear();
    await upOf(
      stack,
      `${IMPORT}${provider("eu", 0)}new SipEndpoint("desk", { username: "desk", adopt: true }, { provider: eu, import: "${id}" });\n`,
    );
    expect(writes(server)).toEqual([]);
    expect(await held(stack)).toMatchObject({ desk: id });
    await expectSettled(stack);
  });

  it("keeps lists and look-ups unknown in a preview that does not know the provider's arguments, or their object", async () => {
    const { id: projectId, apiToken } = server.projects[1] ?? {};
    await ask({ ...server, project: server.projects[1] } as never, "POST", "/endpoints/sip", {
      username: "hall",
      password: "theirs",
    });
    await stack.write(`${IMPORT}
const first = new SipEndpoint("first", { username: "first", password: "canary-password" });
const late = new Provider("late", { baseUrl: first.id.apply(() => "${server.url}"), projectId: "${projectId}", apiToken: "${apiToken}" });
export const names = getSipEndpoints({}, { provider: late }).sipEndpoints.apply((all) => all.map(({ username }) => username));
export const hall = SipEndpoint.getByUsername("hall", "hall", { provider: late }).username;
export const own = SipEndpoint.getByUsername("own", first.username).username;
export const count = getSipEndpoints({ username: first.username }).sipEndpoints.length;
`);
    await succeeds(stack.run("up", "--yes"));
    expect(await outputsOf(stack)).toEqual({ names: ["hall"], hall: "hall", own: "first", count: 1 });
  });
});
