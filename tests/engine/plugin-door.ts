// The files that a project needs to use the plugin: the plugin itself, and classes like those of a generated SDK.

import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pluginToken } from "../../contract/index.ts";

const main = fileURLToPath(new URL("../../dist/provider/doors/plugin/main.js", import.meta.url));
const provider = new URL("../../dist/provider/index.js", import.meta.url);
const schema = new URL("../../provider/doors/plugin/schema.json", import.meta.url);
/** A line of the project's file. */
export const PLUGIN = "plugins: { providers: [{ name: signalwire, path: node_modules/.bin }] }\n";

/** Installs the plugin where npm would. */
export async function installPlugin(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  await chmod(main, 0o755);
  const link = join(folder, "node_modules/.bin/pulumi-resource-signalwire");
  await rm(link, { force: true });
  await symlink(main, link);
}

/** Installs the plugin, and names it in the project's file, where the engine finds it. */
export async function addPlugin(folder: string): Promise<void> {
  await installPlugin(folder);
  await namePlugin(folder);
}

async function namePlugin(folder: string): Promise<void> {
  const file = join(folder, "Pulumi.yaml");
  const project = await readFile(file, "utf8");
  if (!project.includes(PLUGIN)) await writeFile(file, project + PLUGIN);
}

/** Makes programs import the plugin's classes instead of the package's. */
export async function useClassesOfPlugin(folder: string): Promise<void> {
  await namePlugin(folder);
  const installed = join(folder, "node_modules/pulumi-signalwire");
  await rm(installed, { recursive: true });
  await mkdir(installed);
  const manifest = {
    name: "pulumi-signalwire",
    type: "module",
    exports: { ".": "./index.js", "./provider": "./provider.js" },
  };
  await writeFile(join(installed, "package.json"), JSON.stringify(manifest));
  await writeFile(join(installed, "index.js"), await sdk());
  // The provider in the state removes resources that the earlier classes created.
  await writeFile(join(installed, "provider.js"), `export * from "${provider}";`);
}

async function sdk(): Promise<string> {
  const { resources } = JSON.parse(await readFile(schema, "utf8")) as {
    resources: { [token: string]: { properties: object } };
  };
  const classes = Object.entries(resources).map(([token, { properties }]) => {
    const unset = Object.keys(properties).map((name) => `${name}: undefined`);
    return `export class ${token.split(":").at(-1)} extends pulumi.CustomResource {
  static get(name, id, opts) { return new this(name, undefined, { ...opts, id }); }
  constructor(name, args, opts) { super("${token}", name, { ${unset.join(", ")}, ...args }, opts); }
}`;
  });
  return `import * as pulumi from "@pulumi/pulumi";
${classes.join("\n")}
export const issueClientToken = (args = {}) => pulumi.runtime.invokeOutput("${pluginToken("issueClientToken")}", args);
export const refreshClientToken = (args) => pulumi.runtime.invokeOutput("${pluginToken("refreshClientToken")}", args);
`;
}
