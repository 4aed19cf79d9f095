// Decides how a descriptor reads as TypeScript: the interfaces of arguments and of outputs.

import type { Resource } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, type Member, outputs } from "./arguments.ts";

export function renderTypes(className: string, resource: Resource): string {
  const settable = args(resource);
  const readable = outputs(resource);
  const secrets = [...settable, ...readable].filter((each) => each.secret).map((each) => each.name);
  return `// Generated from contract/ by \`npm run generate\`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** What a program sets on a ${className}. */
export interface ${className}Args {
${settable.map((each) => `${docComment(resource, each)}\n  ${each.name}${each.required ? "" : "?"}: ${inputType(each)};`).join("\n\n")}
}

/** The outputs of a ${className}: what the program set, and what the service or the provider added. */
export interface ${className}Outputs extends pulumi.CustomResource {
${[...settable, ...readable].map((each) => `${docComment(resource, each)}\n  readonly ${each.name}: ${outputType(each)};`).join("\n\n")}
}

/** Every property a ${className} can have. */
export const ${lowerFirst(className)}Names = ${quoted([...settable, ...readable].map((each) => each.name))} as const;

/** Arguments and outputs that are encrypted in state. */
export const ${lowerFirst(className)}Secrets = ${quoted(secrets)} as const;
`;
}

function inputType({ field, required }: Member): string {
  const list = /^\((.*)\)\[\]$/.exec(field.type.ts);
  const type = list ? `pulumi.Input<pulumi.Input<${list[1]}>[]>` : `pulumi.Input<${field.type.ts}>`;
  return required ? type : `${type} | undefined`;
}

function outputType({ field, required, always }: Member): string {
  return `pulumi.Output<${field.type.ts}${required || always ? "" : " | undefined"}>`;
}

function docComment(resource: Resource, each: Member): string {
  const lines = [inProgramNames(resource, each.field.doc)];
  const allowed = each.field.type.values;
  if (allowed) lines.push(`Allowed values: ${allowed.map((value) => `\`${value}\``).join(", ")}.`);
  if (each.requiredWhen.length > 0) lines.push(`Required when ${each.requiredWhen.join(" or ")}; read only then.`);
  else if (each.usedWhen.length > 0) lines.push(`Read only when ${each.usedWhen.join(" or ")}.`);
  const standard = defaultText(resource, each.field);
  if (standard) lines.push(`Default: ${standard}.`);
  if (each.secret) lines.push("Secret: encrypted in state.");
  lines.push(`Source: ${each.field.source}.`);
  return `  /**\n${lines.map((line) => `   * ${line}`).join("\n")}\n   */`;
}

function quoted(names: readonly string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
