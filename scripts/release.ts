// `npm run release -- --check` lists the members of package.json that the owner must state before the first release, and prints the
// names that stay after it. Exit code 1 while one is missing.

import { parseArgs } from "node:util";
import { identity, manifest, missingIdentity } from "./generate/identity.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
if (values.check) check();

function check(): void {
  const missing = missingIdentity(manifest);
  for (const [name, value] of Object.entries(identity)) console.log(`${name}: ${value ?? "(not stated)"}`);
  if (missing.length === 0) return;
  console.error(
    `\nState in package.json, then run \`npm run generate\`:\n${missing.map((each) => `- ${each}`).join("\n")}`,
  );
  process.exitCode = 1;
}
