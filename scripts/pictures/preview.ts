import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { AnsiUp } from "ansi_up";
import type { Browser } from "puppeteer-core";
import { obtainEngine } from "../engine/obtain.ts";

const root = join(import.meta.dirname, "../..");
const starter = join(root, "examples/starter");
const STYLE = `pre {
  width: 104ch; margin: 0; padding: 18px; background: #f6f8fa; color: #1f2328;
  font: 13px/18px monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}`;

/** Takes a picture of a terminal with the output of `npm start -- preview` in examples/starter. */
export async function takePreview(browser: Browser): Promise<void> {
  const engine = await obtainEngine();
  const { stdout } = await promisify(execFile)(process.execPath, ["dev/run.ts", "preview", "--color", "always"], {
    cwd: starter,
    env: { ...process.env, ...engine.env, FORCE_COLOR: "1" },
  });
  for (const made of [".dev", "Pulumi.dev.yaml"]) rmSync(join(starter, made), { recursive: true, force: true });
  // Without the dots of the engine's progress.
  const lines = stdout.split("\n").filter((line) => !stripVTControlCharacters(line).startsWith("@ "));
  const printed = new AnsiUp().ansi_to_html(lines.join("\n").trimEnd());
  const page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 600, deviceScaleFactor: 2 });
  await page.setContent(`<style>${STYLE}</style><pre><b>$ npm start -- preview</b>\n\n${printed}</pre>`);
  const terminal = await page.waitForSelector("pre");
  await terminal?.screenshot({ path: join(root, "docs/pictures/preview.webp"), quality: 80 });
  await page.close();
}
