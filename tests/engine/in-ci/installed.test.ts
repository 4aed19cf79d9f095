// Where the program's folder cannot load the package, because only a component depends on it (pnpm's layout) or a bundle holds it, and
// where Node is too old or another package is missing, a preview says so in one sentence.

import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { fails, startFrom, succeeds } from "../lives/helpers.ts";
import { requests } from "../service.ts";

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

const desk = (name: string) => `new SipEndpoint("${name}", { username: "${name}", password: "canary-password" });`;

describeStack("a program without the whole package", { asUser: true }, () => {
  /** Runs a command that must fail with this text, without a request and without the password. */
  async function refuses(text: string | RegExp, ...command: string[]): Promise<void> {
    server.journal.clear();
    const { output } = await fails(stack.run(...command));
    expect(output).toMatch(text);
    expect(output).not.toMatch(NETWORK);
    expect(output).not.toContain("canary-password");
    expect(requests(server)).toEqual([]);
  }

  it("works where a component and the program have it, and else fails the preview with what to install", async () => {
    const component = stack.path("node_modules/office");
    await mkdir(`${component}/node_modules`, { recursive: true });
    const manifest = { name: "office", type: "module", exports: "./index.js" };
    await writeFile(`${component}/package.json`, JSON.stringify(manifest));
    const code = `import { SipEndpoint } from "pulumi-signalwire";\nexport const make = () => ${desk("desk")}`;
    await writeFile(`${component}/index.js`, code);
    await writeFile(stack.path("index.ts"), 'import { make } from "office";\nmake();\n');
    await succeeds(stack.preview());
    await rename(stack.path("node_modules/pulumi-signalwire"), `${component}/node_modules/pulumi-signalwire`);
    const sentence = /cannot find the package pulumi-signalwire from .*the package\.json of the program itself/s;
    await refuses(sentence, "preview");
  });

  /** Puts a bundle in the place of the program. */
  async function bundle(format: "cjs" | "esm", ...external: string[]): Promise<void> {
    const file = stack.path("index.ts");
    await stack.write(desk("desk"));
    const options = { bundle: true, platform: "node", logLevel: "error", allowOverwrite: true } as const;
    await build({ ...options, format, external: ["@pulumi/pulumi", ...external], entryPoints: [file], outfile: file });
    const type = format === "cjs" ? "commonjs" : "module";
    await writeFile(stack.path("package.json"), JSON.stringify({ name: "tested", type }));
  }

  it.each(["cjs", "esm"] as const)("bundled as %s fails the preview with what to deploy", async (format) => {
    await bundle(format);
    await rm(stack.path("node_modules/pulumi-signalwire"));
    const sentence =
      /process cannot find the package .* leave the package out of the bundle and deploy node_modules too/s;
    await refuses(sentence, "preview");
  });

  it("works bundled, with the package left out of the bundle and in node_modules", async () => {
    await bundle("esm", "pulumi-signalwire");
    await succeeds(stack.up());
  });

  it("says in a preview and a destroy that Node is too old, and in a preview which package is missing", async () => {
    await startFrom(stack, desk("desk"));
    await stack.write(desk("other"));
    stack.export("NODE_OPTIONS", OLD);
    for (const command of [["preview"], ["destroy", "--yes", "--skip-preview"]])
      await refuses("pulumi-signalwire needs Node 22.19 or newer; this is 22.12.0.", ...command);
    stack.export("NODE_OPTIONS", BROKEN);
    const missing = "The package undici cannot be loaded (ERR_MODULE_NOT_FOUND). Install the packages again";
    await refuses(missing, "preview");
  });
});
