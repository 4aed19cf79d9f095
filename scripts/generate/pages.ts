// Renders the page of each resource: description, arguments, handlers' arguments and outputs.

import { type HandlerTable, type Resource, type ResourceName, toCamel } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, type Member, outputs, paragraphs } from "./arguments.ts";
import { codeBlock, LANGUAGES, type Language, languages } from "./examples.ts";
import { table } from "./table.ts";

export function renderPage(className: ResourceName, resource: Resource): string {
  const [meaning = "", ...more] = paragraphs(resource);
  const all = args(resource);
  const general = all.filter((each) => !resource.handlers.some((table) => isRead(table, each.wire)));
  const parts = [
    `# ${className}`,
    meaning,
    ...languages.map((language, at) => tab(className, language, at === 0)),
    ...more,
    "## Arguments",
    argumentTable(resource, general),
    ...resource.handlers.flatMap((table) => [
      `### By \`${toCamel(table.field)}\``,
      handlerTable(table),
      argumentTable(
        resource,
        all.filter((each) => isRead(table, each.wire)),
      ),
    ]),
    "## Outputs",
    outputTable(resource),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Returns a folded section with one language's example, because GitHub's pages have no tabs. */
function tab(className: ResourceName, language: Language, isOpen: boolean): string {
  const isGo = language === "go";
  const summary = `<summary>${LANGUAGES[language]}</summary>`;
  const block = codeBlock(className, language);
  return `<details${isOpen ? " open" : ""}>${summary}\n\n${isGo ? insideRun(block) : block}\n\n</details>`;
}

/** Returns the statements of a program in Go. docs/other-languages.md shows what is around them. */
function insideRun(block: string): string {
  const [, statements = ""] = / error \{\n([\s\S]*)\n\t\treturn nil\n/.exec(block) ?? [];
  return `\`\`\`go\n${statements.replace(/^\t\t/gm, "")}\n\`\`\``;
}

function isRead({ cases }: HandlerTable, wire: string | undefined): boolean {
  return Object.values(cases).some(({ uses }) => uses.some((field) => field === wire));
}

function handlerTable({ cases }: HandlerTable): string {
  const named = (fields: readonly string[]) => fields.map((field) => `\`${toCamel(field)}\``);
  const rows = Object.entries(cases).map(([handler, { uses, requires }]) => {
    const needed = requires.map((need) => named([need].flat()).join(" or "));
    const others = named(uses.filter((field) => !requires.flat().includes(field)));
    return [`\`${handler}\``, needed.join(", "), others.join(", ")];
  });
  return table(["Handler", "Needs", "Reads, if given"], rows);
}

/** Returns a table of arguments. The method of a request stands in the row of its URL. */
function argumentTable(resource: Resource, members: readonly Member[]): string {
  const methods = members.filter(({ field }) => METHOD.test(field.doc));
  const rows = members
    .filter((each) => !methods.includes(each))
    .map((each) => {
      const marks = [each.required ? "**required**" : "", each.secret ? "secret" : ""].filter(Boolean);
      const method = methods.find(({ field }) => METHOD.exec(field.doc)?.[1] === each.wire);
      const names = `\`${each.name}\`${method ? `, \`${method.name}\`` : ""}`;
      return [`${names}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`, meaningOf(resource, each)];
    });
  const all = table(["Argument", "What it is"], rows);
  const [method] = methods;
  return method ? `${all}\n\nMethods: ${limitsOf(resource, method).join(" ").replace("Values: ", "")}` : all;
}

const METHOD = /^The HTTP method for `(\w+)`\.$/;

function meaningOf(resource: Resource, member: Member): string {
  const { name, wire, field } = member;
  if (name === "extra" && wire === undefined)
    return "[Fields that have no argument](../resources.md#fields-that-have-no-argument)";
  const isHandler = resource.handlers.some((each) => each.field === wire);
  const limits = isHandler ? [`[Values](#by-${name.toLowerCase()})`] : limitsOf(resource, member);
  return [inProgramNames(resource, field.doc), ...limits].join(" ");
}

/** Returns the values and the default of a field, as sentences. */
function limitsOf(resource: Resource, { field }: Member): string[] {
  const values = field.type.values?.map((value) => `\`${value}\``).join(", ");
  const text = defaultText(resource, field);
  const standard = values && text?.replaceAll(/[[\]"`]/g, "") === values.replaceAll("`", "") ? "all of them" : text;
  return [...(values ? [`Values: ${values}.`] : []), ...(standard ? [`Default: ${standard}.`] : [])];
}

function outputTable(resource: Resource): string {
  const rows = outputs(resource).map(({ name, secret, field }) => [
    `\`${name}\`${secret ? " (secret)" : ""}`,
    inProgramNames(resource, field.doc),
  ]);
  const always = "`id`, and every argument";
  if (rows.length === 0) return `${always}.`;
  return `${always}, and:\n\n${table(["Output", "What it is"], rows)}`;
}
