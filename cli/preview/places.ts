// How the events of the engine name a resource, and where the program declares it.

import { nameInProgram, typesInProgram } from "../../contract/index.ts";
import type { SourceLine } from "../drift/report.ts";

/** Finds the line that declares a resource. */
export type SourceOf = (resource: { readonly type: string; readonly name: string }) => SourceLine | undefined;

/** `SipEndpoint desk`, and its place in the program. */
export function located(urn: string, sourceOf: SourceOf): { readonly resource: string; readonly source?: SourceLine } {
  const type = /\w*$/.exec(typesInProgram(urn))?.[0] ?? "";
  const name = nameInProgram(urn);
  const source = sourceOf({ type, name });
  return { resource: name === "" ? "the stack" : `${type} ${name}`, ...(source && { source }) };
}

/** False for the stack itself, which is a resource of the engine and none that a program declares. */
export function isNamed(urn: string): boolean {
  return !/::pulumi:pulumi:Stack::[^$]*$/.test(urn);
}

/** A message without the engine's marks of colour. */
export function withoutColour(text: string): string {
  return text.replace(/<\{%[^%]*%\}>/g, "");
}
