// Generates from the policy rules: their reference page, the presets, the configuration's schema, the pack's version.

import { argumentNames, resourceNames, resources } from "../../contract/index.ts";
import { EXEMPT, exemptSchema, LONGEST, longestSchema } from "../../policy/exemptions.ts";
import { type Examples, type PresetName, presetConfig, type Rule, rules, testRule } from "../../policy/index.ts";
import { kebabCase } from "./arguments.ts";

const PRESETS: readonly PresetName[] = ["baseline", "strict"];

/** The libraries that the packed folder needs. */
const LIBRARIES = ["@pulumi/policy", "@pulumi/pulumi", "@zxcvbn-ts/core", "@zxcvbn-ts/language-common", "zod"];

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
    ["policy/configuration.schema.json", json(configurationSchema())],
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
  const level = { enum: ["advisory", "mandatory", "remediate", "disabled"] };
  const properties = rules.map((rule) => {
    const options = Object.entries(rule.options).map(([name, { schema, doc }]) => [
      name,
      { ...schema, description: doc },
    ]);
    const named = {
      type: "object",
      properties: {
        enforcementLevel: level,
        ...Object.fromEntries(options),
        [EXEMPT]: exemptSchema,
        [LONGEST]: longestSchema,
      },
      additionalProperties: false,
    };
    return [rule.name, { description: rule.demands, anyOf: [level, named] }];
  });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of the policy pack of pulumi-signalwire",
    type: "object",
    properties: { all: level, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
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
    ...examplesOf(rule),
    "",
  ].join("\n");
}

function examplesOf(rule: Rule): string[] {
  const { examples } = rule;
  if (!examples) throw new Error(`The rule ${rule.name} has no examples for docs/policies.md`);
  const { passes, fails, options = {}, stack } = examples;
  const under = [
    ...Object.entries(options).map(([name, value]) => `\`${name}\` is ${code(value)}`),
    ...(stack === undefined ? [] : [`the stack is \`${stack}\``]),
  ];
  const [violation] = testRule(rule, fails, { options, ...(stack === undefined ? {} : { stack }) }).violations;
  return [
    ...(under.length > 0 ? [`Where ${under.join(" and ")}:`, ""] : []),
    "```ts",
    "// Passes",
    ...programOf(passes),
    "",
    `// Violates it: ${violation}`,
    ...programOf(fails),
    "```",
  ];
}

/** Returns the lines of a program that declares these resources. Values that only the service returns are comments. */
function programOf(trials: Examples["passes"]): string[] {
  const referred = new Set(trials.flatMap(({ from }) => Object.values(from ?? {})));
  return trials.map((trial) => {
    const { kind, name = resources[kind].title.split(" ").at(-1) ?? kind, from = {} } = trial;
    const known = argumentNames(resources[kind]);
    const origins: { readonly [argument: string]: string } = from;
    const shown = Object.entries(trial.args).map(([argument, value]) => {
      const origin = origins[argument];
      const isArgument = known.includes(argument);
      return { isArgument, text: `${argument}: ${origin ? `${origin}.id` : literal(value)}` };
    });
    const args = shown.filter(({ isArgument }) => isArgument).map(({ text }) => text);
    const answered = shown.filter(({ isArgument }) => !isArgument).map(({ text }) => text);
    const start = referred.has(name) ? `const ${name} = new` : "new";
    const comment = answered.length > 0 ? ` // the service says ${answered.join(", ")}` : "";
    return `${start} ${kind}("${name}", {${args.length > 0 ? ` ${args.join(", ")} ` : ""}});${comment}`;
  });
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return JSON.stringify(value);
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
  // Puts a list with one text on one line, like the formatter.
  return `${JSON.stringify(value, null, 2).replace(/\[\s+("[^"]*")\s+\]/g, "[$1]")}\n`;
}

const INTRODUCTION = `<!-- Generated from policy/rules by \`npm run generate\`. Do not edit. -->

# Policies

A policy pack that knows \`SipEndpoint\`, \`SipProfile\`, \`PhoneNumber\`, \`ClientToken\` and their webhooks. One flag adds it to a preview or an update:

\`\`\`sh
npm install @pulumi/policy
pulumi preview --policy-pack node_modules/pulumi-signalwire/policy
\`\`\`

It works with every backend, and judges a deployed stack as well, without its program and without the service:

\`\`\`sh
pulumi stack export --file state.json
pulumi policy analyze --policy-pack node_modules/pulumi-signalwire/policy --file state.json
\`\`\`

A mandatory violation ends the command with exit code 1. During an update, a rule about one resource runs before any request for that resource. A rule about the stack runs at the end. No message holds the value of an argument. Exceptions are the host of a webhook, the name of a handler and the name of a cipher.

**A value that only the update will know** cannot be judged in a preview. The rule then says \`cannot be judged yet\`, names the argument, and blocks nothing; the update judges it and does block. The same holds for an unknown handler: until it is known, the rule cannot say which fields the handler reads. The update and \`policy analyze\` repeat each violation of a first preview. A rule that does not report \`cannot be judged yet\` gives the same verdict in all three. There is one exception: an output counts as given. If it turns out to be \`undefined\`, only the update reports what is missing.

**Levels.** \`advisory\` prints, \`mandatory\` blocks, \`disabled\` is silent, \`remediate\` corrects the arguments before they are judged (for rules that can, otherwise as \`mandatory\`). When a resource is replaced, the engine drops corrections; the rule then blocks at the end of the preview, and the program must be corrected.

**Configuration.** Without any, the preset \`baseline\` holds. The preset \`strict\` is the pack in the folder \`policy/strict\`:

\`\`\`sh
pulumi preview --policy-pack node_modules/pulumi-signalwire/policy/strict
\`\`\`

A configuration of your own, passed with \`--policy-pack-config\`, extends the preset. It names rules, each with a level, options, or both. Rules that it does not name stay as the preset has them. \`all\` sets the level of every rule to which it gives none of its own, also of one that is named with options alone. The presets are files too, to read or to copy: [baseline.json](../policy/presets/baseline.json), [strict.json](../policy/presets/strict.json).

\`\`\`json
{
  "all": "mandatory",
  "sip-endpoint-caller-id": "disabled",
  "webhook-hosts": { "enforcementLevel": "mandatory", "hosts": ["*.example.com"] }
}
\`\`\`

**On its own.** The folder of the pack also packs alone, with what it needs. Run \`npm pack\` or \`pulumi policy publish\` in \`node_modules/pulumi-signalwire/policy\`. The packed file runs in an empty folder after \`npm install\`.

An unknown option, or an impossible value, fails the command at the first resource. A misspelt **rule** is the engine's to notice: without a level it is refused (\`invalid enforcement level ""\`), with one it is passed over in silence. [policy/configuration.schema.json](../policy/configuration.schema.json) is a JSON schema that an editor or a CI job checks the file against, names of rules included.

**Exemptions.** Every rule takes a list \`exempt\`. An entry has the name of a resource, with \`*\` for any characters, or its URN. It has the reason and, if the exemption ends, the last day:

\`\`\`json
{
  "sip-endpoint-encryption": {
    "exempt": [{ "resource": "door-phone-*", "reason": "Knows no SRTP, replaced in spring", "until": "2027-04-30" }]
  }
}
\`\`\`

The end of each run lists, rule by rule, what was exempt and why, as advisory notes of the rule. No configuration silences the list: it is there wherever the rule is on. An exemption that has ended no longer holds, and one that is not needed is reported.

These are refused by name: a reason of blanks, a day that does not exist (\`2027-02-31\`), and \`*\` without an end. The last one would switch the rule off for ever; it is a violation at the rule's own level. With \`longestExemption\`, a number of days, a rule also refuses an exemption that has no end or ends later:

\`\`\`json
{
  "sip-endpoint-encryption": {
    "longestExemption": 90,
    "exempt": [{ "resource": "door-phone-*", "reason": "Knows no SRTP", "until": "2027-01-31" }]
  }
}
\`\`\`

**Rules of your own** take [ten minutes](own-policies.md). They have the same types and are tried without an engine. They cannot print a secret: passwords, tokens, and the credentials and keys of a URL are removed from every message.

**What an endpoint inherits** is judged where the stack has a \`SipProfile\` that sets it: its encryption, ciphers and codecs count as the endpoint's. If there is none, or one that keeps the project's setting, the rule reports nothing, also during the update. The preview could not know it, and the update would fail after everything was made. The preset \`strict\`, or the option \`explicit\`, says in either case, and in the preview, that the endpoint inherits.

**Members of \`extra\`** are read as arguments: \`extra: { call_handler: "relay_script" }\` is a call handler. A URL without an argument of its own is checked as a webhook, under the name \`extra.call_relay_script_url\`.

**What a program only looks at**, with \`SipEndpoint.get\` or \`PhoneNumber.get\`, is not the stack's and is not judged. The engine does not show it to a policy. So an id or a number that comes from there looks like a literal. If \`stack-known-endpoints\` or \`stack-known-send-as\` is on, list it in the rule's option.

**What cannot be seen.**

- A policy gets every value in clear, without a mark of secrecy. So no rule can distinguish a literal password from one of \`config.requireSecret\`. A value that only the program marks secret is not removed from messages. In the state every password is encrypted, also one that a transform set.
- A password behind \`passwordFrom\` never reaches a policy: a policy neither checks nor prints it.
- \`issueClientToken\` is a function and no resource, so \`client-token-lifetime\` and every other rule miss its tokens. The function itself refuses only more than 52,560,000 minutes, which is 100 years. A team that needs a shorter life wraps the function with a fixed lifetime, refuses other calls in review, or uses \`ClientToken\`. The rules check that class. The service has no setting for a lower limit.
- Where \`policy analyze\` cannot decrypt a state, it judges the text \`[secret]\` instead, and the strength of a password is not judged.
- The requests that a fetched document makes: a policy sees only the webhook's URL.

## All rules

The examples show only what the rule reads.
`;
