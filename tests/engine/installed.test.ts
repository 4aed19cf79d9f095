// When only a component depends on the package (pnpm's layout), or a bundle holds it, the program's folder cannot load it. One sentence
// reports this.

import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
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

describeWithEngine("a bundled program", () => {
  let server: Server;
  let stack: Stack;

  /** Puts a bundle in the place of the program. */
  const bundle = async (options: { external: string[]; format: "cjs" | "esm" }) => {
    await writeFile(
      stack.path("index.ts"),
      `import { SipEndpoint } from "pulumi-signalwire";
      new SipEndpoint("desk", { username: "desk", password: "canary-password" });`,
    );
    const file = stack.path("index.ts");
    await build({
      ...options,
      entryPoints: [file],
      outfile: file,
      allowOverwrite: true,
      bundle: true,
      platform: "node",
      logLevel: "error",
    });
    const type = options.format === "cjs" ? "commonjs" : "module";
    await writeFile(stack.path("package.json"), JSON.stringify({ name: "tested", type }));
  };

  beforeEach(async () => {
    server = await serve();
    stack = await Stack.createAsUser(environmentOf(server));
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  it.each(["cjs", "esm"] as const)(
    "as %s, deployed without the package, fails the preview with what to deploy",
    async (format) => {
      await bundle({ external: ["@pulumi/pulumi"], format });
      await rm(stack.path("node_modules/pulumi-signalwire"));
      const { code, output } = await stack.preview();
      expect(code, output).not.toBe(0);
      expect(output).toContain("provider process cannot find the package pulumi-signalwire from ");
      expect(output).toContain("leave the package out of the bundle and deploy node_modules too");
      expect(output).not.toContain("canary-password");
      expect(requests(server)).toEqual([]);
    },
  );

  it("works with the package left out of the bundle and in node_modules", async () => {
    await bundle({ external: ["@pulumi/pulumi", "pulumi-signalwire"], format: "esm" });
    const { code, output } = await stack.up();
    expect(code, output).toBe(0);
  });
});
