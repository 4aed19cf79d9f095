// The same program in Pulumi's YAML: config, variables and resources.

import { type Resource, resources, visible } from "../../contract/index.ts";
import {
  type Declaration,
  isSecret,
  isUrl,
  originOf,
  type Program,
  type Shared,
  sharedBy,
  targetKinds,
} from "./program.ts";

/** The part of `Pulumi.yaml` that follows the project's name, runtime and plugins; the file is named by whoever writes it. */
export function yamlProgramOf(declarations: readonly Declaration[], file: string): Program {
  const shared = sharedBy(declarations);
  const config = [...shared.keys.values()].map((key) => `  ${key}: { type: string, secret: true }\n`);
  const variables = [...shared.origins].map(([origin, name]) => `  ${name}: ${quoted(origin)}\n`);
  const sections = [
    ["config", config],
    ["variables", variables],
    ["resources", declarations.map((each) => resourceText(each, shared))],
  ] as const;
  const text = sections
    .flatMap(([name, lines]) => (lines.length > 0 ? [`${name}:\n${lines.join("")}`] : []))
    .join("\n");
  return { files: new Map([[file, `${HEAD}\n${text}`]]), secrets: shared.secrets };
}

/** Members of `extra` that Pulumi's YAML would take for a call of a function. */
export function callsFunction(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.toLowerCase().startsWith("fn::") || callsFunction(each));
}

const HEAD = `# Written from the account by \`pulumi-signalwire export\`. The first \`pulumi up\` takes everything over as it is and writes
# nothing to the service; afterwards \`adopt\` is not read any more. What has \`protect: true\` is deleted by no \`pulumi up\` or
# \`pulumi destroy\` until that is taken out; phone numbers are never released.
`;

function resourceText({ type, name, variable, args, left }: Declaration, shared: Shared): string {
  const resource: Resource = resources[type];
  const lines = Object.entries(args).map(([argument, value]) => `      ${argument}: ${expression(argument, value)}\n`);
  const properties = lines.length > 0 ? `    properties:\n${lines.join("")}` : "";
  const options = resource.operations.delete ? "    options: { protect: true }\n" : "";
  const comments = left.map((each) => `  # Left as it is: ${visible(each)}.\n`).join("");
  return `${comments}  ${variable}:\n    type: signalwire:${type}\n    name: ${quoted(name)}\n${properties}${options}`;

  function expression(argument: string, value: unknown): string {
    if (typeof value !== "string") return flow(value);
    const target = shared.targets.get(`${targetKinds.get(type)?.get(argument)} ${value}`);
    if (target) return `\${${target}.id}`;
    const key = isSecret(resource, argument, value) ? shared.keys.get(value) : undefined;
    if (key) return `\${${key}}`;
    const origin = originOf(value);
    const constant = origin && shared.origins.get(origin);
    if (!origin || !constant || !isUrl(argument)) return quoted(value);
    return `"\${${constant}}${quoted(value.slice(origin.length)).slice(1)}`;
  }
}

/** JSON, which YAML is a superset of, but for texts. */
function flow(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${quoted(key)}: ${flow(each)}`)
    .join(", ")} }`;
}

/** Characters that YAML takes for a line's end, or not at all. */
const UNPRINTABLE = /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Text that stays text: quoted, for what looks like a number or `yes` would be one, and no reference. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll("$", "$$$$")
    .replace(UNPRINTABLE, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
