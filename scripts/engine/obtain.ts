// Obtains the Pulumi engine for this repository's scripts and tests: the user's own, else an official download, else one
// compiled from the Go module proxy. Downloads and compiled engines are cached for each user.
import { accessSync, constants, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { buildGo, findGo, recipeKey, recipeOf } from "./build.ts";
import { engineCache } from "./cache.ts";
import { downloadCli } from "./download.ts";
import { findOwn, MINIMUM_PULUMI, versionOf } from "./installed.ts";
import { withLock } from "./lock.mjs";
import { isExecutable, pathOf } from "./process.ts";
import { printLine, startProgress } from "./progress.mjs";
import { assembleBin } from "./shims.ts";

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
  readonly reasons: readonly string[];

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
    this.reasons = reasons;
  }
}

/**
 * Returns an engine that runs on this machine.
 *
 * @throws {EngineUnavailable} when every way fails.
 */
export async function obtainEngine(options: ObtainOptions = {}): Promise<Engine> {
  const env = options.env ?? process.env;
  const log = options.log ?? printLine;
  const recipe = recipeOf("pulumi");
  const reasons: string[] = [];
  const platform = `${process.platform}-${process.arch}`;
  const cache = engineCache(env);
  const sdkVersion = installedSdkVersion();
  const downloads = join(cache, `official-v${sdkVersion}-${platform}`);
  // The CLI takes minutes to compile and our files change often, so each has a cache key of its own.
  const build = join(cache, `${recipe.version}-${platform}-${recipeKey(recipe)}`);
  const cli = join(build, "cli", "pulumi");

  const engine = async (command: string, origin: Engine["origin"]): Promise<Engine | undefined> => {
    const version = await versionOf(command, env);
    return version === undefined ? undefined : { command, version, origin, env: childEnvironment(command, env) };
  };
  const cachedDownload = async (): Promise<Engine | undefined> => engine(executable(downloads), "download");
  const cachedBuild = async (): Promise<Engine | undefined> => {
    if (!isExecutable(cli)) return undefined;
    try {
      return await engine(join(await assembleBin(cli, build), "pulumi"), "build");
    } catch (error) {
      throw unwritable(error);
    }
  };

  const own = await findOwn(env, reasons, log);
  const ready = own ? await engine(own, "path") : ((await cachedDownload()) ?? (await cachedBuild()));
  if (ready) return ready;

  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch (error) {
    throw unwritable(error);
  }
  const waiting = (pid: number): void => log(`· Waiting for process ${pid}, which is obtaining the Pulumi engine …`);
  return withLock(
    build,
    async () => {
      // The previous holder of the lock may have made the engine.
      const made = (await cachedDownload()) ?? (await cachedBuild());
      if (made) return made;

      if (env.PULUMI_SIGNALWIRE_NO_DOWNLOAD) reasons.push("download: switched off by PULUMI_SIGNALWIRE_NO_DOWNLOAD");
      else if (await attempt(`Downloading Pulumi ${sdkVersion}`, () => downloadCli(sdkVersion, downloads, env))) {
        const downloaded = await cachedDownload();
        if (downloaded) return downloaded;
        rmSync(downloads, { recursive: true, force: true });
        reasons.push("download: the official pulumi does not run on this machine");
      }

      const go = await findGo(recipe, env).catch((error: unknown) => {
        reasons.push(`build: ${messageOf(error)}`);
        return undefined;
      });
      if (go) {
        // This cached entry does not run.
        rmSync(build, { recursive: true, force: true });
        log(
          `· Building Pulumi ${recipe.version} from its Go modules takes about three minutes on two cores, the first time only.`,
        );
        if (await attempt("Building Pulumi", (progress) => buildGo(go, recipe, dirname(cli), env, progress))) {
          const built = await cachedBuild();
          if (built) return built;
          reasons.push("build: the result does not run on this machine");
        }
      }
      throw new EngineUnavailable(reasons, recipe.go);
    },
    { onWait: waiting },
  );

  function unwritable(error: unknown): EngineUnavailable {
    const way = "set PULUMI_SIGNALWIRE_CACHE to a folder that can be written";
    return new EngineUnavailable([...reasons, `cache: ${messageOf(error)}; ${way}`], recipe.go);
  }

  async function attempt(
    title: string,
    work: (progress: ReturnType<typeof startProgress>) => Promise<void>,
  ): Promise<boolean> {
    const progress = startProgress(title, { log: options.log });
    try {
      await work(progress);
      progress.done();
      return true;
    } catch (error) {
      progress.failed(messageOf(error));
      reasons.push(`${title}: ${messageOf(error)}`);
      return false;
    }
  }
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
