// What the tests of both doors name: kinds, properties and findings.

import type { ResourceName } from "../../contract/index.ts";
import { load } from "../../provider/doors/plugin/protocol.ts";

export type Kind = Uncapitalize<ResourceName>;
export type Props = { readonly [name: string]: unknown };

/** Pulumi's placeholder for an unknown value. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export interface Finding {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
}

export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

export function struct(values: Props) {
  const { Struct } = load("google-protobuf/google/protobuf/struct_pb");
  return Struct.fromJavaScript(values as Parameters<typeof Struct.fromJavaScript>[0]);
}

/** Returns the values as received over gRPC. */
export function wired(values: Props): Props {
  return struct(values).toJavaScript();
}
