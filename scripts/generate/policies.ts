// What is generated from the policy rules: their reference page, the presets as configuration files, the pack's version.

import { resourceNames, resources } from "../../contract/index.ts";
import { type PresetName, presetConfig, type Rule, rules } from "../../policy/index.ts";
import { kebabCase } from "./arguments.ts";

const PRESETS: readonly PresetName[] = ["baseline", "strict"];

/** File → text. */
export function renderPolicies(packageVersion: string): Map<string, string> {
  const pack = {
    name: "signalwire-policies",
    version: packageVersion,
    private: true,
    type: "module",
    main: "index.mjs",
  };
  return new Map([
    ["docs/policies.md", page()],
    ["policy/package.json", json(pack)],
    ...PRESETS.map((preset) => [`policy/presets/${preset}.json`, json(presetConfig(preset))] as const),
  ]);
}

const GROUPS: readonly (readonly [prefix: string, title: string])[] = [
  ...resourceNames.map((name) => [kebabCase(name), plural(resources[name].title)] as const),
  ["webhook", "Webhooks of endpoints and numbers"],
  ["handler", "Handlers of endpoints and numbers"],
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
  return `${INTRODUCTION}\n${overview()}\n\n${sections.join("\n")}`;
}

/** `SIP endpoint` → `SIP endpoints` */
function plural(title: string): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}s`;
}

function overview(): string {
  const rows = rules.map(
    (rule) =>
      `| [\`${rule.name}\`](#${rule.name}) | ${rule.demands} | ${rule.severity} | ${rule.levels.baseline} | ${rule.levels.strict} |`,
  );
  return ["| Rule | What it demands | Severity | `baseline` | `strict` |", "|---|---|---|---|---|", ...rows].join("\n");
}

function section(rule: Rule): string {
  const corrects = "remediate" in rule ? ["", "Can be corrected: set its level to `remediate`."] : [];
  const options = Object.entries(rule.options);
  const table =
    options.length === 0
      ? []
      : [
          "",
          "| Option | What it decides | Type | Default | `strict` |",
          "|---|---|---|---|---|",
          ...options.map(
            ([name, option]) =>
              `| \`${name}\` | ${option.doc} | ${typeOf(option.schema)} | ${code(option.default)} | ${code(option.strict ?? option.default)} |`,
          ),
        ];
  return [
    `### ${rule.name}`,
    "",
    `${rule.demands} ${rule.because}`,
    "",
    `Remedy: ${rule.remedy}`,
    ...corrects,
    ...table,
    "",
  ].join("\n");
}

function typeOf(schema: { readonly type?: unknown; readonly minimum?: number }): string {
  if (schema.type === "array") return "list of texts";
  if (schema.type === "integer") return `whole number, at least ${schema.minimum}`;
  return schema.type === "boolean" ? "true or false" : "text";
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const INTRODUCTION = `<!-- Generated from policy/rules by \`npm run generate\`. Do not edit. -->

# Policies

A policy pack that knows SIP, numbers and webhooks. One flag adds it to a preview or an update:

\`\`\`sh
npm install @pulumi/policy
pulumi preview --policy-pack node_modules/pulumi-signalwire/policy
\`\`\`

It works with every backend, and judges a deployed stack as well, without its program and without the service:

\`\`\`sh
pulumi stack export --file state.json
pulumi policy analyze --policy-pack node_modules/pulumi-signalwire/policy --file state.json
\`\`\`

A mandatory violation ends the command with exit code 1. During an update, a rule about one resource is judged before anything is sent for it, a rule about the stack when all is done. No message holds the value of an argument, but for the host of a webhook and the name of a handler.

**A value that only the update will know** cannot be judged in a preview. The rule then says \`cannot be judged yet\`, names the argument, and blocks nothing; the update judges it and does block.

**Levels.** \`advisory\` prints, \`mandatory\` blocks, \`disabled\` is silent, \`remediate\` corrects the arguments before they are judged (for rules that can, otherwise as \`mandatory\`). When a resource is replaced, the engine drops corrections; the rule then blocks at the end of the preview, and the program must be corrected.

**Configuration.** Without any, the preset \`baseline\` holds. The other one is a file to pass, or to copy and change:

\`\`\`sh
pulumi preview --policy-pack node_modules/pulumi-signalwire/policy \\
  --policy-pack-config node_modules/pulumi-signalwire/policy/presets/strict.json
\`\`\`

A configuration of your own names rules, each with a level, with options, or with both. What it leaves out keeps its \`baseline\`; \`all\` sets the level of every rule that is not named.

\`\`\`json
{
  "all": "mandatory",
  "sip-endpoint-caller-id": "disabled",
  "webhook-hosts": { "enforcementLevel": "mandatory", "hosts": ["*.example.com"] }
}
\`\`\`

A rule, option or value that does not exist is refused before anything is judged. (A misspelt rule without a level is refused by the engine, with the words \`invalid enforcement level ""\`.)

**Rules of your own** are written with the same types, and tried without an engine: [examples/own-policies](../examples/own-policies).

**What a program only looks at**, with \`SipEndpoint.get\` or \`PhoneNumber.get\`, is not the stack's and is not judged. It is good to refer to: a number may ring such an endpoint, and an endpoint may send as such a number.

**What cannot be seen.** A policy is not told which values are secrets. That a password was written into the program is noticed when it is passed as a plain string; \`pulumi.secret("…")\` around a literal looks like any other secret. A password behind \`passwordFrom\` is not judged at all. Where \`policy analyze\` cannot decrypt a state, it judges the text \`[secret]\` instead, and the strength of a password is not judged.

## All rules
`;
