// Writes the files derived from the contract.

import { existsSync, readdirSync } from "node:fs";
import { resourceNames, resources } from "../../contract/index.ts";
import { renderClass, renderIndex } from "./classes.ts";
import { renderFunctions, renderKinds, renderResources, renderScopes, renderSettings } from "./facts.ts";
import { read, update, updatePart } from "./files.ts";
import { renderAssumptions } from "./gaps.ts";
import { identity } from "./identity.ts";
import { kebabCase } from "./names.ts";
import { renderPage } from "./pages.ts";
import { renderProvider, renderSettingNames } from "./provider-class.ts";
import { renderRoutes } from "./routes.ts";
import { renderSchema } from "./schema.ts";

export async function updateOfContract(): Promise<void> {
  const manifest = read("package.json");
  const { version } = JSON.parse(manifest);
  update("package.json", withAddresses(manifest));
  for (const path of exampleManifests()) update(path, withVersion(read(path), version));
  for (const name of resourceNames) {
    update(`sdk/generated/${kebabCase(name)}.ts`, renderClass(name, resources[name]));
    update(`docs/resources/${kebabCase(name)}.md`, renderPage(name, resources[name]));
  }
  update("sdk/generated/provider.ts", renderProvider());
  update("sdk/generated/setting-names.ts", renderSettingNames());
  update("sdk/generated/index.ts", renderIndex(Object.entries(resources)));
  update("provider/doors/plugin/schema.json", renderSchema(version, Object.entries(resources), identity));
  updatePart("docs/assumptions.md", "assumptions", renderAssumptions());
  updatePart("README.md", "program", fenced("examples/starter/index.ts"));
  updatePart("docs/routes.md", "office", await renderRoutes());
  updatePart("docs/resources.md", "classes", renderResources());
  updatePart("docs/moving.md", "kinds", renderKinds());
  updatePart("docs/configuration.md", "settings", renderSettings());
  updatePart("docs/configuration.md", "scopes", renderScopes());
  updatePart("docs/other-languages.md", "functions", renderFunctions());
  const languages = read("docs/other-languages.md");
  update("docs/other-languages.md", languages.replace(/(?<=^go mod edit -replace )[^=]+/m, identity.go));
}

/** Fills in the repository's address, which only package.json's `repository` states. */
function withAddresses(manifest: string): string {
  const json = JSON.parse(manifest);
  if (!json.repository) return manifest;
  const { repository: page } = identity;
  return `${JSON.stringify({ ...json, homepage: `${page}#readme`, bugs: { url: `${page}/issues` } }, undefined, 2)}\n`;
}

function exampleManifests(): string[] {
  const root = new URL("../..", import.meta.url);
  const paths = readdirSync(new URL("examples", root)).map((name) => `examples/${name}/package.json`);
  return paths.filter((path) => existsSync(new URL(path, root)));
}

/** Pins this release in an example. With a range such as `*`, npm would install the newest package of that name. */
function withVersion(manifest: string, version: string): string {
  return manifest.replace(/("pulumi-signalwire": ")[^"]*/, `$1${version}`);
}

/** Returns a file as an example for a page, without its own heading. */
function fenced(path: string): string {
  return `\`\`\`ts\n${read(path).replace(/^\/\/.*\n\n/, "")}\`\`\``;
}
