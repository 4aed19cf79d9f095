// pulumi/providertest, the suite with which Pulumi tests its own providers, on the plugin of this package: providertest/provider_test.go.

import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, it } from "vitest";
import { obtainHost } from "../../scripts/engine/language-hosts.ts";
import { environmentOf, type Server, serve } from "../engine/service.ts";
import { describeWithEngine, foundEngine } from "../engine/stack.ts";
import { FIRST_TIME, goTest, withoutGo } from "./go.ts";

const VERSION = "0.6.0";
const PASSWORD = "canary-password";
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describeWithEngine(`pulumi/providertest ${VERSION}`, () => {
  let server: Server;
  let folder: string;

  beforeEach(async () => {
    server = await serve("+12025550101");
    folder = await mkdtemp(join(tmpdir(), "signalwire-providertest-"));
    await symlink(file("../../dist/provider/doors/plugin/main.js"), join(folder, "pulumi-resource-signalwire"));
  });

  afterEach(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const tryIt = withoutGo ? it.skip : it;
  const suffix = withoutGo ? ` (skipped: ${withoutGo})` : "";

  tryIt(`passes preview, up, refresh, export, import and destroy${suffix}`, { timeout: FIRST_TIME }, async () => {
    await passes("TestLifecycle|TestImport", environmentOf(server));
  });

  async function passes(tests: string, service: { readonly [name: string]: string }): Promise<void> {
    const engine = foundEngine();
    const yaml = await obtainHost("yaml", { env: { ...process.env, ...engine.env } });
    const path = [dirname(engine.command), dirname(process.execPath), yaml, engine.env.PATH, process.env.PATH];
    await goTest("providertest", tests, {
      ...process.env,
      ...engine.env,
      ...service,
      PATH: path.join(delimiter),
      PLUGIN_FOLDER: folder,
      OFFICE_PASSWORD: PASSWORD,
    });
  }
});
