// Compares Node, Pulumi's CLI and SDK with the manifest, and finds the package like the engine does.

import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { satisfiesMinimum, tooOld } from "../../contract/node-version.ts";
import { pulumiRange, version } from "../package.ts";
import type { ProgramFiles } from "./project-file.ts";
import { type Check, checking } from "./report.ts";

export function checkNode(): Check {
  const { node } = process.versions;
  const check = checking("node", "Node");
  if (satisfiesMinimum(node)) return check.ok(`${node} (${process.platform} ${process.arch})`);
  return check.problem(`${node} is too old`, [tooOld(node)]);
}

/** `failure` is the reason why the CLI cannot be used in the folder. */
export function checkCli(found: string | undefined, failure: string | undefined): Check {
  const check = checking("pulumi-cli", "Pulumi CLI");
  if (found === undefined && failure !== undefined && !/CLI was not found/.test(failure))
    return check.problem(failure, ["Run `pulumi about` in the folder: it shows what stops the CLI."]);
  if (found === undefined)
    return check.problem("`pulumi` is not on the PATH, or it does not start", [
      "Install the Pulumi CLI (https://www.pulumi.com/docs/install) and open a new terminal.",
    ]);
  if (isInRange(found, pulumiRange())) return check.ok(found);
  return check.problem(`${found} does not satisfy ${pulumiRange()}`, [
    "Install a newer Pulumi CLI: https://www.pulumi.com/docs/install",
  ]);
}

export function checkSdk(project: ProgramFiles | undefined): Check {
  const check = checking("pulumi-sdk", "Pulumi SDK");
  if (project === undefined) return check.notTried("there is no project here");
  if (project.runtime !== "nodejs") return check.ok(`not needed by a program in ${project.runtime}`);
  const found = versionFrom(project.programFolder, "@pulumi/pulumi/package.json");
  if (found === undefined)
    return check.problem("@pulumi/pulumi is not installed in the project", [
      `Run \`npm install @pulumi/pulumi@${pulumiRange()}\` in ${project.folder}.`,
    ]);
  if (isInRange(found, pulumiRange())) return check.ok(`@pulumi/pulumi ${found}`);
  return check.problem(`@pulumi/pulumi ${found} does not satisfy ${pulumiRange()}`, [
    `Run \`npm install @pulumi/pulumi@${pulumiRange()}\` in ${project.folder}.`,
  ]);
}

/** Finds the package like Pulumi's dynamic provider host: from the program's folder upwards. */
export function checkClasses(project: ProgramFiles | undefined): Check {
  const check = checking("package-classes", "Package");
  if (project === undefined) return check.notTried("there is no project here");
  if (project.runtime !== "nodejs") return check.ok(`its classes are not needed by a program in ${project.runtime}`);
  const from = createRequire(join(project.programFolder, "_"));
  try {
    from.resolve("pulumi-signalwire/provider");
  } catch {
    return check.problem(`Pulumi's provider process cannot find pulumi-signalwire from ${project.programFolder}`, [
      "Add it to the program's own dependencies: `npm install pulumi-signalwire`.",
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

/** Checks the plugin, which programs in other languages use. `isUsed`: the state has resources of it. */
export function checkPlugin(project: ProgramFiles | undefined, isUsed: boolean): Check {
  const check = checking("package-plugin", "Plugin");
  if (project === undefined) return check.notTried("there is no project here");
  const { pluginPath: named, packagePath } = project;
  if (named === undefined && packagePath !== undefined) {
    const folder = resolve(project.folder, packagePath);
    if (existsSync(join(folder, "PulumiPlugin.yaml"))) return check.ok(`${folder} was added by \`pulumi package add\``);
    return check.problem(`the package is not in ${folder}, which the project file names`, [
      "Install the package (`npm install pulumi-signalwire`), then run `pulumi package add ./node_modules/pulumi-signalwire`.",
    ]);
  }
  const folders = named !== undefined ? [resolve(project.folder, named)] : (process.env.PATH ?? "").split(delimiter);
  const found = folders.find(holdsPlugin);
  if (found !== undefined) return check.ok(`pulumi-resource-signalwire is found in ${found}`);
  if (named === undefined && !isUsed && project.runtime === "nodejs")
    return check.ok("not used: a program in nodejs uses the classes");
  const where = named === undefined ? "on the PATH" : `in ${folders[0]}, which the project file names`;
  return check.problem(`pulumi-resource-signalwire is not ${where}`, [
    "Install the package (`npm install pulumi-signalwire`) and name its folder in the project file: " +
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

/** Supports only ranges like `^3.227.0`, the only form in the manifest. */
function isInRange(found: string, range: string): boolean {
  const [most, ...least] = numbers(range);
  const [major, ...rest] = numbers(found);
  if (major !== most) return false;
  const [minor = 0, patch = 0] = rest;
  const [leastMinor = 0, leastPatch = 0] = least;
  return minor > leastMinor || (minor === leastMinor && patch >= leastPatch);
}

function numbers(text: string): number[] {
  return [...text.matchAll(/\d+/g)].slice(0, 3).map(([digits]) => Number(digits));
}
