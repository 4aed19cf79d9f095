// Lists the files of contract/resources for the contract and the provider. It imports none of them: the other generators load the
// contract after it.

import { readdirSync } from "node:fs";
import { toCamel } from "../../contract/names.ts";
import { read, update } from "./files.ts";
import { kebabCase, upperFirst } from "./names.ts";

const FOLDER = "contract/resources";
const REGISTRY = `${FOLDER}/index.ts`;
const PROVIDER = "provider/index.ts";

export function updateResourceList(): void {
  const kinds = kindsInOrder();
  update(REGISTRY, registry(kinds));
  const exported = kinds.map((kind) => `  ${kind},\n`).join("");
  update(PROVIDER, read(PROVIDER).replace(/(?<=^export const \{\n)[^.]*(?= {2}\.\.\.missing$)/m, exported));
}

/** Returns the names of the descriptors: those of the registry in its reading order, then the new ones. */
function kindsInOrder(): string[] {
  const files = readdirSync(new URL(`../../${FOLDER}`, import.meta.url)).map((file) => file.replace(/\.ts$/, ""));
  const kinds = files.filter((file) => file !== "index").map((file) => toCamel(file.replaceAll("-", "_")));
  const listed = [...read(REGISTRY).matchAll(/^ {2}\w+: (\w+),$/gm)].map(([, kind = ""]) => kind);
  const known = listed.filter((kind) => kinds.includes(kind));
  return [...known, ...kinds.filter((kind) => !known.includes(kind)).sort()];
}

function registry(kinds: readonly string[]): string {
  const sorted = [...kinds].sort();
  return `// Generated from the files beside it by \`npm run generate\`. Do not edit, except to change the reading order of \`resources\`.

import type { Example, Resource } from "../resource.ts";
${sorted.map((kind) => `import { ${kind} } from "./${kebabCase(kind)}.ts";`).join("\n")}

/**
 * The name of a resource's class. It is written out because public declarations contain it: a derived type would pull every
 * descriptor and the validator into them.
 */
export type ResourceName =
${kinds.map((kind) => `  | "${upperFirst(kind)}"`).join("\n")};

export const resources = {
${kinds.map((kind) => `  ${upperFirst(kind)}: ${kind},`).join("\n")}
} as const satisfies { readonly [name in ResourceName]: Resource & { readonly example: Example } };

export {
${sorted.map((kind) => `  ${kind},`).join("\n")}
};
`;
}
