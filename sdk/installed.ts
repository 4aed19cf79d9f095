// Pulumi's provider process loads this package by name from the program's folder upwards. It is missing there when only a
// component depends on it (pnpm's layout), or when a bundle is deployed without node_modules.

import { createRequire } from "node:module";
import { join } from "node:path";
import { RunError } from "@pulumi/pulumi";

/**
 * The script with which the CLI runs a program. The provider process gets the same folder. Inline programs use another script.
 */
const RUNNER = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run(?:[\\/]index(?:\.js)?)?$/;

let isFound = false;

/** Fails the program with a remedy when the provider process would not find this package. */
export function assertInstalled(): void {
  if (isFound || !RUNNER.test(process.argv[1] ?? "")) return;
  const folder = process.cwd();
  try {
    createRequire(join(folder, "_")).resolve("pulumi-signalwire/provider");
  } catch {
    throw new RunError(
      `Pulumi's provider process cannot find the package pulumi-signalwire from ${folder}. ` +
        "Add it to `dependencies` in the package.json of the program itself, with the file or version that the component names. " +
        "For a bundled program, leave the package out of the bundle and deploy node_modules too.",
    );
  }
  isFound = true;
}
