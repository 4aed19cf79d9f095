// Limits the size of the published package, as npm packs it.

import { expect, it } from "vitest";
import { packed } from "./pages.ts";

/** Compressed and unpacked bytes. A third of both are the pages of docs with their pictures, so that the package explains itself. */
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
