// Decides how a test drives the engine through the plugin: YAML programs, and TypeScript programs whose classes are the plugin's.

import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { obtainYamlHost } from "../../scripts/engine/yaml-host.ts";
import { Stack } from "./stack.ts";

const main = fileURLToPath(new URL("../../dist/provider/plugin/main.js", import.meta.url));
const schema = new URL("../../provider/plugin/schema.json", import.meta.url);
const PLUGIN = "plugins: { providers: [{ name: signalwire, path: node_modules/.bin }] }\n";

/** A new stack `test` whose program is YAML: what follows the project's name, the runtime and the plugin. */
export async function yamlStack(env: { readonly [name: string]: string }, program: string): Promise<Stack> {
  const stack = await Stack.createAsUser(env);
  await install(stack);
  await writeYaml(stack, program);
  return stack;
}

export async function writeYaml(stack: Stack, program: string): Promise<void> {
  await writeFile(stack.path("Pulumi.yaml"), `name: tested\nruntime: yaml\n${PLUGIN}${program}`);
}

/** The classes that its programs import from the package are from now on the plugin's, as a generated SDK has them. */
export async function throughPlugin(stack: Stack): Promise<void> {
  await install(stack);
  const project = await readFile(stack.path("Pulumi.yaml"), "utf8");
  await writeFile(stack.path("Pulumi.yaml"), `${project}${PLUGIN}`);
  const folder = stack.path("node_modules/pulumi-signalwire");
  await rm(folder);
  await mkdir(folder);
  await writeFile(
    `${folder}/package.json`,
    '{ "name": "pulumi-signalwire", "type": "module", "exports": "./index.js" }',
  );
  await writeFile(`${folder}/index.js`, await sdk());
}

/** Puts the plugin where npm would, and the YAML host on the PATH. */
async function install(stack: Stack): Promise<void> {
  const engine = inject("engine");
  if ("missing" in engine) throw new Error(engine.missing);
  const env = { ...process.env, ...engine.env };
  const host = await obtainYamlHost({ env });
  stack.export("PATH", `${dirname(process.execPath)}:${host}:${env.PATH}`);
  await mkdir(stack.path("node_modules/.bin"), { recursive: true });
  await chmod(main, 0o755);
  await symlink(main, stack.path("node_modules/.bin/pulumi-resource-signalwire"));
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
export const issueClientToken = (args = {}) => pulumi.output(pulumi.runtime.invoke("signalwire:index:issueClientToken", args));
`;
}
