// The policy pack: rules to use, to test and to write, and the pack itself, which only this module constructs.

import { PolicyPack } from "@pulumi/policy";
import { policiesOf } from "./pack.ts";
import type { Rule } from "./rule.ts";
import { rules } from "./rules/index.ts";

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
  type Violation,
} from "./rule.ts";
export { rules } from "./rules/index.ts";
export type { ArgsOf, Kind, Member, Stack, Subject } from "./subject.ts";
export { type Trial, tryRule, unknown } from "./try.ts";

/** Starts a policy pack of these rules in this process, which serves the engine until it ends. Called by the pack's `index.mjs`. */
export function startPack(name = "signalwire", served: readonly Rule[] = rules): void {
  new PolicyPack(name, { policies: policiesOf(served), description: "Rules for SignalWire telephony" });
}
