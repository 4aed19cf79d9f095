// Compiles the Pulumi CLI from the Go module proxy, for machines that can reach only package registries.
import { chmodSync, copyFileSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import coerce from "semver/functions/coerce.js";
import gte from "semver/functions/gte.js";
import { engineCache, fingerprint, publish } from "./cache.ts";
import { findOnPath, type Outcome, run } from "./process.ts";

/** From Go 1.21 on, the go command fetches the toolchain that go.mod asks for. */
const SELF_UPDATING_GO = "1.21.0";

const pkg = "github.com/pulumi/pulumi/pkg/v3";
const sdk = "github.com/pulumi/pulumi/sdk/v3";
const yaml = "github.com/pulumi/pulumi-yaml";

interface Buildable {
  /** The folder of its go.mod, below this one. */
  readonly folder: string;
  /** The dependency in go.mod whose version it has. */
  readonly dependency: string;
  readonly mainPackage: string;
  readonly executable: string;
  /** A second name for the executable, which the engine calls. */
  readonly alias?: string;
  /** A script of the dependency that the executable calls. */
  readonly script?: string;
  /** The variable of the source that holds the version. */
  readonly versionVariable: string;
}

const buildables = {
  pulumi: {
    folder: ".",
    dependency: pkg,
    mainPackage: `${pkg}/cmd/pulumi`,
    executable: "pulumi",
    versionVariable: `${sdk}/go/common/version.Version`,
  },
  /** The host for YAML programs. */
  yaml: {
    folder: "yaml",
    dependency: yaml,
    mainPackage: `${yaml}/cmd/pulumi-language-yaml`,
    executable: "pulumi-language-yaml",
    versionVariable: `${yaml}/pkg/version.Version`,
  },
  /** Reads YAML programs for `pulumi convert`. */
  "yaml-converter": {
    folder: "yaml",
    dependency: yaml,
    mainPackage: `${yaml}/cmd/pulumi-converter-yaml`,
    executable: "pulumi-converter-yaml",
    versionVariable: `${yaml}/pkg/version.Version`,
  },
  /** The hosts that write SDKs and converted programs, and do nothing else. */
  sdk: {
    folder: "sdk",
    dependency: pkg,
    mainPackage: "pulumi-signalwire/sdk",
    executable: "pulumi-language-python",
    alias: "pulumi-language-go",
    versionVariable: `${sdk}/go/common/version.Version`,
  },
  /** Pulumi's own host for Python programs, in the newest version of the module that contains it. */
  "python-host": {
    folder: "python",
    dependency: sdk,
    mainPackage: `${sdk}/python/cmd/pulumi-language-python`,
    executable: "pulumi-language-python",
    script: "python/cmd/pulumi-language-python-exec",
    versionVariable: `${sdk}/go/common/version.Version`,
  },
  /** Pulumi's own host for Go programs. */
  "go-host": {
    folder: "go",
    dependency: sdk,
    mainPackage: `${sdk}/go/pulumi-language-go`,
    executable: "pulumi-language-go",
    versionVariable: `${sdk}/go/common/version.Version`,
  },
} satisfies { [name: string]: Buildable };

/** `pulumi` itself, or one of its language hosts. */
export type BuildableName = keyof typeof buildables;

interface Recipe extends Buildable {
  readonly name: BuildableName;
  readonly version: string;
  /** The oldest Go that builds it. */
  readonly go: string;
}

/** Returns the recipe with the versions of the dependency and of Go from go.mod, the only place that states them. */
export function recipeOf(name: BuildableName): Recipe {
  const buildable = buildables[name];
  const lines = readFileSync(join(moduleOf(buildable), "go.mod"), "utf8").split("\n");
  const [, version] = lines.find((line) => line.startsWith(`\t${buildable.dependency} `))?.split(" ") ?? [];
  const go = lines.find((line) => line.startsWith("go "))?.slice(3);
  if (!version || !go)
    throw new Error(`${buildable.folder}/go.mod must name a Go version and ${buildable.dependency}.`);
  return { ...buildable, name, version, go };
}

/** Returns the folder in the cache for the recipe's executable. */
export function cacheFolder(recipe: Recipe, env: NodeJS.ProcessEnv): string {
  const { name, mainPackage, version } = recipe;
  const module = moduleOf(recipe);
  const files = ["go.mod", ...readdirSync(module).filter((file) => file.endsWith(".go"))].map((file) =>
    join(module, file),
  );
  const key = fingerprint(files, [mainPackage, version]);
  return join(engineCache(env), `${name}-${version}-${process.platform}-${process.arch}-${key}`);
}

/** Compiles the recipe's executable into the folder `destination`. Throws an error with a message for the user. */
export async function buildGo(
  go: string,
  recipe: Recipe,
  destination: string,
  env: NodeJS.ProcessEnv,
  note: (progress: string) => void,
): Promise<void> {
  const { mainPackage, executable, alias, script, dependency, version, versionVariable } = recipe;
  const goEnv = { ...env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" };
  let [downloaded, compiled] = [0, 0];
  const onStderr = (line: string) => {
    if (line.startsWith("go: downloading")) note(`${++downloaded} Go modules downloaded`);
    else if (isPackageName(line)) note(`${++compiled} Go packages compiled`);
  };
  const runGo = async (...args: string[]) => {
    const outcome = await run(go, args, { env: goEnv, cwd: moduleOf(recipe), onStderr });
    throwOnFailure(`go ${args[0]}`, outcome);
    return outcome.stdout.trim();
  };
  await publish(destination, async (draft) => {
    const flags = ["-v", "-trimpath", "-ldflags", `-s -w -X ${versionVariable}=${version}`];
    await runGo("build", ...flags, "-o", join(draft, executable), mainPackage);
    if (alias) symlinkSync(executable, join(draft, alias));
    if (script) {
      // A build does not include the script of the module's source.
      const source = await runGo("list", "-m", "-f", "{{.Dir}}", dependency);
      const copy = join(draft, basename(script));
      copyFileSync(join(source, script), copy);
      chmodSync(copy, 0o755);
    }
  });
}

/** Returns the go command from the PATH. Throws with a message for the user when it cannot build the recipe. */
export async function findGo(recipe: Recipe, env: NodeJS.ProcessEnv): Promise<string> {
  if (process.platform === "win32") throw new Error("only done on Linux and macOS");
  const wanted = coerce(recipe.go);
  const [go] = findOnPath("go", env);
  if (!go) throw new Error("there is no go command on the PATH");
  // Asks for the local version in another folder: in the module's folder, the command would already download a toolchain.
  const outcome = await run(go, ["version"], { env: { ...env, GOTOOLCHAIN: "local" }, timeoutMs: 20_000 });
  throwOnFailure("go version", outcome);
  const found = coerce(outcome.stdout);
  if (!found || !wanted) throw new Error(`the version of ${go} cannot be read from "${outcome.stdout.trim()}"`);
  const mayFetchToolchain = env.GOTOOLCHAIN !== "local" && gte(found, SELF_UPDATING_GO);
  if (!gte(found, wanted) && !mayFetchToolchain)
    throw new Error(`${go} is version ${found}, and ${wanted} or newer is needed`);
  return go;
}

function moduleOf({ folder }: Buildable): string {
  return join(import.meta.dirname, folder);
}

/** True for a package name on stderr, which `go build -v` mixes with other output. */
function isPackageName(line: string): boolean {
  return /^[\w./~-]+$/.test(line);
}

function throwOnFailure(command: string, outcome: Outcome): void {
  if (outcome.code === 0 && !outcome.problem) return;
  const said = outcome.stderr
    .split("\n")
    .filter((line) => line.trim() !== "" && !isPackageName(line) && !line.startsWith("go: downloading"));
  const reason = said.slice(-6).join("\n    ") || outcome.problem || `exit code ${outcome.code}`;
  throw new Error(`${command} failed: ${reason}`);
}
