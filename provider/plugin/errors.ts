// Errors in the form in which the engine takes them from a plugin.

import type { ServerErrorResponse } from "@grpc/grpc-js";
import { SignalWireError } from "../../contract/index.ts";
import type { Props } from "../lifecycle/state.ts";
import { load } from "./protocol.ts";
import { message, withSecrets } from "./values.ts";

/** Returns the error for the engine. A defect of this package keeps its stack. */
export function errorOf(error: unknown): ServerErrorResponse {
  const { Metadata, status } = load("@grpc/grpc-js");
  const isOurs = error instanceof SignalWireError;
  const text = isOurs ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  const failure = { name: "Error", code: status.UNKNOWN, message: text, details: text };
  const { id, properties, reasons = [] } = (isOurs ? error : {}) as Kept;
  if (id === undefined) return failure;
  // The gRPC form of an error with details: the engine keeps a resource that exists but is not finished.
  const detail = new (load("./proto/provider_pb").ErrorResourceInitFailed)().setId(id).setReasonsList([...reasons]);
  detail.setProperties(message(properties ?? {}));
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
}

/** Marks the secrets among the properties that an error keeps. */
export function keepingSecrets(names: readonly string[]): (error: Error & Kept) => never {
  return (error) => {
    throw error.properties ? Object.assign(error, { properties: withSecrets(error.properties, names) }) : error;
  };
}
