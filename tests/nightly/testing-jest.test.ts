// The test that docs/testing.md links, with the packed file, under jest with the settings of the page. in-ci/examples.test.ts runs it under
// vitest.

import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { succeed } from "../engine/commands.ts";
import { linkedProject, root, userEnvironment } from "../engine/packed-file.ts";
import { describeWithEngine } from "../engine/stack.ts";

vi.setConfig({ testTimeout: 600_000 });

const page = await readFile(join(root, "docs/testing.md"), "utf8");
const test = await readFile(join(root, "examples/testing/office.test.ts"), "utf8");
const [, jest = ""] = page.split("\n## With jest\n");
/** The block below the line that names the file. */
function fileOf(name: string): string {
  const [, text] = new RegExp(`\`${name}\`[^\n]*:\n\n\`\`\`\\w+\n([\\s\\S]*?)^\`\`\`$`, "m").exec(jest) ?? [];
  if (text === undefined) throw new Error(`docs/testing.md no longer shows ${name}`);
  return text;
}

describeWithEngine("the test of the testing page", () => {
  it("pass under jest, with the packages and settings that the page names", async () => {
    const folder = await linkedProject();
    const options = { cwd: folder, env: userEnvironment(folder), timeoutMs: 250_000 };
    const run = (script: string) => succeed("bash", ["-ec", script], options);
    const [, install = ""] = /^(npm install --save-dev .*)$/m.exec(jest) ?? [];
    const [, command = ""] = /^(NODE_OPTIONS=.*jest)$/m.exec(jest) ?? [];
    await run(`${install} @types/node --no-audit --no-fund`);
    for (const name of ["jest.config.js", "tsconfig.json"]) await writeFile(join(folder, name), fileOf(name));
    await mkdir(join(folder, "tests"));
    await copyFile(join(root, "examples/testing/office.ts"), join(folder, "tests/office.ts"));
    await writeFile(join(folder, "tests/office.test.ts"), test.replace('from "vitest"', 'from "@jest/globals"'));
    // jest reports to standard error.
    expect(await run(`${command} 2>&1`)).toMatch(/Tests: +\d+ passed, \d+ total/);
  });
});
