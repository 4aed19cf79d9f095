import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourceFinder } from "../../../cli/report/sources.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";

function sourcesIn(files: Record<string, string>) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "a.js"));
  writeFiles(folder, files);
  return sourceFinder(folder);
}

const desk = { type: "SipEndpoint", name: "desk" };

test("a declaration is found in the program and in what it imports, not in a copy beside it", () => {
  const sourceOf = sourcesIn({
    "Pulumi.yaml": "name: phones\nruntime: nodejs\nmain: main.ts\n",
    "backup.ts": 'new SipEndpoint("desk", {});\n',
    "main.ts": 'import { desks } from "./desks.js";\nvoid desks;\n',
    "desks.ts": '\nexport const desks = new SipEndpoint("desk", {});\n',
  });
  expect(sourceOf(desk)).toEqual({ file: "desks.ts", line: 2 });
  expect(sourceOf({ type: "SipEndpoint", name: "absent" })).toBeUndefined();
});

test("a name in a table for a loop is found where nothing declares it", () => {
  const sourceOf = sourcesIn({ "index.ts": 'const names = [\n  "desk",\n];\n' });
  expect(sourceOf(desk)).toEqual({ file: "index.ts", line: 2 });
});

test.each(["{", "null", "[]", '{ "main": 3 }'])(
  "a package.json that holds %s leaves the index as the program",
  (text) => {
    const sourceOf = sourcesIn({ "package.json": text, "index.ts": 'new SipEndpoint("desk", {});\n' });
    expect(sourceOf(desk)).toEqual({ file: "index.ts", line: 1 });
  },
);
