// Decides what a pack's configuration may say, and what is said about it when it is wrong.

import { namesLike } from "../../contract/index.ts";
import { type Chosen, type Options, readOptions } from "../options.ts";
import type { Level, Rule } from "../rule.ts";
import { onConfiguration } from "./messages.ts";

export type Config = { readonly [name: string]: unknown };

export interface Setting {
  /** Undefined for one that is not known. */
  readonly level: Level | undefined;
  readonly options: Config;
}

/** What the engine says of each policy. */
export type Settings = ReadonlyMap<string, Setting>;

/** In the order of the protocol's numbers. */
const LEVELS: readonly Level[] = ["advisory", "mandatory", "disabled", "remediate"];

/** Reads a rule's options; throws with every problem. The SDK unpacks the same configuration at every call, so an answer is kept. */
export function optionsReader(rule: Rule): (config: Config) => Chosen<Options> {
  let last: { readonly config: Config; readonly chosen: Chosen<Options> } | undefined;
  return (config) => {
    if (last && isSame(last.config, config)) return last.chosen;
    const { chosen, problems } = readOptions(rule.options, config);
    if (problems.length > 0) throw configurationError(problems.map((problem) => `${rule.name} ${problem}`));
    last = { config, chosen };
    return chosen;
  };
}

/** The problems of a whole configuration: rules that do not exist, options that do not exist or make no sense. */
export function configurationProblems(rules: readonly Rule[], settings: Settings): string[] {
  return [...settings].flatMap(([name, { options }]) => {
    if (name === "all") return [];
    const rule = rules.find((each) => each.name === name);
    if (rule) return readOptions(rule.options, options).problems.map((problem) => `${name} ${problem}`);
    return [`there is no rule ${name}${suggestion(rules, name)}`];
  });
}

/**
 * Reads the configuration when the engine sends it; what the callback throws is the answer the user sees. The SDK keeps it to
 * itself, hands out one rule's options at a time, and says nothing about a rule that does not exist.
 */
export function onConfigure(react: (settings: Settings) => void): void {
  onConfiguration((message) => {
    const settings = new Map<string, Setting>();
    for (const [name, policy] of message.getPolicyconfigMap().entries())
      settings.set(name, {
        level: LEVELS[policy.getEnforcementlevel()],
        options: policy.getProperties()?.toJavaScript() ?? {},
      });
    react(settings);
  });
}

export function configurationError(problems: readonly string[]): Error {
  const error = new Error(`The configuration of the policy pack is wrong: ${problems.join("; ")}.`);
  // The SDK shows the stack instead of the message.
  error.stack = error.message;
  return error;
}

function suggestion(rules: readonly Rule[], name: string): string {
  const near = namesLike(
    name,
    rules.map((rule) => rule.name),
    3,
  );
  return near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
}

function isSame(a: Config, b: Config): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
