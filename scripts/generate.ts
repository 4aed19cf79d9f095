// Decides what is generated from the contract: the argument and output types of the SDK, the tables of the README, and the gaps in docs/.
// `npm run generate` writes; `-- --check` only compares, and fails when something checked in is stale.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resources } from "../contract/index.ts";
import { renderGaps } from "./generate/gaps.ts";
import { renderPolicies } from "./generate/policies.ts";
import { renderTables } from "./generate/readme.ts";
import { renderTypes } from "./generate/types.ts";

const root = new URL("..", import.meta.url);

const wanted = new Map<string, string>();
for (const [className, resource] of Object.entries(resources)) {
  wanted.set(`sdk/generated/${fileName(className)}.ts`, renderTypes(className, resource));
}
for (const [path, text] of renderPolicies(version())) wanted.set(path, text);
wanted.set("README.md", renderTables(read("README.md") ?? "", Object.entries(resources)));
wanted.set("docs/reference-server.md", renderGaps(read("docs/reference-server.md") ?? ""));

const checkOnly = process.argv.includes("--check");
const stale = [...wanted].filter(([path, text]) => read(path) !== text);
for (const [path, text] of stale) {
  if (!checkOnly) writeFileSync(new URL(path, root), text);
  console.log(`${checkOnly ? "stale" : "wrote"}: ${path}`);
}
if (checkOnly && stale.length > 0) {
  console.error("Generated files do not match the contract. Run `npm run generate` and commit the result.");
  process.exitCode = 1;
}

function read(path: string): string | undefined {
  const url = new URL(path, root);
  return existsSync(url) ? readFileSync(url, "utf8") : undefined;
}

function version(): string {
  return JSON.parse(read("package.json") ?? "{}").version;
}

function fileName(className: string): string {
  return className.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
