// The text of a program: one declaration for each object, and shared constants.

import {
  argumentFields,
  holdsSecret,
  isSingle,
  masked,
  type Resource,
  type ResourceName,
  resources,
  toCamel,
  visible,
} from "../../contract/index.ts";
import type { AccountObject } from "../account/account.ts";
import { exportable, kindWord, singular } from "../account/kinds.ts";
import type { Declared } from "./arguments.ts";
import { identifiers, slugs } from "./names.ts";
import { ADDRESS, addressOf, inOrder, isUrl, type Part, partsIn, type Scripts } from "./references.ts";

export interface Declaration extends AccountObject, Declared {
  /** The resource's name in Pulumi. */
  readonly name: string;
  /** The constant that holds the resource. */
  readonly variable: string;
}

export interface Secret {
  /** The key in the stack's configuration. */
  readonly key: string;
  readonly value: string;
}

export interface Program {
  /** File name → text. The first file is the program's entry, or the file that an existing program imports. */
  readonly files: ReadonlyMap<string, string>;
  readonly secrets: readonly Secret[];
}

/** A program with more resources is split into several files. */
const MOST_IN_A_FILE = 200;

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
    return { text, key: `${type} ${String(live.id)}`, kind: singular(type) };
  });
  const variables = identifiers(wanted);
  const byKind = Map.groupBy(objects.keys(), (at) => objects[at]?.type);
  const names = new Map<number, string>();
  for (const [type, places] of byKind) {
    const found = slugs(
      places.flatMap((at) => wanted[at] ?? []),
      taken.get(type ?? ""),
    );
    for (const [index, at] of places.entries()) names.set(at, found[index] ?? "");
  }
  return objects.map((each, at) => ({ ...each, name: names.get(at) ?? "", variable: variables[at] ?? "" }));
}

/** The file of an existing program that exports its declared providers. */
export const PROVIDERS_FILE = "providers.ts";

export function providerVariable(name: string): string {
  return `${identifiers([{ text: name, key: name, kind: "declared" }])[0]}Provider`;
}

/** Returns a new project's program, or a file for an existing program (`into`), whose resources name `provider`. */
export function programOf(all: readonly Declaration[], into: string | undefined, provider?: string): Program {
  const declarations = inOrder(all);
  const shared = sharedBy(declarations);
  const isSplit = into === undefined && declarations.length > MOST_IN_A_FILE;
  const files = new Map<string, string>();
  if (!isSplit) {
    files.set(into ?? "index.ts", fileOf(declarations, { shared, exports: into !== undefined, provider }));
    return { files, secrets: shared.secrets };
  }
  const parts = [...Map.groupBy(declarations, ({ type }) => type)].flatMap(([type, all]) =>
    Array.from({ length: Math.ceil(all.length / MOST_IN_A_FILE) }, (_, at) => ({
      file: all.length > MOST_IN_A_FILE ? `${kindWord(type)}-${at + 1}.ts` : `${kindWord(type)}.ts`,
      part: all.slice(at * MOST_IN_A_FILE, (at + 1) * MOST_IN_A_FILE),
    })),
  );
  files.set("index.ts", `${HEAD}\n${parts.map(({ file }) => `import "./${file}";\n`).join("")}`);
  const homes = new Map(parts.flatMap(({ file, part }) => part.map(({ variable }) => [variable, file] as const)));
  if (shared.origins.size > 0) {
    for (const variable of shared.origins.values()) homes.set(variable, "webhooks.ts");
    files.set("webhooks.ts", `${HEAD}\n${constants(shared.origins, true)}`);
  }
  for (const { file, part } of parts) files.set(file, fileOf(part, { shared, exports: true, homes, file }));
  return { files, secrets: shared.secrets };
}

export interface Shared {
  /** Origin → constant that holds it. */
  readonly origins: ReadonlyMap<string, string>;
  /** Value → key in the configuration. */
  readonly keys: ReadonlyMap<string, string>;
  readonly secrets: readonly Secret[];
  /** In the order of the declarations. */
  readonly scripts: Scripts;
  /** Class and id → constant that holds the resource. */
  readonly targets: ReadonlyMap<string, string>;
}

interface Place {
  readonly shared: Shared;
  readonly exports: boolean;
  readonly provider?: string | undefined;
  /** Constants of other files. */
  readonly homes?: ReadonlyMap<string, string>;
  readonly file?: string;
}

const HEAD = `// Written from the account by \`pulumi-signalwire export\`. The first \`pulumi up\` takes everything over as it is and writes
// nothing to the service; after it, \`adopt\` has no effect. Neither \`pulumi up\` nor \`pulumi destroy\` deletes a
// resource with \`protect: true\`, and phone numbers are never released.
`;

function fileOf(declarations: readonly Declaration[], { shared, exports, provider, homes, file }: Place): string {
  const used = new Set<string>();
  const body = declarations.map((each) => declarationText(each, { shared, exports, provider, used })).join("\n");
  const classes = [...new Set(declarations.map(({ type }) => type))].sort();
  const elsewhere = [...used].filter((name) => homes?.has(name) && homes.get(name) !== file);
  const imports = [...Map.groupBy(elsewhere, (name) => homes?.get(name))].map(([from, names]) => {
    const line = `import { ${names.sort().join(", ")} } from "./${from}";\n`;
    return line.length <= WIDTH
      ? line
      : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "./${from}";\n`;
  });
  const needsPulumi = used.has("pulumi") || used.has("config");
  const head = [
    HEAD,
    needsPulumi ? 'import * as pulumi from "@pulumi/pulumi";\n' : "",
    classes.length > 0 ? `import { ${classes.join(", ")} } from "pulumi-signalwire";\n` : "export {};\n",
    ...(provider === undefined ? [] : [`import { ${providerVariable(provider)} } from "./${PROVIDERS_FILE}";\n`]),
    ...imports.sort(),
  ].filter(Boolean);
  const own = homes ? new Map<string, string>() : shared.origins;
  const preamble = [used.has("config") ? "const config = new pulumi.Config();\n" : "", constants(own, false)];
  return [`${head[0]}\n${head.slice(1).join("")}`, ...preamble.filter(Boolean), body].filter(Boolean).join("\n");
}

function constants(origins: ReadonlyMap<string, string>, exports: boolean): string {
  const lines = [...origins].map(([origin, name]) => `const ${name} = ${JSON.stringify(origin)};\n`);
  return lines.map((line) => (exports ? `export ${line}` : line)).join("");
}

interface Writing {
  readonly shared: Shared;
  readonly exports: boolean;
  readonly provider: string | undefined;
  /** The constants that the text uses. */
  readonly used: Set<string>;
}

function declarationText(declaration: Declaration, { shared, exports, provider, used }: Writing): string {
  const { type, name, variable, args, openHandlers, left } = declaration;
  const resource: Resource = resources[type];
  // Formatters indent the arguments once more when options follow them.
  const options = [
    ...(resource.operations.delete ? ["protect: true"] : []),
    ...(provider === undefined ? [] : [`provider: ${providerVariable(provider)}`]),
  ].join(", ");
  const indent = options ? "    " : "  ";
  const lines = Object.entries(args).map(
    ([argument, value]) => `${indent}${argument}: ${expression(argument, value)},\n`,
  );
  const comments = left.map((each) => `// Left as it is: ${visible(each)}.\n`).join("");
  const given = lines.length > 0 ? `{\n${lines.join("")}${indent.slice(2)}}` : "{}";
  const called = options
    ? `(\n  ${JSON.stringify(name)},\n  ${given},\n  { ${options} },\n)`
    : `(${JSON.stringify(name)}, ${given})`;
  return `${comments}${exports ? "export " : ""}const ${variable} = new ${type}${called};\n`;

  function expression(argument: string, value: unknown): string {
    const parts = partsIn(declaration, argument, shared.scripts);
    const ofText = (text: string) => {
      const found = parts(text);
      return found ? template(found) : JSON.stringify(text);
    };
    if (typeof value !== "string") return literal(value, indent, argument.length + 2, ofText);
    const target = shared.targets.get(`${targetKinds.get(type)?.get(argument)} ${value}`);
    if (target) return `${use(target)}.id`;
    const key = isSecret(resource, argument, value) ? shared.keys.get(value) : undefined;
    if (key) return `${use("config")}.requireSecret(${JSON.stringify(key)})`;
    const found = parts(value);
    if (found) return template(found);
    if (openHandlers.includes(argument)) return `${use("pulumi")}.output(${JSON.stringify(value)})`;
    const origin = originOf(value);
    const constant = origin && shared.origins.get(origin);
    if (!origin || !constant || !isUrl(argument)) return JSON.stringify(value);
    return `\`\${${use(constant)}}${withinTemplate(value.slice(origin.length))}\``;
  }

  function template(parts: readonly Part[]): string {
    const [first] = parts;
    if (parts.length === 1 && first && "script" in first) return `${use(first.script)}.${ADDRESS}`;
    const pieces = parts.map((part) =>
      "text" in part ? withinTemplate(part.text) : `\${${use(part.script)}.${ADDRESS}}`,
    );
    return `${use("pulumi")}.interpolate\`${pieces.join("")}\``;
  }

  function use(constant: string): string {
    used.add(constant);
    return constant;
  }
}

function withinTemplate(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/`|\$(?=\{)/g, "\\$&");
}

/** The line width of the formatters. */
const WIDTH = 80;

/** Returns JSON as TypeScript. Only `__proto__` differs: it would set a prototype. */
function literal(value: unknown, indent: string, before: number, ofText: (text: string) => string): string {
  if (typeof value === "string") return ofText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const members = value.map((each) => literal(each, inner, 0, ofText));
    const line = `[${members.join(", ")}]`;
    if (indent.length + before + line.length < WIDTH && !line.includes("\n")) return line;
    return `[\n${members.map((each) => `${inner}${each},\n`).join("")}${indent}]`;
  }
  const members = Object.entries(value).map(([key, each]) => {
    const name = /^[a-z_]\w*$/i.test(key) && key !== "__proto__" ? key : `[${JSON.stringify(key)}]`;
    return `${inner}${name}: ${literal(each, inner, name.length + 2, ofText)},\n`;
  });
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

export function sharedBy(declarations: readonly Declaration[]): Shared {
  const secrets = secretsOf(declarations);
  const urls = declarations.flatMap(({ args }) =>
    Object.entries(args).flatMap(([name, value]) => (isUrl(name) && typeof value === "string" ? [value] : [])),
  );
  const scripts = new Map(
    declarations.flatMap((each) => {
      const address = addressOf(each);
      return address === undefined ? [] : [[address, each.variable] as const];
    }),
  );
  const keys = new Map(secrets.toReversed().map(({ key, value }) => [value, key]));
  const counts = new Map<string, number>();
  for (const origin of urls
    .filter((url) => !keys.has(url) && !scripts.has(url.replace(/[?#].*/s, "")))
    .flatMap((url) => originOf(url) ?? []))
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  const repeated = [...counts].flatMap(([origin, count]) => (count > 1 ? [origin] : [])).sort();
  const taken = new Set(declarations.map(({ variable }) => variable));
  const wanted = repeated.map((origin) => ({ text: origin.replace(/^https:/i, ""), key: origin, kind: "webhooks" }));
  const names = identifiers(wanted).map((name) => {
    let free = name;
    while (taken.has(free)) free += "_";
    taken.add(free);
    return free;
  });
  return {
    origins: new Map(repeated.map((origin, at) => [origin, names[at] ?? ""])),
    keys,
    secrets: [...keys].map(([value, key]) => ({ key, value })),
    scripts,
    targets: new Map(declarations.map(({ type, live, variable }) => [`${type} ${String(live.id)}`, variable])),
  };
}

/** Returns the values that are kept out of the program, with their configuration keys. */
export function secretsOf(declarations: readonly Declaration[]): Secret[] {
  return declarations.flatMap(({ type, variable, args }) =>
    Object.entries(args).flatMap(([argument, value]) =>
      isSecret(resources[type], argument, value) ? [{ key: secretKey(variable, argument), value }] : [],
    ),
  );
}

/** Class → arguments that hold the id of another object, each with that object's class. */
export const targetKinds: ReadonlyMap<ResourceName, ReadonlyMap<string, ResourceName>> = new Map(
  exportable.map((type) => {
    const { fields }: Resource = resources[type];
    const kinds = [...argumentFields(resources[type])].map(([argument, wire]) => [argument, fields[wire]?.refersTo]);
    return [type, new Map(kinds.filter((each): each is [string, ResourceName] => each[1] !== undefined))];
  }),
);

/** Returns the configuration key of a secret. It does not depend on the other exported objects. */
function secretKey(variable: string, argument: string): string {
  return variable + argument.charAt(0).toUpperCase() + argument.slice(1);
}

export function isSecret(resource: Resource, argument: string, value: unknown): value is string {
  return typeof value === "string" && argument !== toCamel(resource.label) && holdsSecret(value);
}

/**
 * Returns the origin as written in the text. `undefined` for an address with a user name, or in a form that a parser would
 * rewrite.
 */
export function originOf(url: string): string | undefined {
  return /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?=[/?#])/i.exec(url)?.[0];
}
