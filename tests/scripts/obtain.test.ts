import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { EngineUnavailable, obtainEngine } from "../../scripts/engine/obtain.ts";
import { commands, path, plainTools, runNode, temporaryFolder } from "./machine.ts";

/** Replaces the compiler, never the engine's behaviour: it "builds" a CLI that answers `version`, and counts its builds. */
const go = `
case $1 in
  version) echo "go version go1.99.0 linux/amd64" ;;
  build)
    echo built >> "$BUILDS"
    while [ "$1" != -o ]; do shift; done
    echo '#!/bin/sh' > "$2"; echo 'echo v3.259.0' >> "$2"; chmod +x "$2" ;;
esac`;

function machine(folders: string[]): { env: NodeJS.ProcessEnv; log: string[]; builds: () => number } {
  const folder = temporaryFolder();
  const builds = join(folder, "builds");
  const env = {
    PATH: path(...folders, plainTools()),
    PULUMI_SIGNALWIRE_CACHE: join(folder, "cache"),
    PULUMI_SIGNALWIRE_NO_DOWNLOAD: "true",
    BUILDS: builds,
  };
  return {
    env,
    log: [],
    builds: () => (existsSync(builds) ? readFileSync(builds, "utf8").trim().split("\n").length : 0),
  };
}

function pulumi(version: string): string {
  return commands({ pulumi: `echo ${version}`, "pulumi-language-nodejs": "" });
}

async function obtain({ env, log }: ReturnType<typeof machine>) {
  return obtainEngine({ env, log: (line) => log.push(line) });
}

describe("obtainEngine", () => {
  it("takes the pulumi on the PATH when it is new enough", async () => {
    const good = pulumi("v3.227.0");
    const here = machine([good, commands({ go })]);
    await expect(obtain(here)).resolves.toMatchObject({
      command: join(good, "pulumi"),
      version: "v3.227.0",
      origin: "path",
    });
    expect(here.builds()).toBe(0);
  });

  it("passes over an older one, says so, and takes the next", async () => {
    const old = pulumi("v3.100.0");
    const good = pulumi("v3.300.0");
    const here = machine([old, good]);
    await expect(obtain(here)).resolves.toMatchObject({ command: join(good, "pulumi") });
    expect(here.log).toEqual([
      `· Not using ${join(old, "pulumi")}: it is version 3.100.0, and 3.227.0 or newer is needed.`,
    ]);
  });

  it.each(["v3.227.1", "v3.1000.0", "v4.0.0", "v3.260.0-alpha.1700000000"])("takes %s", async (version) => {
    await expect(obtain(machine([pulumi(version)]))).resolves.toMatchObject({ version });
  });

  it.each(["v3.226.9", "v3.22.7", "v2.999.0", "3.99.0", "unknown"])("does not take %s", async (version) => {
    await expect(obtain(machine([pulumi(version)]))).rejects.toThrow(EngineUnavailable);
  });

  it("does not take a bare CLI that could run no Node program", async () => {
    const bare = commands({ pulumi: "echo v3.300.0" });
    const here = machine([bare, commands({ go })]);
    await expect(obtain(here)).resolves.toMatchObject({ origin: "build" });
    expect(here.log[0]).toContain("has no pulumi-language-nodejs");
  });

  it("builds when there is none, with a language host and a dynamic provider beside the CLI", async () => {
    const here = machine([commands({ go })]);
    const engine = await obtain(here);
    expect(engine).toMatchObject({ origin: "build", version: "v3.259.0" });
    for (const name of ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]) {
      expect(statSync(join(dirname(engine.command), name)).mode & 0o111, name).toBe(0o111);
    }
  });

  it("builds once and keeps the result", async () => {
    const here = machine([commands({ go })]);
    const first = await obtain(here);
    await expect(obtain(here)).resolves.toEqual(first);
    expect(here.builds()).toBe(1);
  });
});

describe("EngineUnavailable", () => {
  it("lists what was tried with each reason, and what to do", async () => {
    const old = pulumi("v3.100.0");
    const error = await obtain(machine([old])).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineUnavailable);
    expect(String(error)).toContain(`PATH: ${join(old, "pulumi")} is version 3.100.0`);
    expect(String(error)).toContain("download: switched off by PULUMI_SIGNALWIRE_NO_DOWNLOAD");
    expect(String(error)).toContain("build: there is no go command on the PATH");
    expect(String(error)).toContain(
      "install the Pulumi CLI 3.227.0 or newer from https://www.pulumi.com/docs/install/",
    );
    expect(String(error)).toMatch(/install Go \d+\.\d+ or newer/);
  });

  it("says how to move a cache that is shared and cannot be written", async () => {
    const here = machine([commands({ go })]);
    const cache = temporaryFolder();
    mkdirSync(join(cache, "engine"));
    for (const folder of [cache, join(cache, "engine")]) chmodSync(folder, 0o555);
    // root has access to every file.
    const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const env = { ...here.env, PULUMI_SIGNALWIRE_CACHE: cache };
    const { stderr } = await runNode([join(import.meta.dirname, "obtain-and-print.ts")], env, uid);
    expect(stderr).toContain("set PULUMI_SIGNALWIRE_CACHE to a folder that can be written");
  });
});
