// The policy pack: rules to use, to test and to write.

export { type Option, pattern, texts, wholeNumber, yesNo } from "./options.ts";
export { startPack } from "./pack.ts";
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
