// `npm run release` writes the plugin's archive for each platform, and their checksums, into release/. `-- --platform <os>-<arch>` writes
// that one alone. `-- --check` lists the members of package.json that the owner must state before the first release, and prints the names
// that stay after it; exit code 1 while one is missing.

import { parseArgs } from "node:util";
import { identity, manifest, missingIdentity } from "./generate/identity.ts";
import { isPlatform, PLATFORMS, writeArchives } from "./release/archives.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" }, platform: { type: "string" } } });
const { check, platform } = values;
if (check) printIdentity();
else if (platform === undefined) await writeArchives(PLATFORMS);
else if (isPlatform(platform)) await writeArchives([platform]);
else {
  console.error(`There is no platform ${platform}. Choose one of ${PLATFORMS.join(", ")}.`);
  process.exitCode = 1;
}

function printIdentity(): void {
  const missing = missingIdentity(manifest);
  for (const [name, value] of Object.entries(identity)) console.log(`${name}: ${value ?? "(not stated)"}`);
  if (missing.length === 0) return;
  console.error(
    `\nState in package.json, then run \`npm run generate\`:\n${missing.map((each) => `- ${each}`).join("\n")}`,
  );
  process.exitCode = 1;
}
