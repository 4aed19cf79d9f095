// Differences of Windows and macOS, tested on any system.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportLines } from "../../cli/commands/serve.ts";
import { downloadCli } from "../../scripts/engine/download.ts";
import { temporaryFolder } from "./machine.ts";

it("what `serve` prints can be pasted into PowerShell, and into Git's shell", () => {
  const variables = { SIGNALWIRE_API_TOKEN: "PT1" };
  expect(exportLines(variables, "win32", "")).toBe('  $env:SIGNALWIRE_API_TOKEN = "PT1"');
  expect(exportLines(variables, "win32", "/usr/bin/bash")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
  expect(exportLines(variables, "linux", "")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
});

describe("the official download", () => {
  it.each(["linux", "darwin"])(
    "runs the installer for %s in a shell, and keeps what that unpacks",
    async (platform) => {
      const { download, asked, destination } = machine(platform);
      await download();
      expect(asked()).toEqual(["https://get.pulumi.com/install.sh", "https://get.pulumi.com/install.sh"]);
      expect(readdirSync(destination)).toEqual(["bin"]);
      expect(readdirSync(join(destination, "bin"))).toEqual(["pulumi"]);
    },
  );

  it("hands the one for Windows to PowerShell, and leaves nothing where that fails", async () => {
    const { download, asked, destination } = machine("win32");
    // No PowerShell exists here to run it.
    await expect(download()).rejects.toThrow(/powershell\.exe .* -InstallRoot .* -Version 3\.270\.0/);
    expect(asked().at(-1)).toBe("https://get.pulumi.com/install.ps1");
    expect(readdirSync(dirname(destination))).toEqual([]);
  });
});

/** Returns a machine of that platform, with a fake of get.pulumi.com's script. */
function machine(platform: string) {
  const folder = temporaryFolder();
  const destination = join(folder, "engines that are kept", "official");
  const script = `
while [ $# -gt 0 ]; do [ "$1" = --install-root ] && root=$2; [ "$1" = --version ] && version=$2; shift; done
mkdir -p "$root/bin"
printf '#!/bin/sh\\necho v%s\\n' "$version" > "$root/bin/pulumi"
chmod +x "$root/bin/pulumi"`;
  const preload = join(folder, "preload.mjs");
  const log = join(folder, "asked");
  writeFileSync(
    preload,
    `import { appendFileSync } from "node:fs";
Object.defineProperty(process, "platform", { value: ${JSON.stringify(platform)} });
globalThis.fetch = async (url, options) => {
  appendFileSync(${JSON.stringify(log)}, url + "\\n");
  return new Response(options?.method === "HEAD" ? null : ${JSON.stringify(script)});
};`,
  );
  return {
    destination,
    download: () =>
      downloadCli("3.270.0", destination, { PATH: process.env.PATH, NODE_OPTIONS: `--import=${preload}` }),
    asked: () => readFileSync(log, "utf8").trim().split("\n"),
  };
}
