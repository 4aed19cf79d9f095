import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sourceFinder } from "../../../cli/report/sources.ts";

async function sourcesIn(files: { readonly [name: string]: string }) {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-sources-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "a.js"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return sourceFinder(folder);
}

const desk = { type: "SipEndpoint", name: "desk" };

test("a declaration is found in the program and in what it imports, not in a copy beside it", async () => {
  const sourceOf = await sourcesIn({
    "Pulumi.yaml": "name: phones\nruntime: nodejs\nmain: main.ts\n",
    "backup.ts": 'new SipEndpoint("desk", {});\n',
    "main.ts": 'import { desks } from "./desks.js";\nvoid desks;\n',
    "desks.ts": '\nexport const desks = new SipEndpoint("desk", {});\n',
  });
  expect(sourceOf(desk)).toEqual({ file: "desks.ts", line: 2 });
  expect(sourceOf({ type: "SipEndpoint", name: "absent" })).toBeUndefined();
});

test("a name in a table for a loop is found where nothing declares it", async () => {
  const sourceOf = await sourcesIn({ "index.ts": 'const names = [\n  "desk",\n];\n' });
  expect(sourceOf(desk)).toEqual({ file: "index.ts", line: 2 });
});

test.each(["{", "null", "[]", '{ "main": 3 }'])(
  "a package.json that holds %s leaves the index as the program",
  async (text) => {
    const sourceOf = await sourcesIn({ "package.json": text, "index.ts": 'new SipEndpoint("desk", {});\n' });
    expect(sourceOf(desk)).toEqual({ file: "index.ts", line: 1 });
  },
);
