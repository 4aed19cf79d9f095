// Decides what a benchmark sends to a policy pack: what the engine sends in the preview of a stack that passes.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Rule, rules } from "../../../policy/index.ts";

/** The gRPC library and the messages are the ones Pulumi itself brought along. */
export const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));
const messages = pulumi("./proto/analyzer_pb") as typeof import("@pulumi/pulumi/proto/analyzer_pb.js");
const { Struct } = pulumi("google-protobuf/google/protobuf/struct_pb");

/** About one resource each. */
export function resourceRequests(count: number) {
  return Array.from({ length: count }, (_, at) => described(new messages.AnalyzeRequest(), at));
}

/** About all of them. */
export function stackRequest(count: number) {
  const resources = Array.from({ length: count }, (_, at) => described(new messages.AnalyzerResource(), at));
  return new messages.AnalyzeStackRequest().setResourcesList(resources);
}

/** What the engine says to a pack without a configuration: every rule with its own level and defaults. */
export function configuration() {
  const request = new messages.ConfigureAnalyzerRequest();
  for (const rule of rules) request.getPolicyconfigMap().set(rule.name, settingOf(rule));
  return request;
}

function settingOf(rule: Rule) {
  const { DISABLED, MANDATORY } = messages.EnforcementLevel;
  const defaults = Object.entries(rule.options).map(([name, option]) => [name, option.default]);
  return new messages.PolicyConfig()
    .setEnforcementlevel(rule.levels.baseline === "disabled" ? DISABLED : MANDATORY)
    .setProperties(Struct.fromJavaScript(Object.fromEntries(defaults)));
}

/** Seven in ten are endpoints, two numbers, one a token. */
function described<
  Message extends InstanceType<typeof messages.AnalyzeRequest> | InstanceType<typeof messages.AnalyzerResource>,
>(message: Message, at: number): Message {
  const kind = ["ClientToken", "PhoneNumber", "PhoneNumber"][at % 10] ?? "SipEndpoint";
  const type = `pulumi-nodejs:dynamic/signalwire:${kind}`;
  message.setType(type);
  message.setUrn(`urn:pulumi:dev::office::${type}::resource-${at}`);
  message.setName(`resource-${at}`);
  message.setProperties(Struct.fromJavaScript(propertiesOf(kind, at)));
  message.setOptions(new messages.AnalyzerResourceOptions().setAdditionalsecretoutputsList(["password"]));
  message.setProvider(
    new messages.AnalyzerProviderResource()
      .setType("pulumi:providers:pulumi-nodejs")
      .setUrn("urn:pulumi:dev::office::pulumi:providers:pulumi-nodejs::default")
      .setName("default")
      .setProperties(Struct.fromJavaScript({ "signalwire:space": "example" })),
  );
  return message;
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
