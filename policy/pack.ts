// The process of a policy pack: answers the engine's analyzer protocol. Pulumi's package for policies would take a second to load, and
// would parse each resource once for each rule.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as grpc from "@grpc/grpc-js";
import type * as service from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import type * as rpc from "@pulumi/pulumi/proto/analyzer_pb.js";
import { configured } from "./configured.ts";
import { Evaluation, type Finding, type Finished } from "./evaluation.ts";
import { EXEMPT, exemptSchema, LONGEST, longestSchema } from "./exemptions.ts";
import { type PolicyConfiguration, presetConfig } from "./presets.ts";
import { isStackRule, type Level, type PresetName, type Rule } from "./rule.ts";
import { rules } from "./rules/index.ts";
import type { Values } from "./subject.ts";
import { assertWellMade } from "./well-made.ts";

const here = createRequire(import.meta.url);
/** Finds the packages on which Pulumi's SDK depends. */
const pulumi = createRequire(here.resolve("@pulumi/pulumi/package.json"));
const messages: typeof rpc = pulumi("./proto/analyzer_pb");
const { Struct } = pulumi("google-protobuf/google/protobuf/struct_pb");
const { Empty } = pulumi("google-protobuf/google/protobuf/empty_pb");
const { PluginInfo } = pulumi("./proto/plugin_pb");

/**
 * Starts a policy pack of these rules in this process, which serves the engine until it ends. The pack's `index.mjs` calls it.
 *
 * @param preset The defaults for rules that the pack's configuration does not set.
 */
export function startPack(name = "signalwire", served: readonly Rule[] = rules, preset: PresetName = "baseline"): void {
  assertWellMade(served);
  const { Server, ServerCredentials }: typeof grpc = pulumi("@grpc/grpc-js");
  const { AnalyzerService }: typeof service = pulumi("./proto/analyzer_grpc_pb");
  const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(AnalyzerService, methodsOf(name, served, presetConfig(preset, served)));
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    process.stdout.write(`${port}\n`);
  });
}

function methodsOf(name: string, served: readonly Rule[], preset: PolicyConfiguration) {
  // The engine starts a pack in its folder.
  const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
  let levels = new Map(served.map((rule) => [rule.name, levelIn(preset[rule.name])] as const));
  let evaluation = new Evaluation(configured(served));

  const configure = (request: rpc.ConfigureAnalyzerRequest) => {
    const parts = [...request.getPolicyconfigMap().entries()];
    const values = parts.map(([rule, part]) => [rule, (part.getProperties()?.toJavaScript() ?? {}) as Values] as const);
    const all = configured(served, new Map(values));
    levels = new Map(parts.map(([rule, part]) => [rule, LEVELS[part.getEnforcementlevel()] ?? "mandatory"]));
    evaluation = new Evaluation(all.filter(({ rule }) => (levels.get(rule.name) ?? "disabled") !== "disabled"));
    return new Empty();
  };

  const response = (findings: readonly Finding[], others: readonly Rule[] = []) =>
    new messages.AnalyzeResponse()
      .setDiagnosticsList(findings.map(diagnostic))
      .setNotApplicableList(others.map((rule) => new messages.PolicyNotApplicable().setPolicyName(rule.name)));

  const diagnostic = ({ rule, kind, message, urn = "" }: Finding) => {
    // Pulumi's package for policies has the same text, by which readers of reports know it.
    const why = `can't run policy '${rule.name}' from policy pack '${name}@v${version}' during preview`;
    const isAdvisory = kind !== "violation" || levels.get(rule.name) === "advisory";
    return new messages.AnalyzeDiagnostic()
      .setPolicyname(rule.name)
      .setPolicypackname(name)
      .setPolicypackversion(version)
      .setDescription(rule.demands)
      .setMessage(kind === "waiting" ? `${why}: ${message}` : message)
      .setEnforcementlevel(LEVELS.indexOf(isAdvisory ? "advisory" : "mandatory"))
      .setSeverity(SEVERITIES.indexOf(rule.severity))
      .setUrn(urn);
  };

  return {
    getAnalyzerInfo: answer(() => infoOf(name, version, served, preset)),
    getPluginInfo: answer(() => new PluginInfo().setVersion(version)),
    configure: answer(configure),
    analyze: answer((request: rpc.AnalyzeRequest) => {
      const about = evaluation.rulesAbout(request.getType());
      const others = served.filter((rule) => !about.includes(rule));
      return response(about.length === 0 ? [] : evaluation.ofResource(checked(request)), others);
    }),
    analyzeStack: answer(async (request: rpc.AnalyzeStackRequest) =>
      response(await evaluation.ofStack(finished(request.getResourcesList()))),
    ),
  };
}

/** By the numbers of the protocol. Its fourth level, for rules that correct arguments, counts as mandatory. */
const LEVELS: readonly Level[] = ["advisory", "mandatory", "disabled"];
const SEVERITIES: readonly string[] = ["", "low", "medium", "high", "critical"];

function levelIn(config: PolicyConfiguration[string] | undefined): Level {
  return (typeof config === "string" ? config : config?.enforcementLevel) ?? "disabled";
}

/** Returns a method of the service. An error ends the engine's command with its message. */
function answer<Request, Response>(work: (request: Request) => Response | Promise<Response>) {
  return async ({ request }: { readonly request: Request }, callback: grpc.sendUnaryData<Response>) => {
    try {
      callback(null, await work(request));
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function infoOf(name: string, version: string, served: readonly Rule[], preset: PolicyConfiguration) {
  const info = new messages.AnalyzerInfo().setName(name).setVersion(version).setSupportsconfig(true);
  info.setDescription("Rules for SignalWire telephony").setPoliciesList(served.map(policyOf));
  for (const [rule, config] of Object.entries(preset)) {
    const { enforcementLevel, ...options } = typeof config === "string" ? { enforcementLevel: config } : config;
    const part = new messages.PolicyConfig().setEnforcementlevel(LEVELS.indexOf(enforcementLevel));
    info.getInitialconfigMap().set(rule, part.setProperties(Struct.fromJavaScript(options)));
  }
  return info;
}

function policyOf(rule: Rule) {
  const options = Object.entries(rule.options).map(([option, { schema, doc, default: standard }]) => {
    return [option, { ...schema, description: doc, default: standard }] as const;
  });
  const properties = { ...Object.fromEntries(options), [EXEMPT]: exemptSchema, [LONGEST]: longestSchema };
  const { POLICY_TYPE_RESOURCE, POLICY_TYPE_STACK } = messages.PolicyType;
  return new messages.PolicyInfo()
    .setName(rule.name)
    .setDescription(rule.demands)
    .setPolicyType(isStackRule(rule) ? POLICY_TYPE_STACK : POLICY_TYPE_RESOURCE)
    .setSeverity(SEVERITIES.indexOf(rule.severity))
    .setEnforcementlevel(LEVELS.indexOf(rule.levels.baseline))
    .setRemediationSteps(rule.remedy)
    .setConfigschema(new messages.PolicyConfigSchema().setProperties(Struct.fromJavaScript(properties)));
}

function checked(resource: rpc.AnalyzeRequest | rpc.AnalyzerResource | rpc.AnalyzerProviderResource) {
  const props = (resource.getProperties()?.toJavaScript() ?? {}) as Values;
  return { type: resource.getType(), urn: resource.getUrn(), props };
}

function finished(list: readonly rpc.AnalyzerResource[]): Finished[] {
  const types = new Map(list.map((each) => [each.getUrn(), each.getType()]));
  return list.map((each) => {
    const dependencies = [...each.getPropertydependenciesMap().entries()].map(([argument, message]) => {
      const urns = message.getUrnsList().filter((urn) => types.has(urn));
      return [argument, urns.map((urn) => ({ urn, type: types.get(urn) ?? "" }))] as const;
    });
    const provider = each.getProvider();
    return {
      ...checked(each),
      propertyDependencies: Object.fromEntries(dependencies),
      ...(provider && { provider: { ...checked(provider), name: provider.getName() } }),
    };
  });
}
