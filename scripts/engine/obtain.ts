// Obtains the Pulumi engine for this repository's scripts and tests: the user's own, else an official download, else one
// compiled from the Go module proxy. Downloads and compiled engines are cached for each user.
import { accessSync, constants, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { buildGo, cacheFolder, findGo, recipeOf } from "./build.ts";
import { engineCache } from "./cache.ts";
import { downloadCli } from "./download.ts";
import { findOwn, MINIMUM_PULUMI, versionOf } from "./installed.ts";
import { withLock } from "./lock.mjs";
import { isExecutable, pathOf } from "./process.ts";
import { printLine, withProgress } from "./progress.ts";
import { putShims } from "./shims.ts";

export type Engine = {
  command: string;
  version: string;
  origin: "path" | "download" | "build";
  /** Additional variables for child processes: a PATH that begins with the engine's folder, and no update checks. */
  env: Record<string, string>;
};

export type ObtainOptions = {
  /** Receives progress lines. Default: stderr. */
  log?: (line: string) => void;
  /**
   * The environment with the PATH and the cache's settings. `PULUMI_SIGNALWIRE_CACHE` moves the cache,
   * `PULUMI_SIGNALWIRE_NO_DOWNLOAD` skips the official download.
   */
  env?: NodeJS.ProcessEnv;
};

/**
 * Thrown when the machine has no engine and none can be obtained. The message is a paragraph for the user; scripts end with
 * exit code 2.
 */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";

  constructor(reasons: readonly string[], goVersion: string) {
    super(
      [
        "No Pulumi engine could be found or made on this machine:",
        ...reasons.map((reason) => `  - ${reason}`),
        `Do one of these and run the command again: install the Pulumi CLI ${MINIMUM_PULUMI} or newer from ` +
          `https://www.pulumi.com/docs/install/, or install Go ${goVersion} or newer so that the engine can be built, ` +
          "or put the folder of an installed pulumi on the PATH.",
      ].join("\n"),
    );
  }
}

/**
 * Returns an engine that runs on this machine.
 *
 * @throws {EngineUnavailable} when every way fails.
 */
export async function obtainEngine({ log = printLine, env = process.env }: ObtainOptions = {}): Promise<Engine> {
  const reasons: string[] = [];
  const own = await findOwn(env, reasons, log);
  if (own) return { ...own, origin: "path", env: childEnvironment(own.command, env) };

  const recipe = recipeOf("pulumi");
  const sdkVersion = installedSdkVersion();
  const cache = engineCache(env);
  const downloads = join(cache, `official-v${sdkVersion}-${process.platform}-${process.arch}`);
  const build = cacheFolder(recipe, env);
  const cli = join(build, "bin", "pulumi");

  const engineAt = async (command: string, origin: Engine["origin"]): Promise<Engine | undefined> => {
    const version = await versionOf(command, env);
    return version === undefined ? undefined : { command, version, origin, env: childEnvironment(command, env) };
  };
  const kept = async (): Promise<Engine | undefined> => {
    const downloaded = await engineAt(executable(downloads), "download");
    if (downloaded || !isExecutable(cli)) return downloaded;
    putShims(dirname(cli));
    return engineAt(cli, "build");
  };
  const ways = {
    download: async () => {
      if (env.PULUMI_SIGNALWIRE_NO_DOWNLOAD) throw new Error("switched off by PULUMI_SIGNALWIRE_NO_DOWNLOAD");
      await withProgress(`Downloading Pulumi ${sdkVersion}`, log, () => downloadCli(sdkVersion, downloads, env));
    },
    build: async () => {
      const go = await findGo(recipe, env);
      log(`· The first time only, Pulumi ${recipe.version} is built from its Go modules: three minutes on two cores.`);
      await withProgress("Building Pulumi", log, (note) => buildGo(go, recipe, dirname(cli), env, note));
    },
  };
  const make = async (): Promise<Engine | undefined> => {
    // The previous holder of the lock may have made the engine.
    let made = await kept();
    for (const [name, way] of Object.entries(ways)) {
      if (made) break;
      try {
        await way();
        made = await kept();
        if (!made) reasons.push(`${name}: the result does not run on this machine`);
      } catch (error) {
        reasons.push(`${name}: ${messageOf(error)}`);
      }
    }
    return made;
  };

  try {
    const engine = await kept();
    if (engine) return engine;
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch (error) {
    reasons.push(`cache: ${messageOf(error)}; set PULUMI_SIGNALWIRE_CACHE to a folder that can be written`);
    throw new EngineUnavailable(reasons, recipe.go);
  }
  const onWait = (pid: number): void => log(`· Waiting for process ${pid}, which is obtaining the Pulumi engine …`);
  const engine = await withLock(build, make, { onWait });
  if (engine) return engine;
  throw new EngineUnavailable(reasons, recipe.go);
}

function childEnvironment(command: string, env: NodeJS.ProcessEnv): Record<string, string> {
  return {
    // Our own Node comes first: a folder such as /usr/local/bin may contain an old one beside the engine.
    PATH: [dirname(process.execPath), dirname(command), pathOf(env)].join(delimiter),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // Our language host loads gRPC and the SDK's messages from here when the program's folder has no node_modules.
    PULUMI_SIGNALWIRE_SDK_FROM: import.meta.dirname,
  };
}

function executable(root: string): string {
  return join(root, "bin", process.platform === "win32" ? "pulumi.exe" : "pulumi");
}

function installedSdkVersion(): string {
  const { version } = createRequire(import.meta.url)("@pulumi/pulumi/package.json") as { version: string };
  return version;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
