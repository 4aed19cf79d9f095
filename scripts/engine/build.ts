// Compiles the Pulumi CLI from the Go module proxy, for machines that can reach only package registries.
import { chmodSync, copyFileSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import coerce from "semver/functions/coerce.js";
import gte from "semver/functions/gte.js";
import { fingerprint, publish } from "./cache.ts";
import { findOnPath, type Outcome, run } from "./process.ts";
import type { Progress } from "./progress.mjs";

/** A Go module of this repository with one main package, the required Go version, and the variable for its version. */
type Recipe = {
  module: string;
  mainPackage: string;
  executable: string;
  /** A second name for the executable, which the engine calls. */
  alias?: string;
  /** A script of the dependency that the executable calls: the module, and the file in it. */
  script?: { module: string; file: string };
  version: string;
  versionVariable: string;
  go: string;
};

/** From Go 1.21 on, the go command fetches the toolchain that go.mod asks for. */
const SELF_UPDATING_GO = "1.21.0";

const pkg = "github.com/pulumi/pulumi/pkg/v3";
const sdk = "github.com/pulumi/pulumi/sdk/v3";
const yaml = "github.com/pulumi/pulumi-yaml";

interface Buildable extends Pick<Recipe, "mainPackage" | "executable" | "alias" | "script" | "versionVariable"> {
  /** The folder of its go.mod, below this one. */
  readonly folder: string;
  /** The dependency in go.mod whose version it has. */
  readonly dependency: string;
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
    script: { module: sdk, file: "python/cmd/pulumi-language-python-exec" },
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

/** Returns the recipe with the versions of the dependency and of Go from go.mod, the only place that states them. */
export function recipeOf(name: BuildableName): Recipe {
  const { folder, dependency, ...recipe }: Buildable = buildables[name];
  const module = join(import.meta.dirname, folder);
  const lines = readFileSync(join(module, "go.mod"), "utf8").split("\n");
  const [, version] = lines.find((line) => line.startsWith(`\t${dependency} `))?.split(" ") ?? [];
  const go = lines.find((line) => line.startsWith("go "))?.slice(3);
  if (!version || !go) throw new Error(`${join(module, "go.mod")} must name a Go version and ${dependency}.`);
  return { ...recipe, module, version, go };
}

/** Compiles the recipe's executable into the folder `destination`. Throws an error with a message for the user. */
export async function buildGo(
  go: string,
  recipe: Recipe,
  destination: string,
  env: NodeJS.ProcessEnv,
  progress: Progress,
): Promise<void> {
  const goEnv = { ...env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "-mod=readonly" };
  const symbols = ["-s", "-w", "-X", `${recipe.versionVariable}=${recipe.version}`];
  let [downloaded, compiled] = [0, 0];
  await publish(destination, async (draft) => {
    const outcome = await run(
      go,
      [
        "build",
        "-v",
        "-trimpath",
        "-ldflags",
        symbols.join(" "),
        "-o",
        join(draft, recipe.executable),
        recipe.mainPackage,
      ],
      {
        env: goEnv,
        cwd: recipe.module,
        onStderr: (line) => {
          if (line.startsWith("go: downloading")) progress.update(`${++downloaded} Go modules downloaded`);
          else if (isPackageName(line)) progress.update(`${++compiled} Go packages compiled`);
        },
      },
    );
    throwOnFailure("go build", outcome);
    if (recipe.alias) symlinkSync(recipe.executable, join(draft, recipe.alias));
    if (recipe.script) await copyScript(go, recipe, recipe.script, draft, goEnv);
  });
}

/** Copies the script from the module's source to the executable, because a build does not include it. */
async function copyScript(
  go: string,
  recipe: Recipe,
  { module, file }: NonNullable<Recipe["script"]>,
  draft: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const found = await run(go, ["list", "-m", "-f", "{{.Dir}}", module], { env, cwd: recipe.module });
  throwOnFailure("go list", found);
  const copy = join(draft, basename(file));
  copyFileSync(join(found.stdout.trim(), file), copy);
  chmodSync(copy, 0o755);
}

/** Returns the name of the folder in the cache. */
export function recipeKey(recipe: Recipe): string {
  const sources = readdirSync(recipe.module).filter((name) => name.endsWith(".go"));
  const files = ["go.mod", ...sources].map((name) => join(recipe.module, name));
  return fingerprint(files, [recipe.mainPackage, recipe.version]);
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
