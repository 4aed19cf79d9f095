import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startServer } from "../../server/index.ts";
import { obtainEngine } from "../engine/obtain.ts";

const root = join(import.meta.dirname, "../..");
const cwd = join(root, "examples/menu");
const file = join(root, "docs/pictures/menu.svg");

/** Draws the routes of examples/menu, deployed to a reference server. */
export async function drawMenu(): Promise<void> {
  const engine = await obtainEngine();
  const server = await startServer();
  const state = mkdtempSync(join(tmpdir(), "menu-"));
  const env = {
    ...process.env,
    ...engine.env,
    ...{ PULUMI_BACKEND_URL: `file://${state}`, PULUMI_CONFIG_PASSPHRASE: "", PULUMI_SKIP_UPDATE_CHECK: "true" },
    ...{ SIGNALWIRE_BASE_URL: server.url, SIGNALWIRE_PROJECT_ID: server.project.id },
    SIGNALWIRE_API_TOKEN: server.project.apiToken,
  };
  const run = (command: string, ...args: string[]) => promisify(execFile)(command, args, { cwd, env });
  const plain = [`projectId=${server.project.id}`, "number=+12025550101", "carrierAddresses[0]=203.0.113.5"];
  const secret = ["salesPassword=vivid-otter-lunar-canyon", "supportPassword=brisk-maple-lunar-canyon"];
  const set = [...plain.flatMap((each) => ["--plaintext", each]), ...secret.flatMap((each) => ["--secret", each])];
  try {
    await run("pulumi", "stack", "init", "picture");
    await run("pulumi", "config", "set-all", "--path", ...set);
    await run("pulumi", "up", "--yes", "--skip-preview");
    const { stdout } = await run(process.execPath, join(root, "dist/cli/main.js"), "routes", "--svg");
    writeFileSync(file, stdout);
  } finally {
    for (const left of [state, join(cwd, "Pulumi.picture.yaml")]) rmSync(left, { recursive: true, force: true });
    await server.close();
  }
}
