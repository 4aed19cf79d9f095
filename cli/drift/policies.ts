// The policy packs that a command runs under, and whether the last deployment ran under any.

import { relative, resolve } from "node:path";
import { CheckImpossible } from "../engine/failures.ts";
import type { PastUpdate } from "../engine/history.ts";
import { shellWord } from "../report/text.ts";
import { type CheckedStack, FAILS_AS, type Policies } from "./checked.ts";

export interface PolicyOptions {
  readonly policyPack?: readonly string[];
  readonly policyPackConfig?: readonly string[];
}

/** Returns the packs from the options, or `standard` without any. Paths are relative to the working directory, as in Pulumi. */
export function policiesFrom({ policyPack, policyPackConfig = [] }: PolicyOptions, ...standard: string[]): Policies {
  const packs = (policyPack ?? standard).map((folder) => resolve(folder));
  if (packs.length === 0 && policyPackConfig.length > 0)
    throw new CheckImpossible("--policy-pack-config configures a pack: name that one with --policy-pack.");
  return { packs, configs: policyPackConfig.map((file) => resolve(file)) };
}

/**
 * Returns the packs that the remedies name, from the command line. Assumes `ours`, this package's own, when the last deployment ran under
 * unnamed ones.
 */
export function policiesFor(stack: CheckedStack, options: PolicyOptions, ours: string): Policies | undefined {
  if (!hasDrifted(stack)) return undefined;
  const named = policiesFrom(options);
  if (named.packs.length > 0 || !ranUnderPacks(stack.history ?? [])) return named;
  return { packs: [ours], configs: [], isAssumed: true };
}

function hasDrifted({ resources }: CheckedStack): boolean {
  return resources.some(({ verdict }) => FAILS_AS[verdict] === "drift");
}

export function policyArguments({ packs, configs }: Policies): string[] {
  const folders = packs.flatMap((folder) => ["--policy-pack", folder]);
  return [...folders, ...configs.flatMap((file) => ["--policy-pack-config", file])];
}

export function policyFlags(policies: Policies): string {
  const words = policyArguments(policies).map((each) => (each.startsWith("--") ? each : shellWord(short(each))));
  return words.map((word) => ` ${word}`).join("");
}

/** The history's mark for a run with `--policy-pack`. It does not hold the flag's value. */
const USED_A_PACK = "pulumi.flag.policy-pack";

/** Returns true when the stack's last deployment ran under policy packs. Pulumi does not record which. */
function ranUnderPacks(history: readonly PastUpdate[]): boolean {
  return history.find(({ kind }) => kind === "update")?.environment?.[USED_A_PACK] !== undefined;
}

function short(path: string): string {
  const below = relative(process.cwd(), path);
  return below === "" ? "." : below.startsWith("..") ? path : below;
}
