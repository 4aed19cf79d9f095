// Generates the types of a class's arguments: common arguments, and a union for each choice between groups of arguments.

import type { HandlerCase, HandlerTable } from "../../contract/handlers.ts";
import { argumentName, type Resource } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, type Member } from "./arguments.ts";

/** Returns the interfaces of the arguments, and the type that programs use. */
export function renderArguments(className: string, resource: Resource): string {
  const settable = args(resource);
  const choices = [choice(className, resource, settable), ...handlers(className, resource, settable)].filter(
    (each) => each.length > 0,
  );
  const chosen = new Set(choices.flat().flatMap(({ owned }) => owned));
  const common = settable.filter((each) => !chosen.has(each.name));
  const doc = `What a program sets on a ${className}.`;
  if (!hasChoices(resource)) return interfaceOf(`${className}Args`, doc, resource, common);
  const parts = [`${className}CommonArgs`, ...choices.map((each) => `(\n${each.map(member).join("\n")}\n)`)];
  return [
    `/** ${doc} */\nexport type ${className}Args = ${parts.join(" & ")};`,
    interfaceOf(`${className}CommonArgs`, `${doc.slice(0, -1)}, whatever else it chooses.`, resource, common),
    ...choices.flat().map(({ name, doc, body }) => `/** ${doc} */\nexport interface ${name} {\n${body}\n}`),
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
}

/**
 * Returns the alternatives: exactly one of several arguments, or the flag that replaces all of them. For a wrong program, the
 * compiler reports the last alternative.
 */
function choice(className: string, resource: Resource, settable: readonly Member[]): Way[] {
  const { exactlyOne = [], settings = {} } = resource;
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

/**
 * Returns one alternative for each case of a handler table, and at the end one for a handler that is not known at compile time.
 */
function handlers(className: string, resource: Resource, settable: readonly Member[]): Way[][] {
  return resource.handlers.map((table) => {
    const owned = ownedBy(resource, table);
    const handler = argumentName(resource, table.field);
    const kind = `${className}${upperFirst(handler.replace(/Handler$/, "s"))}By`;
    const fields = settable.filter((each) => owned.includes(each.name) && each.name !== handler);
    const chosen = settable.filter((each) => each.name === handler);
    const cases = Object.entries(table.cases).flatMap(([value, each]) =>
      demandsOf(resource, each).map((demanded, index, ways): Way => {
        const used = each.uses.map((wire) => argumentName(resource, wire));
        const literal = chosen.map((own) => written(resource, own, `${handler}: ${JSON.stringify(value)}`));
        const read = fields.filter(({ name }) => used.includes(name));
        const members = read.map((own) =>
          written(resource, own, demanded.includes(own.name) ? required(own) : optional(own)),
        );
        const by = index < ways.length - 1 ? `With${demanded.map(upperFirst).join("")}` : "";
        return {
          name: `${kind}${pascal(value)}${by}`,
          doc: `What goes with \`${handler}: "${value}"\`.`,
          body: [...literal, ...members].join("\n\n"),
          owned,
        };
      }),
    );
    const open: Way = {
      name: `${kind}Output`,
      doc: `No \`${handler}\`, or one that is an output: \`pulumi.output(handler)\` makes one of a variable. All that any handler reads may be given.`,
      body: [
        ...chosen.map((own) => written(resource, own, `${handler}?: ${later("string")} | undefined`)),
        ...fields.map((own) => written(resource, own, optional(own))),
      ].join("\n\n"),
      owned,
    };
    return [...cases, open];
  });
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
  const list = /^\((.*)\)\[\]$/.exec(field.type.ts);
  return list ? `pulumi.Input<pulumi.Input<${list[1]}>[]>` : `pulumi.Input<${field.type.ts}>`;
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

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
