// Checks that the policy pack of the package exists and can be loaded.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packageFolder } from "../package.ts";
import { type Check, checking } from "./report.ts";

export async function checkOwnPack(): Promise<Check> {
  const check = checking("policies-own", "Policy pack");
  const folder = join(packageFolder(), "policy");
  const problem = missingPart(folder);
  if (problem === "@pulumi/policy")
    return check.warning(
      "this package's pack needs @pulumi/policy, which is not installed",
      "To use the rules, run `npm install --save-dev @pulumi/policy`.",
    );
  if (problem) return check.problem(`${folder} lacks ${problem}`, ["Install the package again: `npm install`."]);
  const failure = await loadFailure();
  if (failure === undefined) return check.ok("this package's rules can be loaded");
  return check.problem(`this package's rules cannot be loaded: ${failure}`, [
    "Install the packages again: `npm install`.",
  ]);
}

/** Returns the first missing part that a pack needs. */
function missingPart(folder: string): string | undefined {
  const file = ["PulumiPolicy.yaml", "PulumiPolicy.yml"].find((name) => existsSync(join(folder, name)));
  if (file === undefined) return "PulumiPolicy.yaml";
  // A pack in Python has no package.json.
  if (!existsSync(join(folder, "package.json"))) return undefined;
  try {
    createRequire(join(folder, "_")).resolve("@pulumi/policy");
    return undefined;
  } catch {
    return "@pulumi/policy";
  }
}

/** Loads the rules without the pack, because the pack would open a server. Returns the first line of an error. */
async function loadFailure(): Promise<string | undefined> {
  try {
    // The specifier is a variable: a fresh clone has no dist/ yet, where the compiler would look for the entry.
    const name = "pulumi-signalwire/policy";
    await import(name);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  }
}
