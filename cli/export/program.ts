import { isSingle, masked, type Resource, resources, visible } from "../../contract/index.ts";
import type { AccountObject } from "../account/account.ts";
import { singular } from "../account/kinds.ts";
import { identifiers, slugs } from "./names.ts";
import type { Piece } from "./references.ts";
import {
  type Declaration,
  isList,
  type Shared,
  Text,
  textsIn,
  type Value,
  valuesOf,
  withInvisibleEscaped,
} from "./values.ts";

/** Class → names of resources that the stack already has. */
export type TakenNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Names all objects of the account. Exporting only some of them does not change their names. */
export function named<T extends AccountObject>(
  objects: readonly T[],
  taken: TakenNames = new Map(),
): (T & Pick<Declaration, "name" | "variable">)[] {
  const wanted = objects.map(({ type, live, label }) => {
    const { fields }: Resource = resources[type];
    const title = fields.name && typeof live.name === "string" && live.name !== "" ? masked(live.name) : label;
    const text = isSingle(resources[type]) ? singular(type) : title;
    return { type, text, key: `${type} ${String(live.id)}`, kind: singular(type) };
  });
  const variables = identifiers(wanted);
  const names = new Map(
    [...Map.groupBy(wanted, ({ type }) => type)].flatMap(([type, group]) => {
      const found = slugs(group, taken.get(type));
      return group.map(({ key }, at) => [key, found[at] ?? ""] as const);
    }),
  );
  return objects.map((each, at) => ({
    ...each,
    name: names.get(wanted[at]?.key ?? "") ?? "",
    variable: variables[at] ?? "",
  }));
}

/** The file of an existing program that exports its declared providers. */
export const PROVIDERS_FILE = "providers.ts";

export function providerVariable(name: string): string {
  return `${identifiers([{ text: name, key: name, kind: "declared" }])[0]}Provider`;
}

const ABOUT = [
  "Written from the account by `pulumi-signalwire export`. The first `pulumi up` takes everything over as it is and writes",
  "nothing to the service; after it, `adopt` has no effect. Neither `pulumi up` nor `pulumi destroy` deletes a",
  "resource with `protect: true`, and phone numbers are never released.",
];

export function headOf(mark: "//" | "#"): string {
  return ABOUT.map((line) => `${mark} ${line}\n`).join("");
}

export interface Writing {
  readonly isPart: boolean;
  readonly provider: string | undefined;
}

export function typescriptOf(declarations: readonly Declaration[], shared: Shared, writing: Writing): string {
  const { provider } = writing;
  const all = declarations.map((declaration) => ({ declaration, values: valuesOf(declaration, shared) }));
  const pieces = all.flatMap(({ values }) => textsIn(values).flatMap((text) => text.pieces));
  const hasSecrets = pieces.some((piece) => "secret" in piece);
  const needsPulumi = hasSecrets || all.some(({ declaration, values }) => needsOutput(declaration, values));
  const classes = [...new Set(declarations.map(({ type }) => type))].sort();
  const imports = [
    needsPulumi ? 'import * as pulumi from "@pulumi/pulumi";\n' : "",
    classes.length > 0 ? `import { ${classes.join(", ")} } from "pulumi-signalwire";\n` : "export {};\n",
    ...(provider === undefined ? [] : [`import { ${providerVariable(provider)} } from "./${PROVIDERS_FILE}";\n`]),
  ].join("");
  const config = hasSecrets ? "const config = new pulumi.Config();\n" : "";
  const texts = all.map(({ declaration, values }) => declarationText(declaration, values, writing));
  return [headOf("//"), imports, config, ...texts].filter(Boolean).join("\n");
}

function needsOutput({ openHandlers }: Declaration, values: Values): boolean {
  return openHandlers.some((name) => name in values) || textsIn(values).some(({ pieces }) => pieces.length > 1);
}

type Values = ReturnType<typeof valuesOf>;

function declarationText(declaration: Declaration, values: Values, { isPart, provider }: Writing): string {
  const { type, name, variable, openHandlers, omitted } = declaration;
  const resource: Resource = resources[type];
  const options = [
    ...(resource.operations.delete ? ["protect: true"] : []),
    ...(provider === undefined ? [] : [`provider: ${providerVariable(provider)}`]),
  ].join(", ");
  // Formatters indent the arguments once more when options follow them.
  const indent = options ? "    " : "  ";
  const lines = Object.entries(values).map(([argument, value]) => {
    const text =
      argument === "expects" && isList(value) ? entries(value, indent) : literal(value, indent, argument.length + 2);
    return `${indent}${argument}: ${openHandlers.includes(argument) ? `pulumi.output(${text})` : text},\n`;
  });
  const comments = omitted.map((each) => `// Left as it is: ${visible(each)}.\n`).join("");
  const given = lines.length > 0 ? `{\n${lines.join("")}${indent.slice(2)}}` : "{}";
  const called = options ? `(\n  ${quoted(name)},\n  ${given},\n  { ${options} },\n)` : `(${quoted(name)}, ${given})`;
  return `${comments}${isPart ? "export " : ""}const ${variable} = new ${type}${called};\n`;
}

const WIDTH = 80;

/** Returns a value as TypeScript. It differs from JSON in references. No value has a key `__proto__`, which would set a prototype. */
function literal(value: Value, indent: string, before: number): string {
  if (value instanceof Text) return textLiteral(value);
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    const members = value.map((each) => literal(each, inner, 0));
    const line = `[${members.join(", ")}]`;
    if (indent.length + before + line.length < WIDTH && !line.includes("\n")) return line;
    return `[\n${members.map((each) => `${inner}${each},\n`).join("")}${indent}]`;
  }
  const members = Object.entries(value).map(([key, each]) => {
    const name = /^[a-z_]\w*$/i.test(key) ? key : `[${quoted(key)}]`;
    return `${inner}${name}: ${literal(each, inner, name.length + 2)},\n`;
  });
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

/** Returns a list of expectations: each on its own line, as people write them. */
function entries(list: readonly Value[], indent: string): string {
  const inner = `${indent}  `;
  const lines = list.map((each) => {
    const members = Object.entries(each).map(([name, value]) => `${name}: ${literal(value, inner, 0)}`);
    const line = `{ ${members.join(", ")} }`;
    return inner.length + line.length < WIDTH ? line : literal(each, inner, 0);
  });
  return `[\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent}]`;
}

function textLiteral({ pieces }: Text): string {
  const [first, ...others] = pieces;
  if (first && others.length === 0) return "text" in first ? quoted(first.text) : reference(first);
  const inTemplate = pieces.map((piece) => ("text" in piece ? withinTemplate(piece.text) : `\${${reference(piece)}}`));
  return `pulumi.interpolate\`${inTemplate.join("")}\``;
}

function reference(piece: Exclude<Piece, { text: string }>): string {
  if ("secret" in piece) return `config.requireSecret(${JSON.stringify(piece.secret)})`;
  return `${piece.constant}.${piece.output}`;
}

function withinTemplate(text: string): string {
  return quoted(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/`|\$(?=\{)/g, "\\$&");
}

function quoted(text: string): string {
  return withInvisibleEscaped(JSON.stringify(text), (codePoint) => {
    const code = codePoint.toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}
