// Generates the types of a class's arguments: common arguments, and a union for each choice between groups of arguments.

import type { HandlerCase, HandlerTable } from "../../contract/handlers.ts";
import { argumentName, type Resource } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, type Member, upperFirst } from "./arguments.ts";

/** Returns the names of the types that a program may use besides the arguments. */
export function helperTypes(className: string, resource: Resource): string[] {
  if (!hasChoices(resource)) return [];
  const unions = resource.handlers.map((table) => unionOf(className, argumentName(resource, table.field)));
  return [`${className}CommonArgs`, `${className}Defaults`, ...unions];
}

/** Returns the interfaces of the arguments, and the type that programs use. */
export function renderArguments(className: string, resource: Resource): string {
  const settable = args(resource);
  const identity = choice(className, resource, settable);
  const tables = handlers(className, resource, settable);
  const ways = [...identity, ...tables.flatMap((table) => table.ways)];
  const chosen = new Set(ways.flatMap(({ owned }) => owned));
  const common = settable.filter((each) => !chosen.has(each.name));
  const doc = `What a program sets on a ${className}.`;
  if (!hasChoices(resource)) return interfaceOf(`${className}Args`, doc, resource, common);
  const byHandler = tables.map(({ name }) => name);
  const parts = [
    `${className}CommonArgs`,
    ...(identity.length === 0 ? [] : [`(\n${identity.map(member).join("\n")}\n)`]),
    ...byHandler,
  ];
  return [
    `/** ${doc} */\nexport type ${className}Args = ${parts.join(" & ")};`,
    `/** Arguments that several resources share: \`{ …own, ...defaults }\` compiles with a variable of this type. */\nexport type ${className}Defaults = ${[`Partial<${className}CommonArgs>`, ...byHandler].join(" & ")};`,
    ...tables.map(
      ({ name, handler, ways }) =>
        `/** \`${handler}\` and its fields: a variable of this type holds them, or none of them, and is spread into the arguments. */\nexport type ${name} =\n${ways
          .filter(({ isPart }) => !isPart)
          .map(member)
          .join("\n")};`,
    ),
    interfaceOf(`${className}CommonArgs`, `${doc.slice(0, -1)}, whatever else it chooses.`, resource, common),
    ...ways.map(({ name, doc, body }) => `/** ${doc} */\nexport interface ${name} {\n${body}\n}`),
  ].join("\n\n");
}

/** True when the arguments form a union. */
export function hasChoices({ exactlyOne, handlers }: Resource): boolean {
  return exactlyOne !== undefined || handlers.length > 0;
}

/** Returns the documentation of an argument or an output, for editors. */
export function memberDoc(resource: Resource, each: Member): string {
  return comment(memberText(resource, each), "  ");
}

export function memberText(resource: Resource, each: Member): string {
  const lines = [inProgramNames(resource, each.field.doc)];
  const allowed = each.field.type.values;
  if (allowed) lines.push(`Allowed values: ${allowed.map((value) => `\`${value}\``).join(", ")}.`);
  if (each.requiredWhen.length > 0) lines.push(`Required when ${each.requiredWhen.join(" or ")}; read only then.`);
  else if (each.usedWhen.length > 0) lines.push(`Read only when ${each.usedWhen.join(" or ")}.`);
  const standard = defaultText(resource, each.field);
  if (standard) lines.push(`Default: ${standard}.`);
  if (each.secret) lines.push("Secret: encrypted in state.");
  return lines.join("\n");
}

export function comment(text: string, indent: string): string {
  const lines = text.split("\n").map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join("\n")}\n${indent} */`;
}

/** One alternative of a choice: an interface with its arguments. */
interface Way {
  readonly name: string;
  readonly doc: string;
  readonly body: string;
  /** The arguments that belong to the choice and to no other part of the type. */
  readonly owned: readonly string[];
  /** True for an interface that other alternatives use, and that is no alternative itself. */
  readonly isPart?: true;
}

/**
 * Returns the alternatives: exactly one of several arguments, or the flag that replaces all of them. For a wrong program, the
 * compiler reports the last alternative.
 */
function choice(className: string, resource: Resource, settable: readonly Member[]): Way[] {
  const { exactlyOne = [], settings = {} } = resource;
  if (exactlyOne.length === 0) return [];
  const of = (name: string) => settable.filter((each) => each.name === name);
  const others = (name: string) => exactlyOne.filter((each) => each !== name).map((each) => `  ${each}?: undefined;`);
  const ways = exactlyOne.map((name) => ({
    name: `${className}With${upperFirst(name)}`,
    doc: `Chosen by \`${name}\`.`,
    body: [...of(name).map((each) => written(resource, each, required(each))), ...others(name)].join("\n\n"),
    owned: exactlyOne,
  }));
  const keepers = Object.keys(settings).filter((name) => settings[name]?.keeps);
  const kept = keepers.map((name) => ({
    name: `${className}With${upperFirst(name)}`,
    doc: `Neither ${exactlyOne.map((each) => `\`${each}\``).join(" nor ")}, but \`${name}: true\`.`,
    body: [
      ...of(name).map((each) => written(resource, each, `${name}: true | ${later("boolean")}`)),
      ...others(""),
    ].join("\n\n"),
    owned: [],
  }));
  return [...kept, ...ways.reverse()];
}

/** The alternatives of one handler table, and the name of their union. */
interface HandlerWays {
  readonly name: string;
  readonly handler: string;
  readonly ways: readonly Way[];
}

/** Returns the alternatives of each handler table: its cases, no handler, and a handler that is an output. */
function handlers(className: string, resource: Resource, settable: readonly Member[]): HandlerWays[] {
  return resource.handlers.map((table) => {
    const owned = ownedBy(resource, table);
    const handler = argumentName(resource, table.field);
    const name = unionOf(className, handler);
    const fields = settable.filter((each) => owned.includes(each.name) && each.name !== handler);
    const chosen = settable.filter((each) => each.name === handler);
    const cases = Object.entries(table.cases).flatMap(([value, each]) =>
      [...keptDemands(resource, each), ...demandsOf(resource, each)].map((demanded, index, ways): Way => {
        const used = each.uses.map((wire) => argumentName(resource, wire));
        const literal = chosen.map((own) => written(resource, own, `${handler}${literalOf(resource, value)}`));
        const read = fields.filter((own) => used.includes(own.name));
        const members = read.map((own) =>
          written(resource, own, demanded.includes(own.name) ? required(own) : optional(own)),
        );
        const kept = demanded.filter((name) => resource.settings?.[name]?.keeps);
        members.push(...kept.map((name) => `  ${name}: true | ${later("boolean")};`));
        const by = index < ways.length - 1 ? `With${demanded.map(upperFirst).join("")}` : "";
        return {
          name: `${name}By${pascal(value)}${by}`,
          doc: `What goes with \`${handler}: "${value}"\`.`,
          body: [...literal, ...members].join("\n\n"),
          owned,
        };
      }),
    );
    return {
      name,
      handler,
      ways: [...cases, ...openWays(resource, { name, handler, wire: table.field, chosen, fields, owned })],
    };
  });
}

/** Returns the handler's type. It is optional where fields need no handler, so that `...(url ? { handler, url } : {})` compiles. */
function literalOf({ operations }: Resource, value: string): string {
  return operations.create ? `: ${JSON.stringify(value)}` : `?: ${JSON.stringify(value)} | undefined`;
}

/** The handler of a table, and the fields that its handlers read. */
interface Decided {
  readonly name: string;
  readonly handler: string;
  /** The service's name of the handler. */
  readonly wire: string;
  readonly chosen: readonly Member[];
  readonly fields: readonly Member[];
  readonly owned: readonly string[];
}

/** Returns the alternatives for no handler, for one in `extra`, and for one that is an output. An adopted object may have its handler already. */
function openWays(resource: Resource, { name, handler, wire, chosen, fields, owned }: Decided): Way[] {
  const isCreated = resource.operations.create !== undefined;
  const member = isCreated ? `${handler}: ${later("string")}` : `${handler}?: ${later("string")} | undefined`;
  const byOutput: Way = {
    name: `${name}ByOutput`,
    doc: `${isCreated ? "A" : `No \`${handler}\`, or a`} \`${handler}\` that is an output: \`pulumi.output(handler)\` makes one of a variable. Fields of every handler may be given.`,
    body: [
      ...chosen.map((own) => written(resource, own, member)),
      ...fields.map((own) => written(resource, own, optional(own))),
    ].join("\n\n"),
    owned,
  };
  if (!isCreated) return [byOutput];
  const isMissing = `${upperFirst(handler)}IsMissing`;
  // With `undefined` instead, each field would be a discriminant, and the compiler would refuse a variable that holds one of two handlers.
  const refused = fields.map((own) => `  ${own.name}?: (${inputType(own)} & ${isMissing}) | undefined;`);
  return [
    {
      name: isMissing,
      doc: `No value has this type: a field is refused without \`${handler}\`.`,
      body: `  readonly ${handler}: never;`,
      owned: [],
      isPart: true,
    },
    {
      name: `${name}ByNone`,
      doc: `No \`${handler}\`, and none of the fields that a handler reads.`,
      body: [`  ${handler}?: undefined;`, ...refused].join("\n\n"),
      owned,
    },
    {
      name: `${name}ByExtra`,
      doc: `A handler that has no value of \`${handler}\`: \`extra\` names it. Fields of every handler may be given.`,
      body: [
        `  ${handler}?: undefined;`,
        `  extra: pulumi.Input<{ ${wire}: unknown; [field: string]: unknown }>;`,
        ...fields.map((own) => written(resource, own, optional(own))),
      ].join("\n\n"),
      owned,
    },
    byOutput,
  ];
}

/** `callHandler` → `SipEndpointCalls` */
function unionOf(className: string, handler: string): string {
  return `${className}${upperFirst(handler.replace(/Handler$/, "s"))}`;
}

/** Returns the groups of fields that satisfy a handler: one group, or one for each alias of a value. */
function demandsOf(resource: Resource, { requires }: HandlerCase): string[][] {
  const namesOf = (need: string | readonly string[]) => [need].flat().map((wire) => argumentName(resource, wire));
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
  return Object.keys(settings).flatMap((name) => (settings[name]?.keeps ? [[name]] : []));
}

function ownedBy(resource: Resource, { field, cases }: HandlerTable): string[] {
  const wires = [field, ...Object.values(cases).flatMap(({ uses }) => uses)];
  return wires.map((wire) => argumentName(resource, wire));
}

function interfaceOf(name: string, doc: string, resource: Resource, members: readonly Member[]): string {
  const body = members.map((each) => written(resource, each, each.required ? required(each) : optional(each)));
  return `/** ${doc} */\nexport interface ${name} {\n${body.join("\n\n")}\n}`;
}

function written(resource: Resource, each: Member, declaration: string): string {
  return `${memberDoc(resource, each)}\n  ${declaration};`;
}

function required(each: Member): string {
  return `${each.name}: ${inputType(each)}`;
}

function optional(each: Member): string {
  return `${each.name}?: ${inputType(each)} | undefined`;
}

function inputType({ field }: Member): string {
  const list = /^\(?(.*?)\)?\[\]$/.exec(field.type.ts);
  return list ? `pulumi.Input<readonly pulumi.Input<${list[1]}>[]>` : `pulumi.Input<${field.type.ts}>`;
}

/** Returns the type of a value that is known only when the program runs. */
function later(type: string): string {
  return `Promise<${type}> | pulumi.OutputInstance<${type}>`;
}

function member({ name }: Way): string {
  return `  | ${name}`;
}

function pascal(value: string): string {
  return value.split("_").map(upperFirst).join("");
}
