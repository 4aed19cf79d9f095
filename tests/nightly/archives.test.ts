// The plugin's archive for this machine: installed by `pulumi plugin install` from a server, it serves a program without any other Node.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { obtainHost } from "../../scripts/engine/language-hosts.ts";
import { findOnPath } from "../../scripts/engine/process.ts";
import { PASSPHRASE } from "../engine/find-engine.ts";
import { environmentOf, list, serve } from "../engine/service.ts";
import { describeWithEngine, foundEngine } from "../engine/stack.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const released = join(root, "release");

describeWithEngine("the plugin's archive", () => {
  it("is installed from a server, and serves a program", { timeout: 300_000 }, async () => {
    const engine = foundEngine();
    const system = { linux: "linux", darwin: "darwin", win32: "windows" }[process.platform as "linux"];
    const platform = `${system}-${process.arch === "x64" ? "amd64" : process.arch}`;
    await execute(process.execPath, ["scripts/release.ts", "--platform", platform], { cwd: root });
    const archives = createServer(async ({ url = "" }, answer) => {
      const file = join(released, basename(url));
      // The engine refuses an answer without its length.
      if (existsSync(file))
        answer.writeHead(200, { "content-length": (await stat(file)).size }).end(await readFile(file));
      else answer.writeHead(404).end();
    });
    await once(archives.listen(0, "127.0.0.1"), "listening");
    const licenses = await licensesIn(`pulumi-resource-signalwire-v0.0.0-${platform}.tar.gz`);
    expect(licenses["LICENSE-of-Node"]).toContain("Node.js is licensed for use");
    expect(licenses["THIRD-PARTY-NOTICES.md"]).toMatch(/^## @grpc\/grpc-js [\d.]+\n\nApache-2\.0\n\n```text\n/m);
    const server = await serve("+12025550101");
    const folder = await mkdtemp(join(tmpdir(), "signalwire-archive-"));
    try {
      const yaml = await obtainHost("yaml", { env: { ...process.env, ...engine.env } });
      const env = {
        ...environmentOf(server),
        PATH: [yaml, dirname(engine.command), await toolsWithoutNode(folder)].join(delimiter),
        HOME: folder,
        PULUMI_HOME: join(folder, "home"),
        PULUMI_BACKEND_URL: `file://${folder}`,
        PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
        PULUMI_SKIP_UPDATE_CHECK: "true",
      };
      const pulumi = (...args: string[]) =>
        execute(engine.command, [...args, "--non-interactive"], { cwd: folder, env });
      const address = `http://127.0.0.1:${(archives.address() as AddressInfo).port}`;
      await pulumi("plugin", "install", "resource", "signalwire", "0.0.0", "--server", address);
      await writeFile(join(folder, "Pulumi.yaml"), PROGRAM);
      await pulumi("stack", "init", "test");
      await pulumi("up", "--yes", "--skip-preview");
      expect(await list(server, "/endpoints/sip")).toMatchObject([{ username: "desk" }]);
    } finally {
      await server.close();
      archives.close();
      for (const each of [folder, released]) await rm(each, { recursive: true, force: true });
    }
  });
});

/** Returns the licenses in an archive, by their files. */
async function licensesIn(archive: string): Promise<{ readonly [file: string]: string }> {
  const files = ["LICENSE-of-Node", "THIRD-PARTY-NOTICES.md"];
  const texts = files.map((file) => execute("tar", ["-xzOf", join(released, archive), `./${file}`]));
  return Object.fromEntries((await Promise.all(texts)).map(({ stdout }, index) => [files[index], stdout]));
}

/** Returns a folder with the tools that the archive's starter calls. */
async function toolsWithoutNode(folder: string): Promise<string> {
  const tools = join(folder, "tools");
  await mkdir(tools);
  const [dirnameTool = ""] = findOnPath("dirname", process.env);
  await symlink(dirnameTool, join(tools, "dirname"));
  return tools;
}

const PROGRAM = `name: tested
runtime: yaml
resources:
  desk:
    type: signalwire:SipEndpoint
    properties: { username: desk, password: canary-password-4711 }
  # A library reads each script.
  closed:
    type: signalwire:CxmlScript
    properties: { displayName: closed, contents: "<Response><Hangup/></Response>" }
  menu:
    type: signalwire:SwmlScript
    properties: { displayName: menu, contents: "version: 1.0.0\\nsections: { main: [answer] }" }
`;
