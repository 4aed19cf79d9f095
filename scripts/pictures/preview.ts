import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { obtainEngine } from "../engine/obtain.ts";
import { drawTerminal } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
const starter = join(root, "examples/starter");
const file = join(root, "docs/pictures/preview.svg");

/** Draws the real output of a preview of examples/starter, in the colours of both themes. */
export async function drawPreview(): Promise<void> {
  const engine = await obtainEngine();
  const { stdout } = await promisify(execFile)(process.execPath, ["dev/run.ts", "preview", "--color", "always"], {
    cwd: starter,
    env: { ...process.env, ...engine.env, FORCE_COLOR: "1" },
  });
  for (const left of [".dev", "Pulumi.dev.yaml"]) rmSync(join(starter, left), { recursive: true, force: true });
  writeFileSync(file, drawTerminal("npm start -- preview", stdout));
}
