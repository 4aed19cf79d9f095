// Limits the size of the published package, as npm packs it.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/**
 * Compressed and unpacked bytes. The inspector, a bundle of 60,000, brought them to 342,000 and 1,309,000; the examples, of which
 * `init` takes its project, added 20,000 and 60,000, and the routes, a room of 77,000, 30,000 and 100,000. The journal's virtual list in the inspector added 10,000 and 33,000, verdicts
 * and the overview 10,000 and 40,000. The pages of docs with their pictures, so that the package explains itself without a network,
 * added 322,000 and 519,000; the pictures are 240,000 of both. `doctor` and its page added 32,000 and 118,000. Other
 * answers of the server, the accounts of a stack, and script numbers in five languages added 15,000 and 70,000.
 * Descriptions of enum values and examples in C# and Java added 5,000 and 40,000.
 * DomainApplication with its page and examples, and the digits of a call, added 23,000 and 170,000.
 * CxmlScript and SwmlScript added 22,000 and 100,000; seeds of objects, the destinations that scripts dial in routes, and the
 * picture of the example menu about 20,000 unpacked.
 * Proofs of writes, writes that outlive Ctrl-C, and the masks of echoed secrets added 10,000 packed.
 * The plugin in one file, which starts in two thirds of the processor time, added 94,000 and 335,000; zod in that file, which
 * saves a fifth of the rest, 28,000 and 210,000.
 */
const MOST_PACKED = 990_000;
const MOST_UNPACKED = 3_000_000;
/** Unpacked bytes of the reference server's page. */
const MOST_OF_THE_INSPECTOR = 150_000;

it("the published package is small", async () => {
  const { size, unpackedSize, files } = await packed();
  const largest = files
    .sort((a, b) => b.size - a.size)
    .slice(0, 5)
    .map((file) => `${file.path} (${file.size})`);
  const advice = `The largest files are ${largest.join(", ")}. Leave out of \`files\` in package.json what no user runs, or raise the limit with a reason.`;
  expect(files.map(({ path }) => path)).toContain("dist/provider/index.js");
  const inspector = files.filter(({ path }) => path.startsWith("dist/inspector/"));
  expect(inspector.map(({ path }) => path)).toContain("dist/inspector/inspector.js");
  expect(inspector.reduce((sum, file) => sum + file.size, 0)).toBeLessThanOrEqual(MOST_OF_THE_INSPECTOR);
  expect(size, `${size} bytes to download. ${advice}`).toBeLessThanOrEqual(MOST_PACKED);
  expect(unpackedSize, `${unpackedSize} bytes on disk. ${advice}`).toBeLessThanOrEqual(MOST_UNPACKED);
});

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: { readonly path: string; readonly size: number }[];
}

/** Packs without the package's scripts, which would rebuild dist/. */
async function packed(): Promise<Packed> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  const told = JSON.parse(stdout) as Packed[] | { [name: string]: Packed };
  const [found] = Object.values(told);
  if (!found) throw new Error(`npm pack told nothing: ${stdout}`);
  return found;
}
