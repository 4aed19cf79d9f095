// `pulumi do … list`, an import of what it lists, and what a preview shows of a changed provider.

import { afterEach, beforeEach, expect, it } from "vitest";
import { type ReferenceServer, startServer } from "../../server/index.ts";
import { expectSettled, fails, succeeds, upOf, writes } from "./lives/helpers.ts";
import { installPlugin, namePlugin } from "./plugin-door.ts";
import { addEndpoint, environmentOf } from "./service.ts";
import { describeWithBothDoors, Stack } from "./stack.ts";

const IMPORT = 'import { Provider } from "pulumi-signalwire";\n';

describeWithBothDoors("through the plugin", () => {
  let server: ReferenceServer;
  let stack: Stack;

  beforeEach(async () => {
    server = await startServer({ seed: { projects: [{ numbers: [] }, { numbers: [] }] } });
    stack = await Stack.create(environmentOf(server));
    await installPlugin(stack.path("."));
    await namePlugin(stack.path("."));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  const provider = (change: object = {}) =>
    `${IMPORT}const eu = new Provider("eu", ${JSON.stringify({ baseUrl: server.url, projectId: server.project.id, apiToken: server.project.apiToken, ...change })});\n`;
  const DESK = 'new SipEndpoint("desk", { username: "desk", password: "canary-password" }, { provider: eu });\n';

  it("a listed endpoint can be imported by its id, and the next preview is empty", async () => {
    await addEndpoint(server, "hall");
    const id = await addEndpoint(server, "desk");
    const plugin = stack.path("node_modules/.bin/pulumi-resource-signalwire");
    const listed = await succeeds(
      stack.run(
        "do",
        "--package",
        plugin,
        "signalwire:index:SipEndpoint",
        "list",
        "--username",
        "desk",
        "--output",
        "json",
      ),
    );
    expect(listed.output).toContain(id);
    expect(listed.output).not.toContain("hall");
    server.journal.clear();
    await upOf(
      stack,
      `${provider()}new SipEndpoint("desk", { username: "desk", adopt: true }, { provider: eu, import: "${id}" });\n`,
    );
    expect(writes(server)).toEqual([]);
    await expectSettled(stack);
  });

  it("a rotated token is shown as that, and other resources stay", async () => {
    await upOf(stack, provider() + DESK);
    server.journal.clear();
    // To the stack, a token with a space is another token. The server accepts it: the provider removes the space.
    await stack.write(provider({ apiToken: `${server.project.apiToken} ` }) + DESK);
    const { output } = await succeeds(stack.preview("--diff"));
    expect(output).toMatch(/~ pulumi:providers:signalwire: \(update\)[\s\S]*~ apiToken *: \[secret\]/);
    expect(output).not.toMatch(/replace|SipEndpoint: \(/);
    expect(writes(server)).toEqual([]);
  });

  it("another project fails the preview, which names the provider and both projects", async () => {
    await upOf(stack, provider() + DESK);
    const { id: projectId, apiToken } = server.projects[1] ?? {};
    await stack.write(provider({ projectId, apiToken }) + DESK);
    const { output } = await fails(stack.preview("--diff"));
    expect(output).toContain(`belongs to the project ${server.project.id}`);
    expect(output).toContain(`its provider "eu" has credentials of the project ${projectId}`);
    expect(output).not.toMatch(/SIGNALWIRE_PROJECT_ID|pulumi config/);
  });

  it("an unknown configuration key fails a program of the classes too, with a suggestion", async () => {
    await succeeds(stack.run("config", "set", "signalwire:preview_lookups", "false"));
    await stack.write('new SipEndpoint("desk", { username: "desk", password: "canary-password" });\n');
    const { output } = await fails(stack.preview());
    expect(output).toContain("signalwire:preview_lookups, which pulumi-signalwire does not know");
    expect(output).toContain("Did you mean signalwire:previewLookups?");
  });
});
