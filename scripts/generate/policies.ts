// Generates from the policy rules: their reference page, the presets, the configuration's schema, the pack's version.

import { plural, resourceNames, resources } from "../../contract/index.ts";
import { EXEMPT, exemptSchema, LONGEST, longestSchema } from "../../policy/exemptions.ts";
import { type PresetName, presetConfig, type Rule, rules } from "../../policy/index.ts";
import { kebabCase, upperFirst } from "./arguments.ts";
import { renderJson } from "./json.ts";

const PRESETS: readonly PresetName[] = ["baseline", "strict"];

/** The libraries that the packed folder needs. */
const LIBRARIES = [
  "@pulumi/policy",
  "@pulumi/pulumi",
  "@zxcvbn-ts/core",
  "@zxcvbn-ts/language-common",
  "fast-xml-parser",
  "ipaddr.js",
  "libphonenumber-js",
  "yaml",
  "zod",
];

/** Returns file → text. `ranges` are the versions of libraries, by name. */
export function renderPolicies(
  packageVersion: string,
  ranges: { readonly [name: string]: string },
): Map<string, string> {
  const pack = {
    name: "signalwire-policies",
    version: packageVersion,
    private: true,
    type: "module",
    main: "index.mjs",
  };
  return new Map([
    ["docs/policies.md", page()],
    // Compilers that ignore `exports` resolve pulumi-signalwire/policy to this folder.
    ["policy/package.json", json({ ...pack, types: "../dist/types/policy.d.ts", ...packedAlone(ranges) })],
    ["policy/strict/package.json", json({ ...pack, name: "signalwire-policies-strict" })],
    ["policy/configuration.schema.json", `${renderJson(configurationSchema())}\n`],
    ...PRESETS.map((preset) => [`policy/presets/${preset}.json`, json(presetConfig(preset))] as const),
  ]);
}

/** Returns the manifest fields with which the pack's folder can be packed or published to Pulumi Cloud alone. */
function packedAlone(ranges: { readonly [name: string]: string }): object {
  return {
    files: ["PulumiPolicy.yaml", "bundle", "configuration.schema.json", "index.mjs", "presets", "start.mjs", "strict"],
    scripts: { prepack: "node prepack.mjs" },
    dependencies: Object.fromEntries(LIBRARIES.map((name) => [name, ranges[name]])),
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
    const named = {
      type: "object",
      properties: {
        enforcementLevel: defined("level"),
        ...Object.fromEntries(options),
        [EXEMPT]: defined(EXEMPT),
        [LONGEST]: defined(LONGEST),
      },
      additionalProperties: false,
    };
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
];

function page(): string {
  const groups = Map.groupBy(rules, (rule) => GROUPS.find(([prefix]) => rule.name.startsWith(`${prefix}-`)));
  const other = groups.get(undefined)?.[0];
  if (other) throw new Error(`The name of the rule ${other.name} begins with no group of docs/policies.md`);
  const sections = GROUPS.flatMap((group) => {
    const own = groups.get(group);
    return own ? [`## ${group[1]}\n\n${own.map(section).join("\n")}`] : [];
  });
  return `${INTRODUCTION}\n${sections.join("\n")}`;
}

function section(rule: Rule): string {
  const { baseline, strict } = rule.levels;
  const level = baseline === strict ? baseline : `${baseline}, ${strict} in \`strict\``;
  const corrects = "remediate" in rule ? " · can be corrected" : "";
  const options = Object.entries(rule.options).map(([name, option]) => {
    const differs = option.strict === undefined ? "" : `, ${code(option.strict)} in \`strict\``;
    return `- \`${name}\` (${code(option.default)}${differs}): ${option.doc}`;
  });
  return [
    `### ${rule.name}`,
    "",
    `_${level}${corrects}_`,
    "",
    `${rule.demands} ${rule.because}`,
    "",
    ...(options.length === 0 ? [] : [...options, ""]),
  ].join("\n");
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

const INTRODUCTION = `<!-- Generated from policy/rules by \`npm run generate\`. Do not edit. -->

# Policies

The policy pack checks every resource of this package before it changes:

\`\`\`sh
npm install @pulumi/policy
pulumi preview --policy-pack node_modules/pulumi-signalwire/policy
pulumi up --yes --policy-pack node_modules/pulumi-signalwire/policy
\`\`\`

Each violation prints its remedy. A mandatory one ends the command with exit code 1. \`up\` previews first, so it stops before the first write. Two cases end later: \`--skip-preview\`, and a value that only the update knows. A rule about one resource then stops that resource. **A rule about the stack reports after the writes.**

The pack works with every backend. It also checks a deployed stack, without its program and without the service:

\`\`\`sh
pulumi stack export --file state.json
pulumi policy analyze --policy-pack node_modules/pulumi-signalwire/policy --file state.json
\`\`\`

## Presets and configuration

The default preset is \`baseline\` ([baseline.json](../policy/presets/baseline.json)). The folder \`policy/strict\` is the preset \`strict\` ([strict.json](../policy/presets/strict.json)).

\`--policy-pack-config\` extends the preset. The file names rules, each with a level, options, or both. \`all\` sets the level of each rule that the file gives no level.

\`\`\`json
{
  "all": "mandatory",
  "phone-number-name": "disabled",
  "webhook-hosts": { "enforcementLevel": "mandatory", "hosts": ["*.example.com"] }
}
\`\`\`

| Level | Effect of a violation |
|---|---|
| \`advisory\` | The rule prints it. |
| \`mandatory\` | The rule prints it and blocks. |
| \`remediate\` | The rule corrects the arguments, and blocks where it cannot. The engine drops the corrections of a replaced resource: the rule then blocks. |
| \`disabled\` | None. |

A wrong configuration fails the command before the program runs. [configuration.schema.json](../policy/configuration.schema.json) checks the file in an editor.

\`npm pack\` and \`pulumi policy publish\` pack that folder alone.

## Exemptions

Every rule takes a list \`exempt\`. An entry has the name of a resource, with \`*\` for any characters, or its URN. It has a reason and the last day:

\`\`\`json
{
  "sip-endpoint-encryption": {
    "longestExemption": 180,
    "exempt": [{ "resource": "door-phone-*", "reason": "Knows no SRTP, replaced in spring", "until": "2027-04-30" }]
  }
}
\`\`\`

In its last two weeks, and after its end, an exemption in use prints a warning. Without \`until\`, an exemption has no end. It must then name resources: \`*\` and \`urn:*SipEndpoint*\` are refused. An end is at most three years away, or as many days as \`longestExemption\` says.

## What the rules read

- **Scripts.** The rules about webhooks read each address and credential in the \`contents\` of a \`CxmlScript\` or \`SwmlScript\`. They do not read a document on a web server.
- **\`extra\`.** A field with an argument counts as that argument. Every other address in \`extra\` counts as a webhook.
- **Values that only the update knows.** The rule prints \`cannot be evaluated yet\`, and does not block. The update evaluates the value.
- **Accounts.** A \`SipProfile\` counts for the endpoints of its own account only.
- **Inherited settings.** An endpoint without encryption, ciphers or codecs is evaluated by its account's \`SipProfile\` in the stack. The option \`explicit\` reports an endpoint that inherits from elsewhere.
- **Objects that a program looks up**, with \`SipEndpoint.get\`, are not evaluated. If \`stack-known-endpoints\` or \`managed\` of \`sip-endpoint-send-as\` is on, list their ids and numbers in its option.
- **Secrets.** Of values, the rules print only hosts, handlers, ciphers, patterns and names of parameters. A policy gets every value in clear, so no rule can tell a literal password from a secret one. Passwords behind \`passwordFrom\`, and those that \`policy analyze\` cannot decrypt, are not evaluated.

You can also write [rules of your own](own-policies.md).
`;
