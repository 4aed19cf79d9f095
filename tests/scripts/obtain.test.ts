import { existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { EngineUnavailable, obtainEngine } from "../../scripts/engine/obtain.ts";
import { commands, plainTools, temporaryFolder } from "./machine.ts";

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
    PATH: [...folders, plainTools()].join(delimiter),
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

const log = (folder: string, problem: string) => `· Not using ${join(folder, "pulumi")}: it ${problem}.`;

it.each([
  ...["v3.227.0", "v3.227.1", "v3.1000.0", "v4.0.0", "v3.260.0-alpha.1700000000"].map((version) => [version]),
  ...["v3.226.9", "v3.22.7", "v2.999.0", "3.99.0"].map((version) => {
    return [version, `is version ${version.replace("v", "")}, and 3.227.0 or newer is needed`];
  }),
  ["unknown", "does not answer `pulumi version` with a version"],
])("a pulumi %s on the PATH is taken before the next one, unless it %s", async (version = "", problem?: string) => {
  const [first, second] = [pulumi(version), pulumi("v3.300.0")];
  const here = machine([first, second, commands({ go })]);
  const [taken, known] = problem === undefined ? [first, version] : [second, "v3.300.0"];
  const { env, ...engine } = await obtain(here);
  expect(engine).toEqual({ command: join(taken, "pulumi"), version: known, origin: "path" });
  expect(env.PATH?.split(delimiter).slice(0, 3)).toEqual([dirname(process.execPath), taken, first]);
  expect(here.log).toEqual(problem === undefined ? [] : [log(first, problem)]);
  expect(here.builds()).toBe(0);
});

it("builds once when there is none that could run a Node program, with its language host and a dynamic provider", async () => {
  const bare = commands({ pulumi: "echo v3.300.0" });
  const here = machine([bare, commands({ go })]);
  const engine = await obtain(here);
  expect(engine).toMatchObject({ origin: "build", version: "v3.259.0" });
  expect(here.log[0]).toBe(log(bare, "has no pulumi-language-nodejs beside it or on the PATH"));
  for (const name of ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"])
    expect(statSync(join(dirname(engine.command), name)).mode & 0o111, name).toBe(0o111);
  await expect(obtain(here)).resolves.toEqual(engine);
  expect(here.builds()).toBe(1);
});

it("lists what was tried with each reason, and what to do, where no engine can be had", async () => {
  const old = pulumi("v3.100.0");
  const error = await obtain(machine([old])).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EngineUnavailable);
  expect(String(error).replaceAll(/Go \d+\.\d+(?:\.\d+)?/g, "Go N")).toBe(
    [
      "EngineUnavailable: No Pulumi engine could be found or made on this machine:",
      `  - PATH: ${join(old, "pulumi")} is version 3.100.0, and 3.227.0 or newer is needed`,
      "  - download: switched off by PULUMI_SIGNALWIRE_NO_DOWNLOAD",
      "  - build: there is no go command on the PATH",
      "Do one of these and run the command again: install the Pulumi CLI 3.227.0 or newer from https://www.pulumi.com/docs/install/, or install Go N or newer so that the engine can be built, or put the folder of an installed pulumi on the PATH.",
    ].join("\n"),
  );
});
