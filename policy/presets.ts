// Presets: for every rule, a configuration that a user could also write by hand.

import type { PolicyPackConfig } from "@pulumi/policy";
import type { PresetName, Rule } from "./rule.ts";
import { rules } from "./rules/index.ts";

/** Returns the configuration of a preset: every rule's level, and options that differ from their defaults. */
export function presetConfig(preset: PresetName, of: readonly Rule[] = rules): PolicyPackConfig {
  return Object.fromEntries(
    of.map((rule) => {
      const options = Object.entries(rule.options as { [name: string]: { strict?: unknown } })
        .filter(([, option]) => preset === "strict" && option.strict !== undefined)
        .map(([name, option]) => [name, option.strict]);
      const level = rule.levels[preset];
      return [rule.name, options.length === 0 ? level : { enforcementLevel: level, ...Object.fromEntries(options) }];
    }),
  );
}
