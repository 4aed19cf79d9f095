// Pulumi's gRPC messages and the gRPC library from `@pulumi/pulumi`, without the rest of that package.

import { createRequire } from "node:module";
import type * as grpc from "@grpc/grpc-js";
import type * as engineService from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import type * as engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import type * as providerService from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type * as provider from "@pulumi/pulumi/proto/provider_pb.js";
import type * as status from "@pulumi/pulumi/proto/status_pb.js";
import type * as any from "google-protobuf/google/protobuf/any_pb.js";
import type * as empty from "google-protobuf/google/protobuf/empty_pb.js";
import type * as struct from "google-protobuf/google/protobuf/struct_pb.js";

interface Modules {
  "@grpc/grpc-js": typeof grpc;
  "./proto/engine_grpc_pb": typeof engineService;
  "./proto/engine_pb": typeof engineMessages;
  "./proto/plugin_pb": typeof plugin;
  "./proto/provider_grpc_pb": typeof providerService;
  "./proto/provider_pb": typeof provider;
  "./proto/status_pb": typeof status;
  "google-protobuf/google/protobuf/any_pb": typeof any;
  "google-protobuf/google/protobuf/empty_pb": typeof empty;
  "google-protobuf/google/protobuf/struct_pb": typeof struct;
}

const here = createRequire(import.meta.url);
const requireFromPulumi = createRequire(here.resolve("@pulumi/pulumi/package.json"));

export function load<Name extends keyof Modules>(name: Name): Modules[Name] {
  return requireFromPulumi(name);
}
