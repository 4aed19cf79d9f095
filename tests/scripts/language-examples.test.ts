// The examples in C# and Java: their names against the plugin's schema, and their arguments against the example in YAML. Pulumi's
// generators for these languages are not part of the engine's sources, so no test compiles them.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { resourceNames } from "../../contract/index.ts";
import { exampleOf } from "../../scripts/generate/examples.ts";

interface Spec {
  readonly resources: { readonly [token: string]: { readonly properties: object } };
  readonly functions: { readonly [token: string]: { readonly inputs?: { readonly properties: object } } };
  readonly types: object;
}

const schema: Spec = JSON.parse(readFileSync(new URL("../../provider/plugin/schema.json", import.meta.url), "utf8"));
const lowerFirst = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = ""]) => first);

interface Shown {
  readonly className: string;
  readonly variable: string;
  /** As in the schema, in order. */
  readonly args: readonly string[];
  /** The resource's outputs that the program exports, as in the schema. */
  readonly outputs: readonly string[];
  readonly functions: readonly { readonly name: string; readonly args: readonly string[] }[];
  readonly types: readonly string[];
}

const LANGUAGES: { readonly [language in "csharp" | "java"]: (program: string) => Shown } = {
  csharp(program) {
    const [, variable = "", className = "", args = ""] =
      /var (\w+) = new Signalwire\.(\w+)\("\w+", new\(\)\n {4}\{\n([\s\S]*?)\n {4}\}\);/.exec(program) ?? [];
    return {
      className,
      variable,
      args: all(args, /^ {8}(\w+) = /gm).map(lowerFirst),
      outputs: all(program, new RegExp(`\\] = ${variable}\\.(\\w+)`, "g")).map(lowerFirst),
      functions: [...program.matchAll(/Signalwire\.(Get\w+)\.Invoke\(new\(\) \{([^}]*)\}/g)].map(
        ([, name = "", given = ""]) => ({ name: lowerFirst(name), args: all(given, /(\w+) = /g).map(lowerFirst) }),
      ),
      types: all(program, /Union<string, Signalwire\.(\w+)>/g),
    };
  },
  java(program) {
    const [, variable = "", className = "", args = ""] =
      /var (\w+) = new (\w+)\("\w+", \2Args\.builder\(\)\n([\s\S]*?)\n {16}\.build\(\)\);/.exec(program) ?? [];
    expect(program).toContain(
      `import com.pulumi.signalwire.${className};\nimport com.pulumi.signalwire.${className}Args;`,
    );
    return {
      className,
      variable,
      args: all(args, /^ {16}\.(\w+)\(/gm),
      outputs: all(program, new RegExp(`, ${variable}\\.(\\w+)\\(\\)\\);`, "g")),
      functions: [...program.matchAll(/SignalwireFunctions\.(\w+)\((\w+)Args\.builder\(\)([\s\S]*?)\.build\(\)/g)].map(
        ([, name = "", inputs = "", given = ""]) => {
          expect(lowerFirst(inputs)).toBe(name);
          expect(program).toContain(`import com.pulumi.signalwire.inputs.${inputs}Args;`);
          return { name, args: all(given, /\.(\w+)\(/g) };
        },
      ),
      types: [],
    };
  },
};

describe.each(["csharp", "java"] as const)("the example in %s", (language) => {
  it.each(resourceNames)("of %s has the names of the schema and the arguments of the example in YAML", (name) => {
    const { className, args, outputs, functions, types } = LANGUAGES[language](exampleOf(name, language));
    const { resources } = parse(exampleOf(name, "yaml")) as {
      resources: { [name: string]: { type: string; properties: object } };
    };
    const inYaml = Object.values(resources).find(({ type }) => type === `signalwire:${name}`);
    expect(className).toBe(name);
    expect([...args].sort()).toEqual(Object.keys(inYaml?.properties ?? {}).sort());
    expect(outputs.length).toBeGreaterThan(0);
    const known = ["id", ...Object.keys(schema.resources[`signalwire:index:${name}`]?.properties ?? {})];
    expect(known).toEqual(expect.arrayContaining([...outputs]));
    for (const each of functions) {
      const { inputs } = schema.functions[`signalwire:index:${each.name}`] ?? {};
      expect(Object.keys(inputs?.properties ?? {}), each.name).toEqual(expect.arrayContaining([...each.args]));
    }
    expect(Object.keys(schema.types)).toEqual(expect.arrayContaining(types.map((type) => `signalwire:index:${type}`)));
  });
});
