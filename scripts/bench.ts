// `npm run bench`: every comparison, one after the other; `-- <name>` runs one. Each prints its own table and says by its
// exit code whether its goals were met.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const BENCHMARKS = ["server", "policy"];

const [name, ...rest] = process.argv.slice(2);
if (name !== undefined && !BENCHMARKS.includes(name)) {
  console.error(`Unknown benchmark: ${name}. Known: ${BENCHMARKS.join(", ")}.`);
  process.exitCode = 1;
} else {
  for (const each of name === undefined ? BENCHMARKS : [name]) {
    const script = fileURLToPath(new URL(`./bench/${each}.ts`, import.meta.url));
    const { status } = spawnSync(process.execPath, [script, ...rest], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}
