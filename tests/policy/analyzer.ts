// Sends requests to the pack like the engine: to the pack's own process, over gRPC.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { AnalyzerClient } from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import type {
  AnalyzeDiagnostic,
  AnalyzeResponse,
  ConfigureAnalyzerRequest,
  RemediateResponse,
} from "@pulumi/pulumi/proto/analyzer_pb.js";
import { UNKNOWN } from "../../contract/index.ts";
import { type Kind, type PresetName, presetConfig, unknown } from "../../policy/index.ts";
import { compiled } from "../compiled.ts";
import { marked } from "../provider/marks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
// The gRPC library and the messages come from Pulumi's own dependencies.
const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));
const messages = pulumi("./proto/analyzer_pb") as typeof import("@pulumi/pulumi/proto/analyzer_pb.js");
const { Struct } = pulumi("google-protobuf/google/protobuf/struct_pb");

const PROVIDER = "exports.handler=()=>require('pulumi-signalwire/provider').sipEndpoint";

export type Level = "advisory" | "mandatory" | "remediate" | "disabled";
export interface Diagnostic {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
}
export type Config = { readonly [rule: string]: { readonly level: Level; readonly options?: object } };

/** Returns the levels and options of a preset, with further options of rules. */
export function configOf(preset: PresetName, more: { readonly [rule: string]: object } = {}): Config {
  const rules = Object.entries(presetConfig(preset)).map(([name, value]) => {
    const { enforcementLevel, ...options } = typeof value === "string" ? { enforcementLevel: value } : value;
    return [name, { level: enforcementLevel as Level, options: { ...options, ...more[name] } }];
  });
  return Object.fromEntries(rules);
}

/** A resource as the engine may send it, even with arguments that the provider would refuse. */
export interface Sent {
  readonly kind: Kind;
  readonly name?: string;
  readonly args: { readonly [argument: string]: unknown };
  readonly from?: { readonly [argument: string]: string };
  /** The name of the declared provider that serves it. */
  readonly account?: string;
  /** True for a resource of a program in another language. */
  readonly isOfPlugin?: true;
}

export class Analyzer {
  readonly #process: ChildProcess;
  readonly #client: AnalyzerClient;

  private constructor(process: ChildProcess, port: string) {
    const { AnalyzerClient: Client } = pulumi("./proto/analyzer_grpc_pb");
    const { credentials } = pulumi("@grpc/grpc-js");
    this.#process = process;
    this.#client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  }

  /** Starts the process that the engine starts for `--policy-pack policy`. */
  static async start(env: { readonly [name: string]: string }): Promise<Analyzer> {
    const folder = `${root}policy`;
    if (!existsSync(`${root}dist/policy/index.js`))
      throw new Error("dist/policy/index.js is missing: run `npm run build` before these tests.");
    const runner = pulumi.resolve("@pulumi/pulumi/cmd/run-policy-pack");
    const child = spawn(process.execPath, [runner, "127.0.0.1:1", folder], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...compiled, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit").then(() =>
      Promise.reject(new Error(`the pack in ${folder} ended before it served`)),
    );
    const [port] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])) as [string];
    return new Analyzer(child, port);
  }

  /** Stops the process like the engine. */
  async stop(): Promise<void> {
    this.#client.close();
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }

  async configure(config: Config): Promise<void> {
    await this.#call("configure", configurationOf(config));
  }

  /** Returns the results of a preview: for each resource, then for the stack. */
  async analyze(trials: readonly Sent[], stack = "dev"): Promise<Diagnostic[]> {
    const found: Diagnostic[] = [];
    for (const trial of trials)
      found.push(...diagnosticsIn(await this.#call<AnalyzeResponse>("analyze", resourceOf(trial, stack))));
    const request = new messages.AnalyzeStackRequest();
    request.setResourcesList(trials.map((trial) => stackResourceOf(trial, trials, stack)));
    return [...found, ...diagnosticsIn(await this.#call<AnalyzeResponse>("analyzeStack", request))];
  }

  /** Returns the arguments after corrections, secrets still marked; undefined without a correction. */
  async remediate(trial: Sent): Promise<{ readonly [name: string]: unknown } | undefined> {
    const answer = await this.#call<RemediateResponse>("remediate", resourceOf(trial, "dev", { __provider: PROVIDER }));
    return answer.getRemediationsList().at(-1)?.getProperties()?.toJavaScript() as
      | { [name: string]: unknown }
      | undefined;
  }

  #call<Answer>(method: string, request: unknown): Promise<Answer> {
    const client = this.#client as unknown as {
      [method: string]: (request: unknown, done: (error: Error | null, answer: Answer) => void) => void;
    };
    return new Promise((resolve, reject) => {
      client[method]?.call(client, request, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  }
}

/** Returns the request by which the engine configures a pack. */
export function configurationOf(config: Config): ConfigureAnalyzerRequest {
  const request = new messages.ConfigureAnalyzerRequest();
  for (const [rule, { level, options = {} }] of Object.entries(config)) {
    const policy = new messages.PolicyConfig();
    policy.setEnforcementlevel(levels.indexOf(level)).setProperties(Struct.fromJavaScript(options));
    request.getPolicyconfigMap().set(rule, policy);
  }
  return request;
}

function diagnosticsIn(response: AnalyzeResponse): Diagnostic[] {
  return response.getDiagnosticsList().map((each: AnalyzeDiagnostic) => ({
    rule: each.getPolicyname(),
    level: levels[each.getEnforcementlevel()] ?? "disabled",
    message: each.getMessage(),
  }));
}

/** In the order of the protocol's numbers. */
const levels: readonly Level[] = ["advisory", "mandatory", "disabled", "remediate"];

function typeOf({ kind, isOfPlugin }: Sent): string {
  return isOfPlugin ? `signalwire:index:${kind}` : `pulumi-nodejs:dynamic/signalwire:${kind}`;
}

function urnOf(trial: Sent, stack: string): string {
  return `urn:pulumi:${stack}::project::${typeOf(trial)}::${trial.name ?? "tried"}`;
}

function propertiesOf(trial: Sent, more: object = {}) {
  const given = Object.entries(trial.args).filter(([, value]) => value !== undefined);
  const sent = given.map(([name, value]) => [name, name === "password" ? marked(sentForm(value)) : sentForm(value)]);
  return Struct.fromJavaScript({ ...Object.fromEntries(sent), ...more });
}

function sentForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentForm);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sentForm(each)]));
  return value === unknown ? UNKNOWN : value;
}

function options() {
  return new messages.AnalyzerResourceOptions().setAdditionalsecretoutputsList(["password"]);
}

function resourceOf(trial: Sent, stack: string, more: object = {}) {
  return new messages.AnalyzeRequest()
    .setType(typeOf(trial))
    .setUrn(urnOf(trial, stack))
    .setName(trial.name ?? "tried")
    .setProperties(propertiesOf(trial, more))
    .setOptions(options());
}

function stackResourceOf(trial: Sent, all: readonly Sent[], stack: string) {
  const resource = new messages.AnalyzerResource();
  resource
    .setType(typeOf(trial))
    .setUrn(urnOf(trial, stack))
    .setName(trial.name ?? "tried");
  resource.setProperties(propertiesOf(trial)).setOptions(options());
  if (trial.account !== undefined) {
    const provider = new messages.AnalyzerProviderResource();
    const type = "pulumi:providers:signalwire";
    provider.setType(type).setName(trial.account).setUrn(`urn:pulumi:${stack}::project::${type}::${trial.account}`);
    resource.setProvider(provider.setProperties(Struct.fromJavaScript({ projectId: trial.account })));
  }
  for (const [argument, name] of Object.entries(trial.from ?? {})) {
    const origins = all.filter((each) => each.name === name).map((each) => urnOf(each, stack));
    const dependencies = new messages.AnalyzerPropertyDependencies().setUrnsList(origins);
    resource.getPropertydependenciesMap().set(argument, dependencies);
  }
  return resource;
}
