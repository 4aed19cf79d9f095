// Checks a configuration as a whole, before the engine runs the program. The policy SDK passes each rule its own part only, and
// drops the parts of rules that do not exist (docs/decisions/0017).

import { createRequire } from "node:module";
import type * as analyzer from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import { namesLike } from "../contract/index.ts";
import { EXEMPT, type Exemption, LONGEST, problemsOf } from "./exemptions.ts";
import { type Chosen, type Options, readOptions } from "./options.ts";
import type { Rule } from "./rule.ts";
import type { Values } from "./subject.ts";
import { plainError, RESERVED } from "./well-made.ts";

/** Makes the engine's command fail with every problem of the pack's configuration, in one error. */
export function checkConfiguration(served: readonly Rule[]): void {
  const load = createRequire(import.meta.url);
  // The module that the policy SDK itself loads, also where another version of it is nearer.
  const ofSdk = createRequire(load.resolve("@pulumi/policy"));
  const { AnalyzerService }: typeof analyzer = ofSdk("@pulumi/pulumi/proto/analyzer_grpc_pb");
  const { configure } = AnalyzerService;
  const read = configure.requestDeserialize;
  configure.requestDeserialize = (bytes) => {
    const request = read(bytes);
    const parts = [...request.getPolicyconfigMap().entries()].map(
      ([name, part]) => [name, (part.getProperties()?.toJavaScript() ?? {}) as Values] as const,
    );
    const problems = problemsIn(new Map(parts), served);
    // Thrown when the SDK reads the parts: gRPC would call an error at this place an unreadable request.
    if (problems.length > 0)
      request.getPolicyconfigMap = () => {
        throw configurationError(problems);
      };
    return request;
  };
}

function problemsIn(parts: ReadonlyMap<string, Values>, served: readonly Rule[]): string[] {
  const names = served.map(({ name }) => name);
  const unknown = [...parts.keys()].filter((name) => !names.includes(name) && !RESERVED.includes(name)).sort();
  return [
    ...unknown.map((name) => `there is no rule ${name}, the nearest is ${namesLike(name, names)[0]}`),
    ...served.flatMap((rule) => configurationOf(rule, parts.get(rule.name) ?? {}).problems),
  ];
}

export interface Configuration {
  readonly options: Chosen<Options>;
  readonly exempt: readonly Exemption[];
}

function configurationOf(
  rule: Rule,
  { [EXEMPT]: exempt = [], [LONGEST]: longest, ...config }: Values,
): Configuration & { readonly problems: readonly string[] } {
  const exemptions = exempt as readonly Exemption[];
  const { chosen, problems } = readOptions<Options>(rule.options, config, [EXEMPT, LONGEST]);
  const all = [
    ...problems,
    ...problemsOf(exemptions, longest as number | undefined).map((each) => `${EXEMPT}: ${each}`),
  ];
  return { options: chosen, exempt: exemptions, problems: all.map((problem) => `${rule.name} ${problem}`) };
}

/** Returns a rule's configuration. Throws with its problems: a pack may serve these policies without `startPack`. */
export function configurationFrom(rule: Rule, config: Values): Configuration {
  const { problems, ...configuration } = configurationOf(rule, config);
  if (problems.length > 0) throw configurationError(problems);
  return configuration;
}

function configurationError(problems: readonly string[]): Error {
  return plainError(`The configuration of the policy pack is wrong: ${problems.join("; ")}.`);
}
