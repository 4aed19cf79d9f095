// Values as they travel between the engine and a plugin, where secrets and unknown ones are marked, and as the provider's objects
// know them.

import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import {
  argumentName,
  FOUND,
  holdsSecret,
  isGiven,
  LEFT,
  NORMALISED,
  type Resource,
  SECRET_MARK,
} from "../../contract/index.ts";
import { asSecret } from "../lifecycle/secrets.ts";
import { type Props, storable } from "../lifecycle/state.ts";
import { UNKNOWN } from "../lifecycle/unknowns.ts";
import { load } from "./protocol.ts";

/** The engine has a text of its own for an unknown value of each type; the provider's objects know that of a string. */
const UNKNOWN_OF_OTHER_TYPES: ReadonlySet<unknown> = new Set([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** With the marks of secrets; empty where there is no message. */
export function marked(message: Struct | undefined): Props {
  return (message?.toJavaScript() ?? {}) as Props;
}

/** Without the marks of secrets. */
export function plain(props: Props): Props {
  return plainValue(props) as Props;
}

export function message(props: Props): Struct {
  const { Struct } = load("google-protobuf/google/protobuf/struct_pb");
  return Struct.fromJavaScript(storable(props) as Parameters<typeof Struct.fromJavaScript>[0]);
}

/** The properties that hold a secret, at whatever depth. */
export function secretNames(props: Props): string[] {
  return Object.keys(props).filter((name) => holdsMark(props[name]));
}

/** The same with these properties marked. */
export function withSecrets(props: Props, names: readonly string[]): Props {
  const mark = (name: string, value: unknown) =>
    !names.includes(name) || !isGiven(value) || value === UNKNOWN || holdsMark(value) ? value : asSecret(value);
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, mark(name, value)]));
}

/** What is secret by nature, and what the program marked. */
export function secretsOf(resource: Resource, ...given: readonly Props[]): string[] {
  // The provider marks its own records by itself.
  const names = given.flatMap(secretNames).filter((name) => !name.startsWith("__"));
  // What the service made of the arguments, or had before, is as secret as they are.
  return [...secretFields(resource), ...names, ...(names.length > 0 ? [NORMALISED, FOUND, LEFT] : [])];
}

/** The arguments that an export would put into the configuration as secrets. */
export function secretsFound(inputs: Props = {}): string[] {
  return Object.keys(inputs).filter((name) => holdsSecret(inputs[name]));
}

export function secretFields(resource: Resource): string[] {
  const { fields } = resource;
  return Object.keys(fields).flatMap((wire) => (fields[wire]?.secret ? [argumentName(resource, wire)] : []));
}

function plainValue(value: unknown): unknown {
  if (UNKNOWN_OF_OTHER_TYPES.has(value)) return UNKNOWN;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (isSecret(value)) return plainValue((value as { readonly value?: unknown }).value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainValue(each)]));
}

function holdsMark(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecret(value) || Object.values(value).some(holdsMark);
}

function isSecret(value: object): boolean {
  return (value as Props)[SECRET_MARK.name] === SECRET_MARK.value;
}
