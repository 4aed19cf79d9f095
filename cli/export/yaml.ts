// Writes the same program in Pulumi's YAML: config, variables and resources.

import { type Resource, resources, visible } from "../../contract/index.ts";
import { type Declaration, isSecret, originOf, type Program, type Shared, sharedBy, targetKinds } from "./program.ts";
import { ADDRESS, inOrder, isUrl, partsIn } from "./references.ts";

/** Returns the part of `Pulumi.yaml` after the project's name, runtime and plugins. `file` is the file's name. */
export function yamlProgramOf(all: readonly Declaration[], file: string, provider?: string): Program {
  const declarations = inOrder(all);
  const shared = sharedBy(declarations);
  const config = [...shared.keys.values()].map((key) => `  ${key}: { type: string, secret: true }\n`);
  const variables = [...shared.origins].map(([origin, name]) => `  ${name}: ${quoted(origin)}\n`);
  const sections = [
    ["config", config],
    ["variables", variables],
    ["resources", declarations.map((each) => resourceText(each, shared, provider))],
  ] as const;
  const text = sections
    .flatMap(([name, lines]) => (lines.length > 0 ? [`${name}:\n${lines.join("")}`] : []))
    .join("\n");
  return { files: new Map([[file, `${HEAD}\n${text}`]]), secrets: shared.secrets };
}

/** True when Pulumi's YAML would read a member of `extra` as a function call. */
export function callsFunction(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.toLowerCase().startsWith("fn::") || callsFunction(each));
}

const HEAD = `# Written from the account by \`pulumi-signalwire export\`. The first \`pulumi up\` takes everything over as it is and writes
# nothing to the service; after it, \`adopt\` has no effect. Neither \`pulumi up\` nor \`pulumi destroy\` deletes a
# resource with \`protect: true\`, and phone numbers are never released.
`;

function resourceText(declaration: Declaration, shared: Shared, provider?: string): string {
  const { type, name, variable, args, left } = declaration;
  const resource: Resource = resources[type];
  const lines = Object.entries(args).map(([argument, value]) => `      ${argument}: ${expression(argument, value)}\n`);
  const properties = lines.length > 0 ? `    properties:\n${lines.join("")}` : "";
  const given = [
    ...(resource.operations.delete ? ["protect: true"] : []),
    ...(provider ? [`provider: \${${provider}}`] : []),
  ];
  const options = given.length > 0 ? `    options: { ${given.join(", ")} }\n` : "";
  const comments = left.map((each) => `  # Left as it is: ${visible(each)}.\n`).join("");
  return `${comments}  ${variable}:\n    type: signalwire:${type}\n    name: ${quoted(name)}\n${properties}${options}`;

  function expression(argument: string, value: unknown): string {
    const parts = partsIn(declaration, argument, shared.scripts);
    const ofText = (text: string) => {
      const found = parts(text);
      if (!found) return quoted(text);
      const pieces = found.map((part) =>
        "text" in part ? quoted(part.text).slice(1, -1) : `\${${part.script}.${ADDRESS}}`,
      );
      return `"${pieces.join("")}"`;
    };
    if (typeof value !== "string") return flow(value, ofText);
    const target = shared.targets.get(`${targetKinds.get(type)?.get(argument)} ${value}`);
    if (target) return `\${${target}.id}`;
    const key = isSecret(resource, argument, value) ? shared.keys.get(value) : undefined;
    if (key) return `\${${key}}`;
    if (parts(value)) return ofText(value);
    const origin = originOf(value);
    const constant = origin && shared.origins.get(origin);
    if (!origin || !constant || !isUrl(argument)) return quoted(value);
    return `"\${${constant}}${quoted(value.slice(origin.length)).slice(1)}`;
  }
}

/** Returns a value as JSON, which is valid YAML. Texts are quoted separately. */
function flow(value: unknown, ofText: (text: string) => string): string {
  if (typeof value === "string") return ofText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((each) => flow(each, ofText)).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${quoted(key)}: ${flow(each, ofText)}`)
    .join(", ")} }`;
}

/** Characters that YAML reads as a line break or rejects. */
const UNPRINTABLE = /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Quotes a text, so that YAML does not read it as a number, a boolean or a reference. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll("$", "$$$$")
    .replace(UNPRINTABLE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
