// Writes contract/resources/index.ts, the registry, from the files beside it, and the names that provider/index.ts exports. It runs before the other generators, which load the
// contract. `npm run generate` writes the file; with `--check`, a stale one fails.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../contract/resources/", import.meta.url);
const registry = new URL("index.ts", folder);

const provider = new URL("../provider/index.ts", import.meta.url);

const written = existsSync(registry) ? readFileSync(registry, "utf8") : "";
const files = filesInOrder(written);
update(registry, written, renderRegistry(files));
const door = readFileSync(provider, "utf8");
update(
  provider,
  door,
  door.replace(/(?<=^export const \{\n)[^.]*(?= {2}\.\.\.missing$)/m, files.map(exported).join("")),
);

function update(file: URL, current: string, text: string): void {
  const name = file.pathname.split("/").slice(-2).join("/");
  if (current === text) return;
  if (process.argv.includes("--check")) {
    console.error(`stale: ${name}. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote: ${name}`);
  }
}

function exported(file: string): string {
  return `  ${camelCase(file)},\n`;
}

/** Returns the names of the descriptors: those of the registry in its reading order, then the new ones. */
function filesInOrder(current: string): string[] {
  const files = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
  const listed = [...current.matchAll(/^ {2}(\w+): \w+,$/gm)].map(([, name = ""]) =>
    name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
  );
  const known = listed.filter((name) => files.includes(name));
  return [...known, ...files.filter((name) => name !== "index" && !known.includes(name)).sort()];
}

function renderRegistry(files: readonly string[]): string {
  const sorted = [...files].sort();
  return `// Generated from the files beside it by \`npm run generate\`. Do not edit, except to change the reading order of \`resources\`.

import type { Example, Resource } from "../resource.ts";
${sorted.map((file) => `import { ${camelCase(file)} } from "./${file}.ts";`).join("\n")}

/**
 * The name of a resource's class. It is written out because public declarations contain it: a derived type would pull every
 * descriptor and the validator into them.
 */
export type ResourceName =
${files.map((file) => `  | "${upperFirst(camelCase(file))}"`).join("\n")};

export const resources = {
${files.map((file) => `  ${upperFirst(camelCase(file))}: ${camelCase(file)},`).join("\n")}
} as const satisfies { readonly [name in ResourceName]: Resource & { readonly example: Example } };

export {
${sorted.map((file) => `  ${camelCase(file)},`).join("\n")}
};
`;
}

/** `sip-endpoint` → `sipEndpoint` */
function camelCase(file: string): string {
  return file.replace(/-./g, ([, letter = ""]) => letter.toUpperCase());
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
