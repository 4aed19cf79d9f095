// Prints the example of a resource as a program in each language whose programs a test compiles or runs. Pages, classes and the
// plugin's schema show them.

import { stringify } from "yaml";
import { type Example, type ExampleValue, type ResourceName, resources, toSnake } from "../../contract/index.ts";
import { identity } from "./identity.ts";
import { upperFirst } from "./names.ts";

/** The names of the languages in code blocks, in display order. */
export const LANGUAGES = { typescript: "TypeScript", yaml: "YAML", python: "Python", go: "Go" } as const;

export type Language = keyof typeof LANGUAGES;

export const languages = Object.keys(LANGUAGES) as Language[];

/** Returns a whole program; for YAML, the part after the project's name, runtime and plugin. */
export function exampleOf(className: ResourceName, language: Language): string {
  const example: Example = resources[className].example;
  const found = Object.values(example.args).flatMap((value) => lookUpOf(value) ?? []);
  const hasSecrets = Object.values(example.args).some((value) => secretOf(value) !== undefined);
  return PRINTERS[language]({ ...example, className, found, hasSecrets });
}

export function codeBlock(className: ResourceName, language: Language): string {
  return `\`\`\`${language}\n${exampleOf(className, language)}\`\`\``;
}

interface Program extends Example {
  readonly className: string;
  readonly found: readonly LookUp[];
  readonly hasSecrets: boolean;
}

const PRINTERS: { readonly [language in Language]: (program: Program) => string } = {
  typescript({ className, name, args, exports, found, hasSecrets }) {
    const classes = [...new Set([className, ...found.map((each) => each.className)])].sort();
    const expression = (value: ExampleValue): Code => {
      const secret = secretOf(value);
      if (secret !== undefined) return `new pulumi.Config().requireSecret(${quoted(secret)})`;
      return lookUpOf(value) ? `${lookUpOf(value)?.name}.id` : literal(value, expression, { list: "[]", map: "{}" });
    };
    return lines(
      hasSecrets && 'import * as pulumi from "@pulumi/pulumi";',
      `import { ${classes.join(", ")} } from "${identity.npm}";`,
      "",
      ...found.map(
        (each) =>
          `const ${each.name} = ${each.className}.getBy${upperFirst(each.key)}(${quoted(each.name)}, ${quoted(each.value)});`,
      ),
      `const ${name} = new ${className}(${quoted(name)}, ${layOut(expression(args), "")});`,
      ...Object.entries(exports).map(([output, property]) => `export const ${output} = ${name}.${property};`),
    );
  },

  yaml({ className, name, args, exports, found }) {
    const value = (each: ExampleValue): ExampleValue => {
      const reference = secretOf(each) ?? (lookUpOf(each) && `${lookUpOf(each)?.name}.id`);
      return reference === undefined ? each : `\${${reference}}`;
    };
    const secrets = Object.values(args).flatMap((each) => secretOf(each) ?? []);
    const program = {
      ...(secrets.length > 0 && {
        config: Object.fromEntries(secrets.map((each) => [each, { type: "string", secret: true }])),
      }),
      ...(found.length > 0 && {
        variables: Object.fromEntries(
          found.map((each) => [
            each.name,
            {
              "fn::invoke": {
                function: `signalwire:get${each.className}`,
                arguments: { [each.key]: each.value },
              },
            },
          ]),
        ),
      }),
      resources: {
        [name]: {
          type: `signalwire:${className}`,
          properties: Object.fromEntries(Object.entries(args).map(([argument, each]) => [argument, value(each)])),
        },
      },
      outputs: Object.fromEntries(
        Object.entries(exports).map(([output, property]) => [output, `\${${name}.${property}}`]),
      ),
    };
    return stringify(program, { lineWidth: 0 });
  },

  python({ className, name, args, exports, found }) {
    const expression = (value: ExampleValue): Code => {
      const secret = secretOf(value);
      if (secret !== undefined) return `pulumi.Config().require_secret(${quoted(secret)})`;
      if (typeof value === "boolean") return upperFirst(String(value));
      return lookUpOf(value) ? `${lookUpOf(value)?.name}.id` : literal(value, expression, { list: "[]", map: '{""}' });
    };
    const members = Object.entries(args).map(([each, value]) => [`${toSnake(each)}=`, expression(value)] as const);
    const call = { open: `signalwire.${className}(`, members: [["", quoted(name)] as const, ...members], close: ")" };
    return lines(
      "import pulumi",
      `import ${identity.python} as signalwire`,
      "",
      ...found.map(
        (each) =>
          `${each.name} = signalwire.get_${toSnake(each.className).slice(1)}_output(${toSnake(each.key)}=${quoted(each.value)})`,
      ),
      `${name} = ${layOut(call, "", { unit: "    " })}`,
      ...Object.entries(exports).map(
        ([output, property]) => `pulumi.export(${quoted(output)}, ${name}.${toSnake(property)})`,
      ),
    );
  },

  go({ className, name, args, exports, found, hasSecrets }) {
    const expression = (value: ExampleValue): Code => {
      const secret = secretOf(value);
      if (secret !== undefined) return `config.New(ctx, "").RequireSecret(${quoted(secret)})`;
      if (lookUpOf(value)) return `${lookUpOf(value)?.name}.Id()`;
      if (isTexts(value)) return `pulumi.ToStringArray([]string{${value.map(quoted).join(", ")}})`;
      if (typeof value === "object")
        return literal(value, expression, { list: "pulumi.Array{}", map: 'pulumi.Map{""}' });
      const type = { string: "String", number: "Int", boolean: "Bool" }[typeof value as "string"];
      return `pulumi.${type}(${JSON.stringify(value)})`;
    };
    const call = {
      open: `${name}, err := signalwire.New${className}(ctx, ${quoted(name)}, &signalwire.${className}Args{`,
      members: Object.entries(args).map(([each, value]) => [`${upperFirst(each)}: `, expression(value)] as const),
      close: "})",
    };
    return lines(
      "package main",
      "",
      "import (",
      `\t"${identity.go}/signalwire"`,
      '\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"',
      hasSecrets && '\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"',
      ")",
      "",
      "func main() {",
      "\tpulumi.Run(func(ctx *pulumi.Context) error {",
      ...found.flatMap((each) => [
        `\t\t${each.name} := signalwire.Lookup${each.className}Output(ctx, signalwire.Lookup${each.className}OutputArgs{`,
        `\t\t\t${upperFirst(each.key)}: pulumi.String(${quoted(each.value)}),`,
        "\t\t})",
      ]),
      `\t\t${layOut(call, "\t\t", { unit: "\t", isOpen: true })}`,
      "\t\tif err != nil {",
      "\t\t\treturn err",
      "\t\t}",
      ...Object.entries(exports).map(
        ([output, property]) =>
          `\t\tctx.Export(${quoted(output)}, ${name}.${property === "id" ? "ID()" : upperFirst(property)})`,
      ),
      "\t\treturn nil",
      "\t})",
      "}",
    );
  },
};

/** An object that the example finds at the service by its key. */
interface LookUp {
  readonly className: string;
  readonly key: string;
  readonly value: string;
  /** The name of the variable. */
  readonly name: string;
}

function lookUpOf(value: ExampleValue): LookUp | undefined {
  const { $found: className, ...by } = membersOf(value);
  const [key, of] = Object.entries(by)[0] ?? [];
  if (typeof className !== "string" || key === undefined || typeof of !== "string") return undefined;
  return { className, key, value: of, name: of.toLowerCase() };
}

function secretOf(value: ExampleValue): string | undefined {
  const { $secret: name } = membersOf(value);
  return typeof name === "string" ? name : undefined;
}

function membersOf(value: ExampleValue): { readonly [member: string]: ExampleValue } {
  return typeof value === "object" && !Array.isArray(value) ? (value as { [member: string]: ExampleValue }) : {};
}

/** An expression, or one that can be broken into lines. */
type Code = string | Broken;

interface Broken {
  readonly open: string;
  readonly members: readonly (readonly [key: string, value: Code])[];
  readonly close: string;
}

/** Returns a value of JSON. The forms of a list and a map are given by their brackets, with quotes for quoted keys. */
function literal(
  value: ExampleValue,
  expression: (value: ExampleValue) => Code,
  form: { list: string; map: string },
): Code {
  if (typeof value !== "object") return JSON.stringify(value);
  const brackets = Array.isArray(value) ? form.list : form.map.replace('""', "");
  const key = (name: string) => (form.map.includes('"') ? `${quoted(name)}: ` : `${name}: `);
  return {
    open: brackets.slice(0, -1),
    members: Array.isArray(value)
      ? value.map((each) => ["", expression(each)] as const)
      : Object.entries(value).map(([name, each]) => [key(name), expression(each)] as const),
    close: brackets.slice(-1),
  };
}

const WIDTH = 100;

/** Returns code on one line where it fits, otherwise with a line for each member. With tabs, the values of neighbours align. */
function layOut(code: Code, indent: string, { unit = "  ", isOpen = false } = {}): string {
  const short = inline(code, unit);
  if (typeof code === "string" || (!isOpen && indent.length + short.length <= WIDTH - 20)) return short;
  const inner = indent + unit;
  const members = code.members.map(([key, value]) => [key, layOut(value, inner, { unit })] as const);
  const width = (at: number): number => {
    if (unit !== "\t" || members[at]?.[1].includes("\n") !== false) return 0;
    const before = members.slice(0, at).findLastIndex(([, text]) => text.includes("\n"));
    const after = members.findIndex(([, text], index) => index > at && text.includes("\n"));
    const run = members.slice(before + 1, after === -1 ? undefined : after);
    return Math.max(...run.map(([key]) => key.length));
  };
  const body = members.map(([key, text], at) => `${inner}${key.padEnd(width(at))}${text},\n`);
  return `${code.open}\n${body.join("")}${indent}${code.close}`;
}

function inline(code: Code, unit: string): string {
  if (typeof code === "string") return code;
  const space = unit === "  " && code.close === "}" ? " " : "";
  const members = code.members.map(([key, value]) => key + inline(value, unit)).join(", ");
  return `${code.open}${space}${members}${space}${code.close}`;
}

function isTexts(value: ExampleValue): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function lines(...parts: readonly (string | false)[]): string {
  return `${parts.filter((each) => each !== false).join("\n")}\n`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
