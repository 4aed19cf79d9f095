// A run that is killed between two writes leaves no incomplete project, and can be repeated.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { targetIn, writeProgram } from "../../../../cli/export/project.ts";

const PROJECT = new URL("../../../../cli/export/project.ts", import.meta.url).href;
const FILES = 4_000;
const program = new Map(Array.from({ length: FILES }, (_, at) => [`endpoints-${at}.ts`, "export {};\n"]));

// On a busy machine, the command may end before it is killed. Then the test repeats it.
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "signalwire-interrupted-"));
});
afterEach(() => rm(root, { recursive: true }));

/** Runs the export in a separate process, and kills it when `isThere` returns true. */
async function killedWhen(isThere: () => boolean, folder: string): Promise<void> {
  const script = `const { targetIn, writeProgram } = await import(${JSON.stringify(PROJECT)});
const program = new Map(Array.from({ length: ${FILES} }, (_, at) => [\`endpoints-\${at}.ts\`, "export {};\\n"]));
await writeProgram(await targetIn(${JSON.stringify(folder)}, { force: false, isLater: false }), program, {});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  while (!isThere() && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
  child.kill("SIGKILL");
  expect(await ended, "it ended before it was killed").toEqual([null, "SIGKILL"]);
}

const drafts = (folder: string) => readdirSync(folder).filter((name) => name.startsWith(".signalwire-export-"));

test("a new folder is there as a whole, or not at all", { retry: 3 }, async () => {
  const folder = join(root, "phones");
  const isWriting = () => drafts(root).some((draft) => existsSync(join(root, draft, "program", "endpoints-5.ts")));
  await killedWhen(isWriting, folder);
  expect(existsSync(folder)).toBe(false);
  await writeProgram(await targetIn(folder, { force: false, isLater: false }), program, {});
  expect(readdirSync(folder)).toHaveLength(FILES + 3);
});

test("in a folder that is there, what was cut short is no project, is not taken for one, and is completed by --force", {
  retry: 3,
}, async () => {
  const folder = join(root, "phones");
  await mkdir(folder);
  await killedWhen(() => existsSync(join(folder, `endpoints-${FILES - 1}.ts`)), folder);
  const found = readdirSync(folder).filter((name) => !name.startsWith("."));
  expect(found.length).toBeLessThan(FILES);
  expect(found).not.toContain("Pulumi.yaml");
  await expect(targetIn(folder, { force: false, isLater: false })).rejects.toThrow(/is not empty .*--force/);
  await writeProgram(await targetIn(folder, { force: true, isLater: false }), program, {});
  expect(readdirSync(folder).filter((name) => !name.startsWith("."))).toHaveLength(FILES + 3);
});
