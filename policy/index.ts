// The policy pack: rules to use, to test and to write. Only this module constructs the pack itself.

import { PolicyPack } from "@pulumi/policy";
import { checkConfiguration } from "./configured.ts";
import { policiesOf } from "./pack.ts";
import { presetConfig } from "./presets.ts";
import type { PresetName, Rule } from "./rule.ts";
import { rules } from "./rules/index.ts";
import { lists } from "./strength.ts";

export { type Option, pattern, texts, wholeNumber, yesNo } from "./options.ts";
export { policiesOf } from "./pack.ts";
export { presetConfig } from "./presets.ts";
export {
  type Level,
  type PresetName,
  type ResourceRule,
  type Rule,
  resourceRule,
  type Severity,
  type StackRule,
  stackRule,
  type Trial,
  type Violation,
} from "./rule.ts";
export { rules } from "./rules/index.ts";
export type { ArgsOf, Kind, Member, Stack, Subject } from "./subject.ts";
export { type Outcome, type TrialOptions, testRule, unknown } from "./test-rule.ts";

/**
 * Starts a policy pack of these rules in this process, which serves the engine until it ends. The pack's `index.mjs` calls it.
 *
 * @param preset The defaults for rules that the pack's configuration does not set.
 */
export function startPack(name = "signalwire", served: readonly Rule[] = rules, preset: PresetName = "baseline"): void {
  checkConfiguration(served);
  const pack = { policies: policiesOf(served), description: "Rules for SignalWire telephony" };
  new PolicyPack(name, pack, presetConfig(preset, served));
  // The first password needs the word lists. The pack waits meanwhile: the engine takes a second to start the program.
  setTimeout(lists);
}
