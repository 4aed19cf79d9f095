// Generates the plugin's schema for Pulumi's engine, other languages and the registry: resources, functions, configuration.

import * as z from "zod";
import {
  clientToken,
  lookUpArgument,
  pluginToken,
  plural,
  type Resource,
  type ResourceName,
  toCamel,
  type ValueType,
  withArticle,
} from "../../contract/index.ts";
import { VALUE_DOCS } from "../../contract/value-docs.ts";
import { SETTINGS, type Setting } from "../../provider/config/settings.ts";
import { memberText } from "./argument-types.ts";
import {
  args,
  inProgramNames,
  isAlwaysThere,
  isShown,
  kindsInWords,
  lookUpsOf,
  type Member,
  outputs,
  settingText,
} from "./arguments.ts";
import { codeBlock, languages } from "./examples.ts";
import type { Identity } from "./identity.ts";
import { renderJson } from "./json.ts";
import { upperFirst } from "./names.ts";

type Json = { readonly [name: string]: unknown };
type Entry = readonly [className: ResourceName, resource: Resource];

export function renderSchema(
  version: string,
  resources: readonly (readonly [string, Resource])[],
  { repository, publisher, namespace, pluginDownloadURL, logo, ...names }: Identity,
): string {
  const all = resources as readonly Entry[];
  const types = new Map<string, Json>();
  const schema = {
    name: "signalwire",
    displayName: "SignalWire",
    version,
    description: DESCRIPTION,
    keywords: ["pulumi", "signalwire", "category/infrastructure", "kind/native"],
    license: "Apache-2.0",
    // JSON leaves out what package.json does not state yet.
    ...{ publisher, namespace, repository, homepage: repository && `${repository}#readme`, logoUrl: logo },
    pluginDownloadURL,
    // Makes each SDK a package of its own; in Go, one with a go.mod.
    meta: { moduleFormat: "(.*)", supportPack: true },
    config: { variables: configuration },
    provider: { description: PROVIDER, inputProperties: providerArguments },
    resources: Object.fromEntries(all.map((each) => [pluginToken(each[0]), resourceSpec(each, types)])),
    functions: Object.fromEntries(all.flatMap((each) => functions(each, types))),
    types: {} as Json,
    language: {
      nodejs: { packageName: names.npm, respectSchemaVersion: true },
      python: { packageName: names.python, respectSchemaVersion: true, pyproject: { enabled: true } },
      go: {
        modulePath: names.go,
        importBasePath: `${names.go}/signalwire`,
        respectSchemaVersion: true,
        generateResourceContainerTypes: true,
      },
      csharp: { rootNamespace: names.nuget, namespaces: { signalwire: "Signalwire" }, respectSchemaVersion: true },
      java: { basePackage: names.maven },
    },
  };
  schema.types = Object.fromEntries(types);
  return `${renderJson(schema)}\n`;
}

const DESCRIPTION = `${kindsInWords()} of a SignalWire project.`;

const PROVIDER =
  "Whose account it is, and how it is reached. What is not set comes from the environment; a stack with several accounts declares a provider for each.";

const configuration = eachSetting(({ doc, default: standard, variable }) => ({
  description: doc,
  default: standard,
  defaultInfo: variable === undefined ? undefined : { environment: [variable] },
}));

/**
 * The arguments of a declared provider. Their defaults are text only: an SDK sends a default of the schema as an argument. The state
 * would then hold a token from the environment, and arguments take precedence over the environment.
 */
const providerArguments = eachSetting((setting) => ({ description: settingText(setting) }));

function eachSetting(textOf: (setting: Setting) => Json): Json {
  const entries = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const { type, isSecret } = setting;
    return [name, { type, ...textOf(setting), secret: isSecret || undefined }] as const;
  });
  return Object.fromEntries(entries);
}

function resourceSpec([className, resource]: Entry, types: Map<string, Json>): Json {
  const settable = args(resource);
  const all = [...settable, ...outputs(resource)];
  return {
    description: [resource.doc, ...resource.usage.paragraphs, examples(className)].join("\n\n"),
    properties: propertiesOf("output", className, resource, all, types),
    required: namesOf(all.filter(isAlwaysThere)),
    inputProperties: propertiesOf("input", className, resource, settable, types),
    requiredInputs: namesOf(settable.filter(({ required }) => required)),
    listInputs: resource.operations.list && { type: "object", properties: filters(resource) },
  };
}

function namesOf(members: readonly Member[]): string[] {
  return members.map(({ name }) => name);
}

/** Returns examples between markers, from which each language's SDK takes its own. */
function examples(className: ResourceName): string {
  const blocks = languages.map((language) => codeBlock(className, language)).join("\n\n");
  return `{{% examples %}}\n## Example Usage\n{{% example %}}\n\n${blocks}\n\n{{% /example %}}\n{{% /examples %}}`;
}

type Side = "input" | "output";

function propertiesOf(
  side: Side,
  className: string,
  resource: Resource,
  members: readonly Member[],
  types: Map<string, Json>,
): Json {
  return Object.fromEntries(
    members.map((each) => [
      each.name,
      {
        ...typeSpec(
          side,
          className + upperFirst(each.name),
          inProgramNames(resource, each.field.doc),
          each.field.type,
          types,
        ),
        description: memberText(resource, each),
        secret: each.secret || undefined,
        willReplaceOnChanges: each.field.identity,
      },
    ]),
  );
}

/** Returns the type of a property. Adds named types to `types`, with documentation in a program's names. */
function typeSpec(side: Side, name: string, doc: string, type: ValueType, types: Map<string, Json>): Json {
  const { values, members } = type;
  if (members) {
    const properties = Object.entries(members.docs).map(([each, description]) => [
      each,
      { type: "string", description },
    ]);
    const item = {
      type: "object",
      description: `One entry of \`expects\`.`,
      properties: Object.fromEntries(properties),
    };
    // Each class has its own: a domain application takes no messages.
    return { type: "array", items: { $ref: define(name.replace(/Expects$/, members.name), item, types) } };
  }
  if (values) {
    const text = { type: "string" };
    const named = () => define(name, { type: "string", description: doc, enum: values.map(enumValue) }, types);
    // Outputs are plain texts: an unlisted value from the service would end a Python program.
    const one = side === "output" ? text : { oneOf: [text, { type: "string", $ref: named() }] };
    return type.unordered ? { type: "array", items: one } : one;
  }
  const schema = z.toJSONSchema(type.schema, { io: "input" }) as {
    type?: string;
    anyOf?: readonly { properties?: Json }[];
  };
  if (schema.anyOf) {
    const members = schema.anyOf.flatMap(({ properties }) => Object.keys(properties ?? {}));
    const properties = Object.fromEntries(members.map((each) => [each, { type: "string" }]));
    return { $ref: define(name, { type: "object", description: `${doc} Exactly one of them.`, properties }, types) };
  }
  if (schema.type === undefined) return ANY;
  if (schema.type === "array") return { type: "array", items: { type: "string" } };
  return schema.type === "object" ? { type: "object", additionalProperties: ANY } : { type: schema.type };
}

/**
 * Returns an enum value with its description and its name in every language: `relay_script` → `RelayScript`. A value in capitals, such as
 * `AEAD_AES_256_GCM_8`, keeps its name.
 */
function enumValue(value: string): Json {
  const description = VALUE_DOCS[value];
  if (description === undefined) throw new Error(`Describe the value "${value}" in contract/value-docs.ts.`);
  const name = /[a-z]/.test(value) ? value.split(/[-_]/).map(upperFirst).join("") : value;
  return { name, value, description };
}

const ANY = { $ref: "pulumi.json#/Any" };

function define(name: string, spec: Json, types: Map<string, Json>): string {
  const token = pluginToken(name);
  types.set(token, spec);
  return `#/types/${token}`;
}

function functions([className, resource]: Entry, types: Map<string, Json>): [token: string, spec: Json][] {
  const { title, kind } = resource;
  if (resource === (clientToken as Resource)) return tokenFunctions(resource, types);
  const found = lookUpsOf(className, resource);
  if (!found) return [];
  const members = [...args(resource), ...outputs(resource)].filter((each) => isShown(resource, each));
  const properties = {
    id: { type: "string", description: `The ${title}'s id.` },
    ...propertiesOf("output", className, resource, members, types),
  };
  const result = { description: resource.doc, properties, required: ["id", ...namesOf(members.filter(isAlwaysThere))] };
  const key = lookUpArgument(resource);
  const byKey = key === undefined ? {} : { [key]: { type: "string", description: `In place of the id.` } };
  const id = { type: "string", description: `It is ${found.id}.` };
  const one: Json = {
    description: `${upperFirst(withArticle(title))} that the program only looks at${key === undefined ? "" : `, by its id or its ${key}`}. Each run asks the service anew.`,
    ...(found.list ? { inputs: { properties: { id, ...byKey } } } : {}),
    outputs: result,
  };
  if (!found.list) return [[pluginToken(`get${className}`), one]];
  const item = define(`${className}Result`, { type: "object", ...result }, types);
  const list: Json = {
    description: `All ${plural(title)} of the project, or some of them.`,
    inputs: { properties: filters(resource) },
    outputs: {
      properties: { [plural(kind)]: { type: "array", items: { $ref: item } } },
      required: [plural(kind)],
    },
  };
  return [
    [pluginToken(`get${className}`), one],
    [pluginToken(found.list.name), list],
  ];
}

function filters(resource: Resource): Json {
  const wires = Object.values(resource.operations.list?.filters ?? {});
  const input = { type: "string", description: "Only those that have this text in it." };
  return Object.fromEntries(wires.map((wire) => [toCamel(wire), input]));
}

function tokenFunctions(resource: Resource, types: Map<string, Json>): [token: string, spec: Json][] {
  const answered = [...args(resource), ...outputs(resource)].filter(({ always }) => always);
  const properties = (side: Side, members: typeof answered) =>
    propertiesOf(side, "ClientToken", resource, members, types);
  const result = { properties: properties("output", answered), required: namesOf(answered) };
  const asked = args(resource).filter(({ name }) => ["resource", "expiresIn"].includes(name));
  const issue = {
    description:
      "Issues a client token on every run that no state keeps, for programs that hand it on at once. A preview issues none and says so in the token's place.",
    inputs: { properties: properties("input", asked) },
    outputs: result,
  };
  const exchanged = answered.filter(({ name }) => name === "refreshToken");
  const refresh = {
    description:
      "Exchanges a refresh token for a new pair, of the same name and lifetime, on every run. A preview exchanges none. A ClientToken does so by itself when it is due.",
    inputs: { properties: properties("input", exchanged), required: ["refreshToken"] },
    outputs: result,
  };
  return [
    [pluginToken("issueClientToken"), issue],
    [pluginToken("refreshClientToken"), refresh],
  ];
}
