// Generates the types of a class's arguments from its documented properties: common arguments, and a union for each choice
// between groups of arguments.

import type { HandlerCase, HandlerTable } from "../../contract/handlers.ts";
import { type Resource, toCamel } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, isAlwaysThere, type Member, outputs } from "./arguments.ts";
import { upperFirst } from "./names.ts";

export function helperTypes(className: string, resource: Resource): string[] {
  if (!hasChoices(resource)) return [];
  const unions = resource.handlers.map((table) => unionOf(className, toCamel(table.field)));
  return [`${className}CommonArgs`, `${className}Defaults`, ...unions];
}

/** Returns the interface that documents every property once, and the types of the arguments that derive from it. */
export function renderArguments(className: string, resource: Resource): string {
  const properties = `${className}Properties`;
  const identity = identityWays(className, resource);
  const tables = resource.handlers.map((table) => handlerWays(className, resource, table));
  const chosen = new Set([...(resource.exactlyOne ?? []), ...tables.flatMap(({ owned }) => owned)]);
  const common = args(resource).filter((each) => !chosen.has(each.name));
  const needed = common.filter((each) => each.required).map((each) => each.name);
  const taken = common.filter((each) => !each.required).map((each) => each.name);
  const parts = [named("Needs", properties, needed), named("Takes", properties, taken)];
  const doc = `What a program sets on a ${className}`;
  const documented = interfaceOfProperties(className, resource);
  if (!hasChoices(resource)) return [documented, `/** ${doc}. */\n${derived(`${className}Args`, parts)}`].join("\n\n");
  const unions = tables.map(({ union }) => union);
  const all = [`${className}CommonArgs`, ...(identity.length > 0 ? [`${className}Identity`] : []), ...unions];
  return [
    documented,
    `/** ${doc}. */\nexport type ${className}Args = ${all.join(" & ")};`,
    `/** Arguments that several resources share: \`{ …own, ...defaults }\` compiles with a variable of this type. */\nexport type ${className}Defaults = ${[`Partial<${className}CommonArgs>`, ...unions].join(" & ")};`,
    `/** ${doc}, whatever else it chooses. */\n${derived(`${className}CommonArgs`, parts)}`,
    ...(identity.length > 0 ? [unionOfWays(`${className}Identity`, identity)] : []),
    ...tables.map(
      ({ union, handler, ways }) =>
        `/** \`${handler}\` and its fields: a variable of this type holds them, or none of them, and is spread into the arguments. */\nexport ${unionOfWays(union, ways)}`,
    ),
  ].join("\n\n");
}

/** Returns the types that the derived types of a file use. */
export function usedTypes(text: string): string[] {
  const names = ["Filters", "Is", "Later", "MayBe", "Needs", "OutputsOf", "Refuses", "Shows", "Takes", "Unset"];
  return [
    ...(text.includes("Expectation[]") ? ["Expectation"] : []),
    ...names.filter((name) => text.includes(`${name}<`)),
  ];
}

function hasChoices({ exactlyOne, handlers }: Resource): boolean {
  return exactlyOne !== undefined || handlers.length > 0;
}

export function memberText(resource: Resource, each: Member): string {
  const lines = [inProgramNames(resource, each.field.doc)];
  const allowed = each.field.type.values;
  if (allowed) lines.push(`Allowed values: ${allowed.map((value) => `\`${value}\``).join(", ")}.`);
  if (each.requiredWhen.length > 0) lines.push(`Required when ${each.requiredWhen.join(" or ")}; read only then.`);
  else if (each.usedWhen.length > 0) lines.push(`Used only when ${each.usedWhen.join(" or ")}.`);
  const standard = defaultText(resource, each.field);
  if (standard) lines.push(`Default: ${standard}.`);
  if (each.secret) lines.push("Secret: encrypted in state.");
  return lines.join("\n");
}

export function comment(text: string, indent: string): string {
  if (!text.includes("\n")) return `${indent}/** ${text} */`;
  const lines = text.split("\n").map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join("\n")}\n${indent} */`;
}

/** Returns a derived type with the names of its properties; nothing without names. */
export function named(type: string, properties: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${type}<${properties}, ${literals(names)}>`;
}

/** One alternative of a choice between groups of arguments. */
interface Way {
  readonly name: string;
  /** The types that it derives from; an empty text is none. */
  readonly parts: readonly string[];
  readonly body?: string;
}

function interfaceOfProperties(className: string, resource: Resource): string {
  const members = [...args(resource), ...outputs(resource)].map((each) => {
    return `${comment(memberText(resource, each), "  ")}\n  ${each.name}${isAlwaysThere(each) ? "" : "?"}: ${each.field.type.ts};`;
  });
  return `/** Every property of a ${className}. Arguments and outputs derive from it. */\nexport interface ${className}Properties {\n${members.join("\n")}\n}`;
}

/**
 * Returns the alternatives: exactly one of several arguments, or the flag that replaces all of them. For a wrong program, the
 * compiler reports the last alternative.
 */
function identityWays(className: string, { exactlyOne = [], settings = {} }: Resource): Way[] {
  if (exactlyOne.length === 0) return [];
  const properties = `${className}Properties`;
  const keepers = Object.keys(settings).filter((name) => settings[name]?.adoptsAsIs);
  const kept = keepers.map((name) => ({
    name: `${className}With${upperFirst(name)}`,
    parts: [keeps(properties, name), named("Unset", properties, exactlyOne)],
  }));
  const ways = exactlyOne.map((name) => {
    const others = exactlyOne.filter((each) => each !== name);
    return {
      name: `${className}With${upperFirst(name)}`,
      parts: [named("Needs", properties, [name]), named("Unset", properties, others)],
    };
  });
  return [...kept, ...ways.reverse()];
}

/**
 * Returns the alternatives of a handler table: its cases, no handler, a handler in `extra`, and a handler that is an output. An
 * adopted object may have its handler already, so its fields need none: `...(url ? { handler, url } : {})` compiles. `owned` are the
 * arguments that belong to the table.
 */
function handlerWays(className: string, resource: Resource, table: HandlerTable) {
  const properties = `${className}Properties`;
  const handler = toCamel(table.field);
  const union = unionOf(className, handler);
  const isCreated = resource.operations.create !== undefined;
  const fields = [...new Set(Object.values(table.cases).flatMap(({ uses }) => uses))].map(toCamel);
  const handled = (value: string) => `${isCreated ? "Is" : "MayBe"}<${properties}, "${handler}", ${value}>`;
  const ways = Object.entries(table.cases).flatMap(([value, each]) =>
    [...keptDemands(resource, each), ...demandsOf(each)].map((demanded, index, all): Way => {
      const used = each.uses.map(toCamel);
      const by = index < all.length - 1 ? `With${demanded.map(upperFirst).join("")}` : "";
      const replaced = demanded.filter((name) => resource.settings?.[name]?.adoptsAsIs);
      const needed = used.filter((name) => demanded.includes(name));
      const taken = used.filter((name) => !demanded.includes(name));
      return {
        name: `${union}By${pascal(value)}${by}`,
        parts: [
          handled(JSON.stringify(value)),
          named("Needs", properties, needed),
          named("Takes", properties, taken),
          ...replaced.map((name) => keeps(properties, name)),
        ],
      };
    }),
  );
  const none = named("Unset", properties, [handler]);
  const anyField = named("Takes", properties, fields);
  const withoutHandler: Way[] = [
    { name: `${union}ByNone`, parts: [none, named("Refuses", properties, fields)] },
    {
      name: `${union}ByExtra`,
      parts: [none, anyField],
      body: ` extra: pulumi.Input<{ ${table.field}: unknown; [field: string]: unknown }> `,
    },
  ];
  const byOutput: Way = { name: `${union}ByOutput`, parts: [handled("Later<string>"), anyField] };
  return {
    union,
    handler,
    owned: [handler, ...fields],
    ways: [...ways, ...(isCreated ? withoutHandler : []), byOutput],
  };
}

/** Returns the setting that replaces write-only arguments: the adopted object keeps its own. */
function keeps(properties: string, setting: string): string {
  return `Is<${properties}, "${setting}", true | Later<boolean>>`;
}

/** `callHandler` → `SipEndpointCalls` */
function unionOf(className: string, handler: string): string {
  return `${className}${upperFirst(handler.replace(/Handler$/, "s"))}`;
}

/** Returns the groups of fields that satisfy a handler: one group, or one for each alias of a value. */
function demandsOf({ requires }: HandlerCase): string[][] {
  const namesOf = (need: string | readonly string[]) => [need].flat().map(toCamel);
  const ways = requires.reduce<string[][]>(
    (ways, need) => ways.flatMap((way) => namesOf(need).map((name) => [...way, name])),
    [[]],
  );
  // For a wrong program, the compiler reports the last alternative.
  return ways.reverse();
}

/** Returns the settings that replace a handler's write-only fields: the adopted object has them. */
function keptDemands({ fields, settings = {} }: Resource, { requires }: HandlerCase): string[][] {
  if (!requires.flat().some((wire) => fields[wire]?.writeOnly)) return [];
  return Object.keys(settings).flatMap((name) => (settings[name]?.adoptsAsIs ? [[name]] : []));
}

/** Returns the union of the alternatives, and an interface for each, because the compiler's messages name an interface. */
function unionOfWays(name: string, ways: readonly Way[]): string {
  const members = ways.map((each) => `  | ${each.name}`).join("\n");
  const interfaces = ways.map((each) => derived(each.name, each.parts, each.body).replace("export ", ""));
  return `type ${name} =\n${members};\n${interfaces.join("\n")}`;
}

/** Returns an interface; an alias for a single part, because the compiler's messages would name the part. */
function derived(name: string, parts: readonly string[], body = ""): string {
  const used = parts.filter((each) => each !== "");
  if (used.length === 1 && body === "") return `export type ${name} = ${used[0]};`;
  return `export interface ${name} extends ${used.join(", ")} {${body}}`;
}

function literals(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(" | ");
}

function pascal(value: string): string {
  return value.split("_").map(upperFirst).join("");
}
