// The example of a team's own rules. tests/engine/in-ci/documented-commands.test.ts serves it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const example = fileURLToPath(new URL("../../examples/own-policies", import.meta.url));

it("is what the guide shows, file by file", async () => {
  const guide = await readFile(new URL("../../docs/own-policies.md", import.meta.url), "utf8");
  const blocks = [...guide.matchAll(/^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$/gms)];
  expect(blocks).toHaveLength(1);
  for (const [, file = "", text] of blocks) expect(text).toBe(await readFile(join(example, file), "utf8"));
});
