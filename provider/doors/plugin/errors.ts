// Answers to the engine's calls, and errors in the form that the engine expects from a plugin.

import type { handleServerStreamingCall, handleUnaryCall, ServerErrorResponse } from "@grpc/grpc-js";
import type * as rpc from "@pulumi/pulumi/proto/provider_pb.js";
import { type Props, type Resource, SignalWireError } from "../../../contract/index.ts";
import { withSecretsMarked } from "../../lifecycle/secrets.ts";
import type { EngineLog } from "./log.ts";
import { load } from "./protocol.ts";
import { message } from "./values.ts";

export type Work = (request: unknown) => Promise<unknown>;

/** Answers a call with the result of the work, or with its error. */
export function answering(work: Work, log: EngineLog): handleUnaryCall<unknown, unknown> {
  return async ({ request }, callback) => {
    try {
      const answer = await work(request);
      await log.settled();
      callback(null, answer);
    } catch (error) {
      await log.settled();
      callback(errorOf(error));
    }
  };
}

/** Answers a call with each result of the work in turn. */
export function streaming(
  work: (request: rpc.ListRequest) => AsyncIterable<rpc.ListResponse>,
  log: EngineLog,
): handleServerStreamingCall<rpc.ListRequest, rpc.ListResponse> {
  return async (call) => {
    try {
      for await (const answer of work(call.request)) call.write(answer);
      await log.settled();
      call.end();
    } catch (error) {
      await log.settled();
      call.emit("error", errorOf(error));
    }
  };
}

/** Returns the error for the engine. A defect of this package keeps its stack. */
export function errorOf(error: unknown): ServerErrorResponse {
  const { Metadata, status } = load("@grpc/grpc-js");
  const isOurs = error instanceof SignalWireError;
  const text = isOurs ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  const failure = { name: "Error", code: status.UNKNOWN, message: text, details: text };
  const { id, properties, reasons = [], isReadFirst = false } = (isOurs ? error : {}) as Kept;
  if (id === undefined) return failure;
  // The gRPC form of an error with details: the engine keeps a resource that exists but is not finished.
  const detail = new (load("./proto/provider_pb").ErrorResourceInitFailed)().setId(id).setReasonsList([...reasons]);
  detail.setProperties(message(properties ?? {}));
  // Older releases of Pulumi's SDK lack the field.
  if (isReadFirst && "setRefreshBeforeUpdate" in detail) detail.setRefreshBeforeUpdate(true);
  const { Any } = load("google-protobuf/google/protobuf/any_pb");
  const packed = new Any();
  packed.pack(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const { Status } = load("./proto/status_pb");
  const whole = new Status().setCode(status.UNKNOWN).setMessage(text).setDetailsList([packed]);
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(whole.serializeBinary()));
  return { ...failure, metadata };
}

interface Kept {
  readonly id?: string;
  readonly properties?: Props;
  readonly reasons?: readonly string[];
  readonly isReadFirst?: boolean;
}

interface Keeping {
  /** Names of properties that the program marked secret. */
  readonly secrets: readonly string[];
  /** True after a create: the engine reads the object before the next update. That read clears the mark. */
  readonly isReadFirst?: boolean;
}

/** Returns a handler that throws the error again, its properties marked for the state. */
export function markingOutputs(resource: Resource, { secrets, isReadFirst }: Keeping): (error: Error & Kept) => never {
  return (error) => {
    const { properties } = error;
    if (!properties) throw error;
    throw Object.assign(error, { properties: withSecretsMarked(resource, properties, secrets), isReadFirst });
  };
}
