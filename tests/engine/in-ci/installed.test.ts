// Where the program's folder cannot load the package, because only a component depends on it (pnpm's layout) or a bundle holds it, and
// where Node is too old or another package is missing, a preview says so in one sentence.

import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { beforeEach, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { fails, startFrom, succeeds } from "../lives/helpers.ts";
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
    await succeeds(stack.preview());
    await rename(
      stack.path("node_modules/pulumi-signalwire"),
      stack.path("node_modules/office/node_modules/pulumi-signalwire"),
    );
    server.journal.clear();
    const refused = await fails(stack.preview());
    expect(refused.output).toContain("cannot find the package pulumi-signalwire from ");
    expect(refused.output).toContain("the package.json of the program itself");
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
      const { output } = await fails(stack.preview());
      expect(output).toContain("provider process cannot find the package pulumi-signalwire from ");
      expect(output).toContain("leave the package out of the bundle and deploy node_modules too");
      expect(output).not.toContain("canary-password");
      expect(requests(server)).toEqual([]);
    },
  );

  it("works with the package left out of the bundle and in node_modules", async () => {
    await bundle({ external: ["@pulumi/pulumi", "pulumi-signalwire"], format: "esm" });
    await succeeds(stack.up());
  });
});

const SENTENCE = "pulumi-signalwire needs Node 22.19 or newer; this is 22.12.0.";
const NETWORK = /carried out|broke before the answer|could not be reached|could not be asked/;

/** Makes Node report an older version. */
const OLD = imported(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.12.0" } });',
);
/** Hides undici, as after an interrupted installation. */
const BROKEN = imported(`
import { registerHooks } from "node:module";
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "undici") return next(specifier, context);
    throw Object.assign(new Error("Cannot find package 'undici'"), { code: "ERR_MODULE_NOT_FOUND" });
  },
});`);

function imported(code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

describeStack("a provider that cannot run", { asUser: true }, () => {
  const DESK = 'new SipEndpoint("desk", { username: "desk", password: "canary-password" });';

  it("because Node is too old says so in the preview and in the destroy", async () => {
    await startFrom(stack, DESK);
    await stack.write('new SipEndpoint("other", { username: "other", password: "canary-password" });');
    server.journal.clear();
    stack.export("NODE_OPTIONS", OLD);
    for (const command of [["preview"], ["destroy", "--yes", "--skip-preview"]]) {
      const { output } = await fails(stack.run(...command));
      expect(output).toContain(SENTENCE);
      expect(output).not.toMatch(NETWORK);
    }
    expect(requests(server)).toEqual([]);
  });

  it("because a package is missing names the package, in the preview", async () => {
    await stack.write(DESK);
    stack.export("NODE_OPTIONS", BROKEN);
    const { output } = await fails(stack.preview());
    expect(output).toContain("The package undici cannot be loaded (ERR_MODULE_NOT_FOUND). Install the packages again");
    expect(output).not.toMatch(NETWORK);
  });
});
