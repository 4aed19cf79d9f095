import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { AnsiUp } from "ansi_up";
import type { Browser } from "puppeteer-core";
import { startServer } from "../../server/index.ts";
import { obtainEngine } from "../engine/obtain.ts";

const root = join(import.meta.dirname, "../..");
const STYLE = `pre {
  width: 108ch; margin: 0; padding: 18px; background: #f6f8fa; color: #1f2328;
  font: 13px/18px monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}`;

/** Takes a picture of a terminal: the preview of a change of examples/menu that leaves a caller with nobody. */
export async function takePreview(browser: Browser): Promise<void> {
  const report = await previewedMistake();
  // The beginning: the verdict, and who reaches nobody.
  const lines = report.trim().split("\n");
  const rest = lines.findIndex((line) => line.includes("other end"));
  const printed = new AnsiUp().ansi_to_html([...lines.slice(0, rest), "  …"].join("\n"));
  const page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 600, deviceScaleFactor: 2 });
  const command = "$ npx --no -- pulumi-signalwire preview --stack prod";
  await page.setContent(`<style>${STYLE}</style><pre><b>${command}</b>\n\n${printed}</pre>`);
  const terminal = await page.waitForSelector("pre");
  await terminal?.screenshot({ path: join(root, "docs/pictures/preview.webp"), quality: 80 });
  await page.close();
}

async function previewedMistake(): Promise<string> {
  const { env: engine } = await obtainEngine();
  const server = await startServer();
  const folder = mkdtempSync(join(root, ".dist-picture-"));
  try {
    cpSync(join(root, "examples/menu"), folder, { recursive: true });
    // The report names files from the root of the repository.
    mkdirSync(join(folder, ".git"));
    const env = {
      ...process.env,
      ...engine,
      FORCE_COLOR: "1",
      PULUMI_BACKEND_URL: pathToFileURL(folder).href,
      PULUMI_CONFIG_PASSPHRASE: "picture",
      SIGNALWIRE_BASE_URL: server.url,
      SIGNALWIRE_PROJECT_ID: server.project.id,
      SIGNALWIRE_API_TOKEN: server.project.apiToken,
    };
    const run = promisify(execFile);
    const pulumi = (...args: string[]) => run("pulumi", args, { cwd: folder, env });
    const [number = ""] = server.project.numbers;
    const settings = { number, projectId: server.project.id, "carrierAddresses[0]": "203.0.113.5" };
    const passwords = { salesPassword: PASSWORD, supportPassword: PASSWORD };
    await pulumi("stack", "init", "prod");
    for (const [name, value] of Object.entries(settings)) await pulumi("config", "set", "--path", name, value);
    for (const [name, value] of Object.entries(passwords)) await pulumi("config", "set", "--secret", name, value);
    await pulumi("up", "--yes");
    const program = join(folder, "index.ts");
    writeFileSync(program, readFileSync(program, "utf8").replace(SALES, MISSPELT));
    const cli = join(root, "dist/cli/main.js");
    const { stdout } = await run(process.execPath, [cli, "preview", "--stack", "prod"], { cwd: folder, env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  }
}

const PASSWORD = "vivid-otter-lunar-canyon-brisk-maple";
const SALES = '"1": sales';
/** The mistake: no endpoint has this address. */
const MISSPELT = '"1": [{ connect: { to: domain.apply((name) => "sip:salse@" + name) } }]';
