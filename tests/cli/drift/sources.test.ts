import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findSources } from "../../../cli/drift/sources.ts";
import { resource } from "./reports.ts";

test("a folder with a program's ending, or a link that leads nowhere, hides no declaration", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-sources-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "a.js"));
  await symlink(join(folder, "nowhere"), join(folder, "b.ts"));
  await writeFile(join(folder, "index.ts"), '\nnew SipEndpoint("desk", {});\n');
  const [found] = await findSources(folder, [resource("desk", "drifted")]);
  expect(found?.source).toEqual({ file: "index.ts", line: 2 });
});
