// Compares Node, Pulumi's CLI and SDK with the manifest, and finds the package like the engine does.

import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import satisfies from "semver/functions/satisfies.js";
import { satisfiesMinimum, tooOld } from "../../contract/node-version.ts";
import type { Attempted } from "../engine/failures.ts";
import { pulumiRange, version } from "../package.ts";
import type { ProgramFiles } from "./program-files.ts";
import { type Check, checking, type Reporter } from "./report.ts";

export function checkNode(): Check {
  const { node } = process.versions;
  const check = checking("node", "Node");
  if (satisfiesMinimum(node)) return check.ok(`${node} (${process.platform} ${process.arch})`);
  return check.problem(`${node} is too old`, [tooOld(node)]);
}

export function checkCli({ value = "", failure }: Attempted<string>): Check {
  const check = checking("pulumi-cli", "Pulumi CLI");
  if (failure && !/CLI was not found/.test(failure.message))
    return check.problem(failure.message, ["Run `pulumi about` in the folder: it shows what stops the CLI."]);
  if (failure)
    return check.problem("`pulumi` is not on the PATH, or it does not start", [
      "Install the Pulumi CLI (https://www.pulumi.com/docs/install) and open a new terminal, or run `npm install --save-dev pulumi` and `npx pulumi`.",
    ]);
  const found = value.trim().replace(/^v/, "");
  if (isSupported(found)) return check.ok(found);
  return check.problem(`${found} does not satisfy ${pulumiRange()}`, [
    "Install a newer Pulumi CLI: https://www.pulumi.com/docs/install",
  ]);
}

/** `isUsed`: the state has resources of the plugin. */
export function checkPackages(project: ProgramFiles | undefined, isUsed: boolean): Check[] {
  const [sdk, classes, plugin] = [
    checking("pulumi-sdk", "Pulumi SDK"),
    checking("package-classes", "Package"),
    checking("package-plugin", "Plugin"),
  ];
  if (project) return [checkSdk(project, sdk), checkClasses(project, classes), checkPlugin(project, isUsed, plugin)];
  return [sdk, classes, plugin].map((check) => check.notTried("there is no readable project file here"));
}

function checkSdk(project: ProgramFiles, check: Reporter): Check {
  if (project.runtime !== "nodejs") return check.ok(`not needed by a program in ${project.runtime}`);
  const found = versionFrom(project.programFolder, "@pulumi/pulumi/package.json");
  if (found !== undefined && isSupported(found)) return check.ok(`@pulumi/pulumi ${found}`);
  const problem =
    found === undefined ? "is not installed in the project" : `${found} does not satisfy ${pulumiRange()}`;
  return check.problem(`@pulumi/pulumi ${problem}`, [
    `Run \`npm install @pulumi/pulumi@${pulumiRange()}\` in ${project.folder}.`,
  ]);
}

/** Finds the package like Pulumi's dynamic provider host: from the program's folder upwards. */
function checkClasses(project: ProgramFiles, check: Reporter): Check {
  if (project.runtime !== "nodejs") return check.ok(`its classes are not needed by a program in ${project.runtime}`);
  const from = createRequire(join(project.programFolder, "_"));
  try {
    from.resolve("pulumi-signalwire/provider");
  } catch {
    return check.problem(`Pulumi's provider process cannot find pulumi-signalwire from ${project.programFolder}`, [
      "Add it to the program's own dependencies: `npm install ./vendor/pulumi-signalwire-*.tgz`.",
      "Leave it out of a bundle, and deploy node_modules too.",
    ]);
  }
  const found = versionFrom(project.programFolder, "pulumi-signalwire/package.json") ?? "of an unknown version";
  if (found === version()) return check.ok(`pulumi-signalwire ${found} is found from the program's folder`);
  return check.warning(
    `the program uses pulumi-signalwire ${found}, and this command is ${version()}`,
    "Run the command of the project: `npx --no -- pulumi-signalwire doctor` in its folder.",
  );
}

function checkPlugin(project: ProgramFiles, isUsed: boolean, check: Reporter): Check {
  const { pluginPath: named, packagePath } = project;
  if (named === undefined && packagePath !== undefined) {
    const folder = resolve(project.folder, packagePath);
    if (existsSync(join(folder, "PulumiPlugin.yaml"))) return check.ok(`${folder} was added by \`pulumi package add\``);
    return check.problem(`the package is not in ${folder}, which the project file names`, [
      "Install the packed file (`npm install ./vendor/pulumi-signalwire-*.tgz`), then run `pulumi package add ./node_modules/pulumi-signalwire`.",
    ]);
  }
  const folders = named !== undefined ? [resolve(project.folder, named)] : (process.env.PATH ?? "").split(delimiter);
  const found = folders.find(holdsPlugin);
  if (found !== undefined) return check.ok(`pulumi-resource-signalwire is found in ${found}`);
  if (named === undefined && !isUsed && project.runtime === "nodejs")
    return check.ok("not used: a program in nodejs uses the classes");
  const where = named === undefined ? "on the PATH" : `in ${folders[0]}, which the project file names`;
  return check.problem(`pulumi-resource-signalwire is not ${where}`, [
    "Install the packed file (`npm install ./vendor/pulumi-signalwire-*.tgz`) and name its folder in the project file: " +
      "`plugins: { providers: [{ name: signalwire, path: node_modules/.bin }] }`.",
  ]);
}

function holdsPlugin(folder: string): boolean {
  if (folder === "" || !existsSync(folder)) return false;
  try {
    return readdirSync(folder).some((name) => /^pulumi-resource-signalwire(?:\.(?:exe|cmd))?$/.test(name));
  } catch {
    return false; // The engine cannot read this folder of the PATH either.
  }
}

function versionFrom(folder: string, manifest: string): string | undefined {
  try {
    return createRequire(join(folder, "_"))(manifest).version;
  } catch {
    return undefined; // Not installed there.
  }
}

/** True for a pre-release of a version in the range too. */
function isSupported(found: string): boolean {
  return satisfies(found, pulumiRange(), { includePrerelease: true });
}
