// Decides what a pack's configuration may say, and what is said about it when it is wrong.

import { createRequire } from "node:module";
import { type Chosen, type Options, readOptions } from "../options.ts";
import type { Rule } from "../rule.ts";

export type Config = { readonly [name: string]: unknown };

export type RuleConfigs = { readonly [rule: string]: Config };

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
export function configurationProblems(rules: readonly Rule[], config: RuleConfigs): string[] {
  return Object.entries(config).flatMap(([name, options]) => {
    if (name === "all") return [];
    const rule = rules.find((each) => each.name === name);
    if (rule) return readOptions(rule.options, options).problems.map((problem) => `${name} ${problem}`);
    return [`there is no rule ${name}${suggestion(rules, name)}`];
  });
}

/**
 * Calls back when the engine configures the pack; what the callback throws is the answer the user sees. The SDK keeps the
 * configuration to itself, hands out one rule's options at a time, and says nothing about a rule that does not exist, so it is
 * read from the request. With an SDK that serves it otherwise the call never comes, and every rule still checks its own options.
 */
export function onConfigure(react: (config: RuleConfigs, disabled: readonly string[]) => void): void {
  const { AnalyzerService, EnforcementLevel } = analyzerProtocol();
  const { requestDeserialize } = AnalyzerService.configure;
  AnalyzerService.configure.requestDeserialize = (bytes) => {
    const request = requestDeserialize(bytes);
    const policies = request.getPolicyconfigMap();
    const config: { [rule: string]: Config } = {};
    const disabled: string[] = [];
    for (const [name, policy] of policies.entries()) {
      config[name] = policy.getProperties()?.toJavaScript() ?? {};
      if (policy.getEnforcementlevel() === EnforcementLevel.DISABLED) disabled.push(name);
    }
    // A failure in here would reach the user as "cannot deserialize"; in the handler, which asks next, it keeps its words.
    request.getPolicyconfigMap = () => {
      react(config, disabled);
      return policies;
    };
    return request;
  };
}

export function configurationError(problems: readonly string[]): Error {
  const error = new Error(`The configuration of the policy pack is wrong: ${problems.join("; ")}.`);
  // The SDK shows the stack instead of the message.
  error.stack = error.message;
  return error;
}

interface ConfigureRequest {
  getPolicyconfigMap(): {
    entries(): Iterable<
      [string, { getProperties(): { toJavaScript(): Config } | undefined; getEnforcementlevel(): number }]
    >;
  };
}

interface AnalyzerProtocol {
  readonly AnalyzerService: { readonly configure: { requestDeserialize(bytes: Uint8Array): ConfigureRequest } };
  readonly EnforcementLevel: { readonly DISABLED: number };
}

/** The modules that the SDK itself uses, which may be installed beside it. */
function analyzerProtocol(): AnalyzerProtocol {
  const sdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/policy"));
  return {
    ...sdk("@pulumi/pulumi/proto/analyzer_grpc_pb"),
    EnforcementLevel: sdk("@pulumi/pulumi/proto/analyzer_pb").EnforcementLevel,
  };
}

function suggestion(rules: readonly Rule[], name: string): string {
  const near = rules.filter((rule) => distance(rule.name, name) <= 3).map((rule) => rule.name);
  return near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
}

/** How many letters must be changed, added or left out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function isSame(a: Config, b: Config): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
