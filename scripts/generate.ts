// Writes the files derived from the contract and the policy rules: the SDK's classes, generated parts of docs/, and the picture
// of the routes. `npm run generate` writes them; `-- --check` compares only, and fails for a stale file.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resourceNames, resources } from "../contract/index.ts";
import { kebabCase } from "./generate/arguments.ts";
import { renderClass, renderIndex } from "./generate/classes.ts";
import { renderFunctions, renderKinds, renderResources, renderScopes } from "./generate/facts.ts";
import { renderTried, renderUntried } from "./generate/gaps.ts";
import { identity } from "./generate/identity.ts";
import { renderLlms } from "./generate/llms.ts";
import { renderPage } from "./generate/pages.ts";
import { renderProvider, renderSettingNames } from "./generate/provider-class.ts";
import { renderInstallation, renderOverview, settingsTable } from "./generate/registry.ts";
import { renderRoutes } from "./generate/routes.ts";
import { DESCRIPTION, renderSchema } from "./generate/schema.ts";

const root = new URL("..", import.meta.url);

const checkOnly = process.argv.includes("--check");
let stale = 0;

update("package.json", withAddresses(read("package.json") ?? ""));
for (const path of exampleManifests()) update(path, withVersion(read(path) ?? ""));
for (const name of resourceNames) update(`sdk/generated/${kebabCase(name)}.ts`, renderClass(name, resources[name]));
update("sdk/generated/provider.ts", renderProvider());
update("sdk/generated/setting-names.ts", renderSettingNames());
update("sdk/generated/index.ts", renderIndex(Object.entries(resources)));
for (const name of resourceNames) update(`docs/resources/${kebabCase(name)}.md`, renderPage(name, resources[name]));
update("provider/doors/plugin/schema.json", renderSchema(version(), Object.entries(resources), identity));
update("docs/registry/_index.md", renderOverview(DESCRIPTION, "SipEndpoint"));
update("docs/registry/installation-configuration.md", renderInstallation());
update("docs/assumptions.md", between("docs/assumptions.md", "tried", renderTried()));
update("docs/assumptions.md", between("docs/assumptions.md", "untried", renderUntried()));
update("README.md", between("README.md", "program", fenced("examples/starter/index.ts")));
update("docs/testing.md", between("docs/testing.md", "example", fenced("examples/testing/office.test.ts")));
update("docs/routes.md", between("docs/routes.md", "office", renderRoutes()));
update("docs/resources.md", between("docs/resources.md", "classes", renderResources()));
update("docs/moving.md", between("docs/moving.md", "kinds", renderKinds()));
update("docs/configuration.md", between("docs/configuration.md", "settings", settingsTable()));
update("docs/configuration.md", between("docs/configuration.md", "scopes", renderScopes()));
update("docs/other-languages.md", between("docs/other-languages.md", "functions", renderFunctions()));
update("docs/other-languages.md", withGoModule(read("docs/other-languages.md") ?? ""));
// Imported late, because the rules import the classes written above.
const { renderPolicies } = await import("./generate/policies.ts");
const { dependencies, peerDependencies } = JSON.parse(read("package.json") ?? "{}");
for (const [path, text] of renderPolicies(version(), { ...dependencies, ...peerDependencies })) update(path, text);

update("llms.txt", renderLlms(root));

if (checkOnly && stale > 0) {
  console.error("Generated files do not match the contract. Run `npm run generate` and commit the result.");
  process.exitCode = 1;
}

/** Updates a file; with --check, only reports a difference. */
function update(path: string, text: string): void {
  if (read(path) === text) return;
  stale += 1;
  if (!checkOnly) writeFileSync(new URL(path, root), text);
  console.log(`${checkOnly ? "stale" : "wrote"}: ${path}`);
}

/** Fills in the repository's address, which only package.json's `repository` states. */
function withAddresses(manifest: string): string {
  const json = JSON.parse(manifest);
  if (!json.repository) return manifest;
  const { repository: page } = identity;
  return `${JSON.stringify({ ...json, homepage: `${page}#readme`, bugs: { url: `${page}/issues` } }, undefined, 2)}\n`;
}

function exampleManifests(): string[] {
  const paths = readdirSync(new URL("examples", root)).map((name) => `examples/${name}/package.json`);
  return paths.filter((path) => existsSync(new URL(path, root)));
}

/** Pins this release in an example. With a range such as `*`, npm would install the newest package of that name. */
function withVersion(manifest: string): string {
  return manifest.replace(/("pulumi-signalwire": ")[^"]*/, `$1${version()}`);
}

function withGoModule(page: string): string {
  return page.replace(/(?<=^go mod edit -replace )[^=]+/m, identity.go);
}

/** Returns the file with new text between the markers of that name. */
function between(path: string, name: string, text: string): string {
  const page = read(path) ?? "";
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end);
  if (from < begin.length || to < from) throw new Error(`${path} lacks the markers ${begin} and ${end}`);
  return `${page.slice(0, from)}\n${text}\n${page.slice(to)}`;
}

/** Returns a file as an example for a page, without its own heading. */
function fenced(path: string): string {
  return `\`\`\`ts\n${(read(path) ?? "").replace(/^\/\/.*\n\n/, "")}\`\`\``;
}

function read(path: string): string | undefined {
  const url = new URL(path, root);
  return existsSync(url) ? readFileSync(url, "utf8") : undefined;
}

function version(): string {
  return JSON.parse(read("package.json") ?? "{}").version;
}
