// When only a component depends on the package (pnpm's layout), or a bundle holds it, the program's folder cannot load it. One sentence
// reports this.

import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { requests } from "../service.ts";

describeStack("a package that only a component depends on", { asUser: true }, () => {
  beforeEach(async () => {
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

  it("works where the program has it too, and else fails the preview with what to install, and sends nothing", async () => {
    const { code, output } = await stack.preview();
    expect(code, output).toBe(0);
    await rename(
      stack.path("node_modules/pulumi-signalwire"),
      stack.path("node_modules/office/node_modules/pulumi-signalwire"),
    );
    server.journal.clear();
    const refused = await stack.preview();
    expect(refused.code, refused.output).not.toBe(0);
    expect(refused.output).toContain("cannot find the package pulumi-signalwire from ");
    expect(refused.output).toContain("pnpm add pulumi-signalwire");
    expect(refused.output).not.toContain("canary-password");
    expect(requests(server)).toEqual([]);
  });
});

describeStack("a bundled program", { asUser: true }, () => {
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
