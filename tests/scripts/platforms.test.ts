// Differences of Windows and macOS, tested on any system.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportLines } from "../../cli/commands/serve.ts";
import { engineCache } from "../../scripts/engine/cache.ts";
import { downloadCli } from "../../scripts/engine/download.ts";
import { endTree, findOnPath } from "../../scripts/engine/process.ts";
import { renameWhenFree } from "../../scripts/engine/rename.mjs";
import { temporaryFolder } from "./machine.ts";

describe("on Windows", () => {
  it("a command that takes too long is ended with all that it started", () => {
    const executed: string[] = [];
    endTree(42, { platform: "win32", execute: (command, args) => executed.push([command, ...args].join(" ")) });
    expect(executed).toEqual(["taskkill /pid 42 /T /F"]);
  });

  it("a folder that a virus scanner is reading is renamed when it is free", async () => {
    let busy = 2;
    const rename = () => {
      if (busy-- > 0) throw Object.assign(new Error("busy"), { code: busy === 0 ? "EBUSY" : "EPERM" });
    };
    await renameWhenFree("a", "b", { platform: "win32", rename, pauseMs: 1 });
    expect(busy).toBe(-1);
  });

  it("one that stays busy, or is not there, is an error", async () => {
    const refuse = (code: string) => () => {
      throw Object.assign(new Error(code), { code });
    };
    const options = { platform: "win32", tries: 3, pauseMs: 1 } as const;
    await expect(renameWhenFree("a", "b", { ...options, rename: refuse("EPERM") })).rejects.toThrow("EPERM");
    await expect(renameWhenFree("a", "b", { ...options, rename: refuse("ENOENT"), pauseMs: 1e6 })).rejects.toThrow();
  });

  it("the PATH is split at semicolons, is called Path, and holds .exe and .cmd files", () => {
    const there = ["C:\\Pulumi\\bin\\pulumi.exe", "D:\\tools\\pulumi.cmd", "D:\\tools\\pulumi"];
    const env = { Path: "C:\\nowhere;C:\\Pulumi\\bin;;D:\\tools" };
    expect(findOnPath("pulumi", env, "win32", (path) => there.includes(path))).toEqual(there.slice(0, 2));
  });

  it("engines are kept in the user's local data", () => {
    const kept = engineCache({ HOME: "/home", LOCALAPPDATA: "/home/Local" }, "win32");
    expect(kept).toBe(join("/home/Local/pulumi-signalwire/Cache/engine"));
  });

  it("what `serve` prints can be pasted into PowerShell, and into Git's shell", () => {
    const variables = { SIGNALWIRE_API_TOKEN: "PT1" };
    expect(exportLines(variables, "win32", "")).toBe('  $env:SIGNALWIRE_API_TOKEN = "PT1"');
    expect(exportLines(variables, "win32", "/usr/bin/bash")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
    expect(exportLines(variables, "linux", "")).toBe("  export SIGNALWIRE_API_TOKEN=PT1");
  });
});

describe("on macOS and Linux", () => {
  it("a command that takes too long is ended with its group", () => {
    const killed: unknown[] = [];
    endTree(42, { platform: "darwin", kill: (...args) => killed.push(args) });
    expect(killed).toEqual([[-42, "SIGKILL"]]);
  });

  it("a rename that is refused is not tried again", async () => {
    let tries = 0;
    const rename = () => {
      tries += 1;
      throw Object.assign(new Error("no"), { code: "EACCES" });
    };
    await expect(renameWhenFree("a", "b", { platform: "linux", rename })).rejects.toThrow("no");
    expect(tries).toBe(1);
  });

  it("engines are kept where the system keeps caches", () => {
    expect(engineCache({ HOME: "/h" }, "darwin")).toBe(join("/h/Library/Caches/pulumi-signalwire/engine"));
    expect(engineCache({ HOME: "/h" }, "linux")).toBe(join("/h/.cache/pulumi-signalwire/engine"));
    expect(engineCache({ HOME: "/h", XDG_CACHE_HOME: "/c" }, "linux")).toBe(join("/c/pulumi-signalwire/engine"));
  });
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
