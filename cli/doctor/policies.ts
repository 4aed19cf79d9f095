// Checks that the policy pack of the package can be loaded.

import { createRequire } from "node:module";
import { join } from "node:path";
import { packageFolder } from "../package.ts";
import { type Check, checking } from "./report.ts";

export async function checkOwnPack(): Promise<Check> {
  const check = checking("policies-own", "Policy pack");
  try {
    createRequire(join(packageFolder(), "policy", "_")).resolve("@pulumi/policy");
  } catch {
    return check.warning(
      "this package's pack needs @pulumi/policy, which is not installed",
      "To use the rules, run `npm install --save-dev @pulumi/policy`.",
    );
  }
  try {
    // The rules alone: the pack would open a server. The specifier is a variable, because a fresh clone has no dist/ yet.
    const rules = "pulumi-signalwire/policy";
    await import(rules);
    return check.ok();
  } catch (error) {
    const [reason] = String(error).split("\n", 1);
    return check.problem(`this package's rules cannot be loaded: ${reason}`, [
      "Install the packages again: `npm install`.",
    ]);
  }
}
