// Resource names in the engine's events, and the lines that declare them.

import { nameInProgram, typesInProgram } from "../../contract/index.ts";
import type { SourceLine } from "../drift/report.ts";

/** Finds the line that declares a resource. */
export type SourceOf = (resource: { readonly type: string; readonly name: string }) => SourceLine | undefined;

/** Returns `SipEndpoint desk` and its line in the program. */
export function located(urn: string, sourceOf: SourceOf): { readonly resource: string; readonly source?: SourceLine } {
  const type = /\w*$/.exec(typesInProgram(urn))?.[0] ?? "";
  const name = nameInProgram(urn);
  const source = sourceOf({ type, name });
  return { resource: name === "" ? "the stack" : `${type} ${name}`, ...(source && { source }) };
}

/** False for the stack itself: the engine treats it as a resource, but no program declares it. */
export function isNamed(urn: string): boolean {
  return !/::pulumi:pulumi:Stack::[^$]*$/.test(urn);
}

/** Removes the engine's colour marks from a message. */
export function withoutColour(text: string): string {
  return text.replace(/<\{%[^%]*%\}>/g, "");
}
