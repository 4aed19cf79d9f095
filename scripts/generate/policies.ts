// Generates from the policy rules: their reference page, the presets, the configuration's schema, the pack's version.

import { argumentNames, resourceNames, resources } from "../../contract/index.ts";
import { EXEMPT, exemptSchema, LONGEST, longestSchema } from "../../policy/exemptions.ts";
import { type Examples, type PresetName, presetConfig, type Rule, rules, testRule } from "../../policy/index.ts";
import { inWords, kebabCase } from "./arguments.ts";

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

A policy pack that knows ${inWords(resourceNames.map((name) => `\`${name}\``))}, and their webhooks. One flag adds it to a preview or an update:

\`\`\`sh
npm install @pulumi/policy
pulumi preview --policy-pack node_modules/pulumi-signalwire/policy
\`\`\`

The pack works with every backend. It also checks a deployed stack, without the program and without the service:

\`\`\`sh
pulumi stack export --file state.json
pulumi policy analyze --policy-pack node_modules/pulumi-signalwire/policy --file state.json
\`\`\`

A mandatory violation ends the command with exit code 1. During an update, a rule about one resource runs before any request for that resource. A rule about the stack runs at the end. Messages contain no value of an argument, except the host of a webhook, the name of a handler and the name of a cipher.

**Unknown values.** A preview cannot evaluate a value that only the update will know. The rule then reports \`cannot be evaluated yet\` at the end of the preview, names the resource and the argument, and does not block. The address of a hosted script, such as \`menu.requestUrl\`, needs no check. \`pulumi-signalwire preview\` counts these checks in one line: they are no violations. The update evaluates the value and can block. The capabilities of a number that is adopted are such a value with the classes. Through the [plugin](other-languages.md), the first preview evaluates them. The same is true for an unknown handler, because the handler decides which fields are read. The update and \`policy analyze\` repeat each violation of a first preview. A rule that does not report \`cannot be evaluated yet\` gives the same verdict in all three. There is one exception: an unknown output counts as set. If its value is \`undefined\`, only the update reports the missing argument.

**Levels.** A rule has one of four levels:

| Level | Effect of a violation |
|---|---|
| \`advisory\` | The rule prints it. |
| \`mandatory\` | The rule prints it and blocks. |
| \`remediate\` | The rule corrects the arguments. A rule without a correction blocks. |
| \`disabled\` | None. |

If a resource is replaced, the engine drops corrections. The rule then blocks at the end of the preview, and you must correct the program.

**Configuration.** The default is the preset \`baseline\`. The preset \`strict\` is the pack in the folder \`policy/strict\`:

\`\`\`sh
pulumi preview --policy-pack node_modules/pulumi-signalwire/policy/strict
\`\`\`

A configuration of your own, passed with \`--policy-pack-config\`, extends the preset. It names rules, each with a level, options, or both. The preset decides about rules that it does not name. \`all\` sets the level of every rule without a level in this configuration. You can read and copy the presets: [baseline.json](../policy/presets/baseline.json), [strict.json](../policy/presets/strict.json).

\`\`\`json
{
  "all": "mandatory",
  "sip-endpoint-caller-id": "disabled",
  "webhook-hosts": { "enforcementLevel": "mandatory", "hosts": ["*.example.com"] }
}
\`\`\`

**As a package.** You can pack the folder alone; it contains its libraries as dependencies. Run \`npm pack\` or \`pulumi policy publish\` in \`node_modules/pulumi-signalwire/policy\`. The packed file runs in an empty folder after \`npm install\`.

A rule or an option that does not exist, or an impossible value, fails the command before the program runs. One error lists every such problem, with the nearest names. The engine itself refuses a value of the wrong type, and a misspelt rule without a level (\`invalid enforcement level ""\`). [policy/configuration.schema.json](../policy/configuration.schema.json) is a JSON schema, with which an editor or a CI job can check the file and the names of rules.

**Exemptions.** Every rule takes a list \`exempt\`. An entry has the name of a resource, with \`*\` for any characters, or its URN. It has the reason and, if the exemption ends, the last day:

\`\`\`json
{
  "sip-endpoint-encryption": {
    "exempt": [{ "resource": "door-phone-*", "reason": "Knows no SRTP, replaced in spring", "until": "2027-04-30" }]
  }
}
\`\`\`

At its end, each run lists the exempt resources of each rule with the reason, as advisory notes. If the rule is on, no configuration hides this list. After its last day, an exemption has no effect. The run also reports an unnecessary exemption.

The rule refuses a reason of blanks, a day that does not exist (\`2027-02-31\`), and \`*\` without an end, and names the entry. \`*\` without an end would disable the rule for ever. It is a violation at the rule's own level. With \`longestExemption\`, a number of days, the rule also refuses an exemption without an end or with a later end:

\`\`\`json
{
  "sip-endpoint-encryption": {
    "longestExemption": 90,
    "exempt": [{ "resource": "door-phone-*", "reason": "Knows no SRTP", "until": "2027-01-31" }]
  }
}
\`\`\`

**Rules of your own** take [ten minutes](own-policies.md). They have the same types, and you can test them without an engine. They cannot print a secret: the pack removes passwords, tokens, and the credentials and keys of a URL from every message.

**Inherited settings.** If the stack has a \`SipProfile\` that sets encryption, ciphers or codecs, an endpoint without this setting is evaluated by the profile's value. Without such a profile, the rule reports nothing: the preview cannot know the project's setting, and the update would fail too late. With the preset \`strict\`, or the option \`explicit\`, the rule reports in both cases, already in the preview, that the endpoint inherits.

**Members of \`extra\`** count as arguments: \`extra: { call_handler: "relay_script" }\` is a call handler. The rules check every URL in \`extra\` as a webhook, under a name such as \`extra.call_relay_script_url\`.

**Objects that a program only reads**, with \`SipEndpoint.get\` or \`PhoneNumber.get\`, are not part of the stack, and no rule evaluates them. The engine does not show them to a policy, so their id or number looks like a literal. If \`stack-known-endpoints\` or \`stack-known-send-as\` is on, list the id or number in the rule's option.

**Limits of policies.**

- A policy gets every value in clear, without a mark of secrecy. So no rule can distinguish a literal password from one of \`config.requireSecret\`. The pack does not remove a value from messages if only the program marks it as secret. The state encrypts every password, also a password that a transform set.
- A password behind \`passwordFrom\` never reaches a policy: a policy neither checks nor prints it.
- \`issueClientToken\` is a function and no resource, so \`client-token-lifetime\` and every other rule miss its tokens. The function itself refuses only more than 52,560,000 minutes, which is 100 years. If you need a shorter lifetime, wrap the function with a fixed lifetime, or use \`ClientToken\`, which the rules check. The service has no setting for a lower limit.
- If \`policy analyze\` cannot decrypt a state, it evaluates the text \`[secret]\` instead of each secret. It does not evaluate the strength of passwords.
- The requests that a fetched document makes: a policy sees only the webhook's URL.

## All rules

The examples show only the arguments that the rule reads.
`;
