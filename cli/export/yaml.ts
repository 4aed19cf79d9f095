// Writes the same program in Pulumi's YAML: config and resources.

import { Document, isScalar, visit } from "yaml";
import { type Resource, resources, visible } from "../../contract/index.ts";
import { headOf, type Writing } from "./program.ts";
import { type Declaration, type Shared, Text, type Value, valuesOf, withInvisibleEscaped } from "./values.ts";

/** Returns the part of `Pulumi.yaml` after the project's name, runtime and plugins. */
export function yamlOf(declarations: readonly Declaration[], shared: Shared, { provider }: Writing): string {
  const config = [...shared.keys.values()].map((key) => [key, { type: "string", secret: true }]);
  const declared = declarations.map((each) => [each.variable, resourceOf(each, shared, provider)]);
  const sections = { config: Object.fromEntries(config), resources: Object.fromEntries(declared) };
  const used = Object.entries(sections).filter(([, section]) => Object.keys(section).length > 0);
  // YAML 1.1, so that a key such as `yes` gets quotes: Pulumi's reader takes it for a boolean.
  const document = new Document(Object.fromEntries(used), { version: "1.1" });
  const comments = new Map(declarations.map(({ variable, omitted }) => [variable, omitted.map(commentOf).join("\n")]));
  visit(document, {
    Pair(_, { key }, path) {
      if (!isScalar<string>(key)) return;
      if (path.length === RESOURCE_DEPTH) key.commentBefore = comments.get(key.value) || null;
      if (!/^[a-z_]\w*$/i.test(key.value)) key.type = "QUOTE_DOUBLE";
    },
  });
  const text = withInvisibleEscaped(document.toString({ ...STYLE, directives: false }), (codePoint) => {
    const code = codePoint.toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  return `${headOf("#")}\n${text}`;
}

/** Every text is quoted, so that no reader takes it for a number or a boolean. */
const STYLE = {
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "PLAIN",
  doubleQuotedAsJSON: true,
  lineWidth: 0,
} as const;
/** The document, its map, the pair of a section, the map of the section. */
const RESOURCE_DEPTH = 4;

/** True when Pulumi's YAML would read a member of `extra` as a function call. */
export function callsFunction(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, each]) => key.toLowerCase().startsWith("fn::") || callsFunction(each));
}

function resourceOf(declaration: Declaration, shared: Shared, provider: string | undefined) {
  const { type, name, args } = declaration;
  const { operations }: Resource = resources[type];
  const options = { ...(operations.delete && { protect: true }), ...(provider && { provider: `\${${provider}}` }) };
  return {
    type: `signalwire:${type}`,
    name: escaped(name),
    ...(Object.keys(args).length > 0 && { properties: plain(valuesOf(declaration, shared)) }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

function commentOf(setting: string): string {
  return ` Left as it is: ${visible(setting)}.`;
}

function plain(value: Value): unknown {
  if (value instanceof Text) {
    const pieces = value.pieces.map((piece) => {
      if ("text" in piece) return escaped(piece.text);
      return `\${${"secret" in piece ? piece.secret : `${piece.constant}.${piece.output}`}}`;
    });
    return pieces.join("");
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [escaped(key), plain(each)]));
}

function escaped(text: string): string {
  return text.replaceAll("$", "$$$$");
}
