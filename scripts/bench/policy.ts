// Decides whether the policy pack is cheap enough: against an empty pack in the same run, through the SDK's own handlers.
// Both take turns in one process, without the engine and the wire, whose noise is larger than either; the best rounds are
// compared, since what else the machine does can only add.
// Goal: at most 10 ms for every 100 resources beyond what the empty pack takes.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Policies } from "@pulumi/policy";
import { type Rule, rules } from "../../policy/index.ts";
import { onePassPolicies } from "../../policy/pack/one-pass.ts";
import { parseOptions } from "./options.ts";
import { publish, row } from "./report.ts";

const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));
const messages = pulumi("./proto/analyzer_pb") as typeof import("@pulumi/pulumi/proto/analyzer_pb.js");
const { AnalyzerService } = pulumi("./proto/analyzer_grpc_pb");
const { Struct } = pulumi("google-protobuf/google/protobuf/struct_pb");
const sdk = createRequire(import.meta.url)("@pulumi/policy/server.js");

const GOAL = 10;
const RESOURCES = 200;
const ROUNDS = parseOptions(process.argv.slice(2)).runs ?? 40;

type Handler = (
  call: { request: unknown },
  done: (error: Error | null, answer: { serializeBinary(): Uint8Array }) => void,
) => void;
type Pack = { readonly [method in "remediate" | "analyze" | "analyzeStack"]: Handler };

const packs = { empty: packOf([]), ours: packOf(configured(rules)) };
const requests = Array.from({ length: RESOURCES }, (_, at) => resource(at));
const sent = requests.map((request) => request.serializeBinary());
const sentStack = new messages.AnalyzeStackRequest().setResourcesList(requests.map(stackResource)).serializeBinary();

const times: { [name in keyof typeof packs]: number[] } = { empty: [], ours: [] };
for (let round = 0; round < ROUNDS; round++)
  for (const name of ["empty", "ours"] as const) times[name].push(await preview(packs[name]));

const best = (name: keyof typeof packs) => [Math.min(...times[name]) / (RESOURCES / 100)];
publish([
  row("policy", {
    what: "pack, 100 resources",
    unit: "ms",
    ours: best("ours"),
    beside: { name: "empty pack", values: best("empty") },
    goal: { moreAtMost: GOAL },
  }),
]);

/** Milliseconds for what the engine asks in one preview. */
async function preview(pack: Pack): Promise<number> {
  const started = performance.now();
  for (const bytes of sent) {
    await answer(pack.remediate, messages.AnalyzeRequest.deserializeBinary(bytes));
    await answer(pack.analyze, messages.AnalyzeRequest.deserializeBinary(bytes));
  }
  await answer(pack.analyzeStack, messages.AnalyzeStackRequest.deserializeBinary(sentStack));
  return performance.now() - started;
}

function answer(handler: Handler, request: unknown): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    handler({ request }, (error, response) => (error ? reject(error) : resolve(response.serializeBinary())));
  });
}

function packOf(policies: Policies): Pack {
  const make = (name: string): Handler => sdk[name]("bench", "0.0.0", "advisory", policies);
  return {
    remediate: make("makeRemediateRpcFun"),
    analyze: make("makeAnalyzeRpcFun"),
    analyzeStack: make("makeAnalyzeStackRpcFun"),
  };
}

/** The pack's policies, configured as the engine does without a configuration: every rule with its own level and defaults. */
function configured(all: readonly Rule[]): Policies {
  const policies = onePassPolicies(all);
  const request = new messages.ConfigureAnalyzerRequest();
  for (const rule of all) {
    const policy = new messages.PolicyConfig();
    policy.setEnforcementlevel(rule.levels.baseline === "disabled" ? messages.EnforcementLevel.DISABLED : 1);
    const defaults = Object.entries(rule.options).map(([name, option]) => [name, option.default]);
    policy.setProperties(Struct.fromJavaScript(Object.fromEntries(defaults)));
    request.getPolicyconfigMap().set(rule.name, policy);
  }
  AnalyzerService.configure.requestDeserialize(request.serializeBinary()).getPolicyconfigMap();
  return policies;
}

/** Seven in ten are endpoints, two numbers, one a token; all in order, as in the preview of a stack that passes. */
function resource(at: number) {
  const kind = ["ClientToken", "PhoneNumber", "PhoneNumber"][at % 10] ?? "SipEndpoint";
  const type = `pulumi-nodejs:dynamic/signalwire:${kind}`;
  return new messages.AnalyzeRequest()
    .setType(type)
    .setUrn(`urn:pulumi:dev::office::${type}::resource-${at}`)
    .setName(`resource-${at}`)
    .setProperties(Struct.fromJavaScript(propertiesOf(kind, at)))
    .setOptions(new messages.AnalyzerResourceOptions().setAdditionalsecretoutputsList(["password"]))
    .setProvider(
      new messages.AnalyzerProviderResource()
        .setType("pulumi:providers:pulumi-nodejs")
        .setUrn("urn:pulumi:dev::office::pulumi:providers:pulumi-nodejs::default")
        .setName("default")
        .setProperties(Struct.fromJavaScript({ "signalwire:space": "example" })),
    );
}

function stackResource(request: ReturnType<typeof resource>) {
  return new messages.AnalyzerResource()
    .setType(request.getType())
    .setUrn(request.getUrn())
    .setName(request.getName())
    .setProperties(request.getProperties())
    .setOptions(request.getOptions())
    .setProvider(request.getProvider());
}

function propertiesOf(kind: string, at: number): object {
  if (kind === "ClientToken") return { expiresIn: 30 };
  const webhooks = {
    callHandler: "laml_webhooks",
    callRequestUrl: "https://a.example/call",
    callRequestMethod: "POST",
    callFallbackUrl: "https://b.example/call",
    callFallbackMethod: "POST",
    callStatusCallbackUrl: "https://a.example/status",
    callStatusCallbackMethod: "POST",
  };
  if (kind === "PhoneNumber")
    return {
      number: `+1202555${String(at).padStart(4, "0")}`,
      name: "Line",
      messageHandler: "relay_context",
      ...webhooks,
    };
  return {
    username: `desk-${at}`,
    password: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "kV7-jW3t-qX2pLw9z" },
    callerId: "Desk",
    sendAs: "+12025550001",
    encryption: "required",
    ciphers: ["AEAD_AES_256_GCM_8"],
    ...webhooks,
  };
}
