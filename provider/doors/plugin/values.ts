// Converts values between the plugin protocol, which marks secret and unknown ones, and the provider's objects.

import type * as rpc from "@pulumi/pulumi/proto/provider_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { type Props, UNKNOWN } from "../../../contract/index.ts";
import { connectionProblem, type StackConfig } from "../../config/config.ts";
import { unknownSettings } from "../../config/settings.ts";
import { storable } from "../../fields/inward.ts";
import { isMarked } from "../../lifecycle/secrets.ts";
import { load } from "./protocol.ts";

/** The engine has one text for unknown values of each type. The provider's objects use only the text for strings. */
const UNKNOWN_OF_OTHER_TYPES: ReadonlySet<unknown> = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Returns the values of a message with their marks of secrets; empty without a message. */
export function marked(message: Struct | undefined): Props {
  return (message?.toJavaScript() ?? {}) as Props;
}

/** Returns the values without marks of secrets. */
export function plain(props: Props): Props {
  return plainValue(props) as Props;
}

export function message(props: Props): Struct {
  const { Struct } = load("google-protobuf/google/protobuf/struct_pb");
  return Struct.fromJavaScript(storable(props) as Parameters<typeof Struct.fromJavaScript>[0]);
}

export function configurationProblems(config: StackConfig, request: rpc.CheckRequest, news: Props): readonly string[] {
  // A project of this name has its own keys under `signalwire:`.
  const isOwn = request.getUrn().split("::")[1] === "signalwire" && !config.isDeclared;
  const keys = Object.keys(news).filter((key) => !OF_THE_ENGINE.has(key));
  const unknown = isOwn ? [] : unknownSettings(keys, config);
  return [...unknown, ...(connectionProblem(config)?.problems ?? [])];
}

/** Members that the engine adds to a provider's arguments. */
const OF_THE_ENGINE: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "__internal", "__defaults"]);

function plainValue(value: unknown): unknown {
  if (UNKNOWN_OF_OTHER_TYPES.has(value)) return UNKNOWN;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (isMarked(value)) return plainValue(value.value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainValue(each)]));
}
