// When only a component depends on the package (pnpm's layout), the program's folder cannot load it. One sentence reports this.

import { mkdir, rename, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { environmentOf, requests, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

describeWithEngine("a package that only a component depends on", () => {
  let server: Server;
  let stack: Stack;

  beforeEach(async () => {
    server = await serve();
    stack = await Stack.createAsUser(environmentOf(server));
    const component = stack.path("node_modules/office");
    await mkdir(`${component}/node_modules`, { recursive: true });
    await writeFile(`${component}/package.json`, '{ "name": "office", "type": "module", "exports": "./index.js" }');
    await writeFile(
      `${component}/index.js`,
      `import { SipEndpoint } from "pulumi-signalwire";
      export const desk = () => new SipEndpoint("desk", { username: "desk", password: "canary-password" });`,
    );
    await writeFile(stack.path("index.ts"), 'import { desk } from "office";\ndesk();\n');
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  it("works where the program has it too", async () => {
    const { code, output } = await stack.up();
    expect(code, output).toBe(0);
  });

  it("fails the preview and the up with what to install, and sends nothing", async () => {
    await rename(
      stack.path("node_modules/pulumi-signalwire"),
      stack.path("node_modules/office/node_modules/pulumi-signalwire"),
    );
    for (const command of [() => stack.preview(), () => stack.up()]) {
      const { code, output } = await command();
      expect(code, output).not.toBe(0);
      expect(output).toContain("cannot find the package pulumi-signalwire from ");
      expect(output).toContain("pnpm add pulumi-signalwire");
      expect(output).not.toContain("canary-password");
    }
    expect(requests(server)).toEqual([]);
  });
});
