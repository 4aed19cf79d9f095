// Generates from the policy rules: their reference, the presets, the configuration's schema, the pack's version.

import { plural, resourceNames, resources } from "../../contract/index.ts";
import { EXEMPT, exemptSchema, LONGEST, longestSchema } from "../../policy/exemptions.ts";
import { type PresetName, presetConfig, type Rule, rules } from "../../policy/index.ts";
import { read, update, updatePart } from "./files.ts";
import { renderJson } from "./json.ts";
import { kebabCase, upperFirst } from "./names.ts";

const PRESETS: readonly PresetName[] = ["baseline", "strict"];

/** Dependencies that only the command line uses. */
const NOT_OF_THE_PACK = ["commander", "semver"];

export function updatePolicies(): void {
  const { version, dependencies, peerDependencies } = JSON.parse(read("package.json"));
  const pack = { name: "signalwire-policies", version, private: true, type: "module", main: "index.mjs" };
  const ranges = { ...dependencies, ...peerDependencies };
  updatePart("docs/policies.md", "rules", renderRules());
  // Compilers that ignore `exports` resolve pulumi-signalwire/policy to this folder.
  update("policy/package.json", json({ ...pack, types: "../dist/types/policy.d.ts", ...packedAlone(ranges) }));
  update("policy/strict/package.json", json({ ...pack, name: "signalwire-policies-strict" }));
  update("policy/configuration.schema.json", `${renderJson(configurationSchema())}\n`);
  for (const preset of PRESETS) update(`policy/presets/${preset}.json`, json(presetConfig(preset)));
}

/** Returns the manifest fields with which the pack's folder can be packed or published to Pulumi Cloud alone. */
function packedAlone(ranges: { readonly [name: string]: string }): object {
  return {
    files: ["PulumiPolicy.yaml", "bundle", "configuration.schema.json", "index.mjs", "presets", "start.mjs", "strict"],
    scripts: { prepack: "node prepack.mjs" },
    dependencies: Object.fromEntries(
      Object.entries(ranges)
        .filter(([name]) => !NOT_OF_THE_PACK.includes(name))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  };
}

/** Returns the schema for editors and CI: the engine ignores unknown rules without a warning. */
function configurationSchema(): object {
  const definitions = {
    level: { enum: ["advisory", "mandatory", "remediate", "disabled"] },
    [EXEMPT]: exemptSchema,
    [LONGEST]: longestSchema,
  };
  const defined = (name: string) => ({ $ref: `#/definitions/${name}` });
  const properties = rules.map((rule) => {
    const options = Object.entries(rule.options).map(([name, { schema, doc }]) => [
      name,
      { ...schema, description: doc },
    ]);
    const properties = {
      enforcementLevel: defined("level"),
      ...Object.fromEntries(options),
      [EXEMPT]: defined(EXEMPT),
      [LONGEST]: defined(LONGEST),
    };
    const named = { type: "object", properties, additionalProperties: false };
    return [rule.name, { description: rule.demands, anyOf: [defined("level"), named] }];
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of the policy pack of pulumi-signalwire",
    type: "object",
    properties: { all: defined("level"), ...Object.fromEntries(properties) },
    additionalProperties: false,
    definitions,
  };
}

const GROUPS: readonly (readonly [prefix: string, title: string])[] = [
  ...resourceNames.map((name) => [kebabCase(name), upperFirst(plural(resources[name].title))] as const),
  ["webhook", "Webhooks and the addresses in scripts"],
  ["script", "Scripts"],
  ["handler", "Handlers"],
  ["stack", "The stack as a whole"],
  ["every-caller", "Callers"],
];

function renderRules(): string {
  const groups = Map.groupBy(rules, (rule) => GROUPS.find(([prefix]) => rule.name.startsWith(`${prefix}-`)));
  const other = groups.get(undefined)?.[0];
  if (other) throw new Error(`The name of the rule ${other.name} begins with no group of docs/policies.md`);
  const sections = GROUPS.flatMap((group) => {
    const own = groups.get(group);
    return own ? [`## ${group[1]}\n\n${own.map(section).join("\n")}`] : [];
  });
  return sections.join("\n").trimEnd();
}

function section(rule: Rule): string {
  const { baseline, strict } = rule.levels;
  const level = baseline === strict ? baseline : `${baseline}, ${strict} in \`strict\``;
  const corrects = "remediate" in rule ? " · can be corrected" : "";
  const options = Object.entries(rule.options).map(([name, option]) => {
    const differs = option.strict === undefined ? "" : `, ${code(option.strict)} in \`strict\``;
    return `- \`${name}\` (${code(option.default)}${differs}): ${option.doc}`;
  });
  const parts = [`### ${rule.name}`, `_${level}${corrects}_`, `${rule.demands} ${rule.because}`, options.join("\n")];
  return parts
    .filter(Boolean)
    .map((each) => `${each}\n`)
    .join("\n");
}

/** Returns a value as code. A long list is counted: the preset has its members. */
function code(value: unknown): string {
  if (Array.isArray(value) && value.length > 5) return `${value.length} of them`;
  return `\`${JSON.stringify(value)}\``;
}

function json(value: object): string {
  // Puts a list with one text on one line, like the formatter.
  return `${JSON.stringify(value, null, 2).replace(/\[\s+("[^"]*")\s+\]/g, "[$1]")}\n`;
}
