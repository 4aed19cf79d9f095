// Renders the page of each resource: description, arguments, handlers' arguments and outputs.

import { type HandlerTable, type Resource, type ResourceName, toCamel } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, type Member, outputs, paragraphs } from "./arguments.ts";
import { codeBlock, LANGUAGES, type Language, languages } from "./examples.ts";

export function renderPage(className: ResourceName, resource: Resource): string {
  const [meaning = "", ...more] = paragraphs(className, resource);
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
    "[Other languages, import](../other-languages.md) · [renaming, moving, leaving](../moving.md) · [all resources](../resources.md)",
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Returns a folded section with one language's example, because GitHub's pages have no tabs. */
function tab(className: ResourceName, language: Language, isOpen: boolean): string {
  const summary = `<summary>${LANGUAGES[language]}</summary>`;
  return `<details${isOpen ? " open" : ""}>${summary}\n\n${codeBlock(className, language)}\n\n</details>`;
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
  return filledTable(["Handler", "Needs", "Reads, if given"], rows);
}

function argumentTable(resource: Resource, members: readonly Member[]): string {
  const rows = members.map((each) => {
    const marks = [each.required ? "**required**" : "", each.secret ? "secret" : ""].filter(Boolean);
    const name = `\`${each.name}\`${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
    const isHandler = resource.handlers.some(({ field }) => field === each.wire);
    const listed = each.field.type.values?.map((value) => `\`${value}\``).join(", ") ?? "";
    const values = isHandler ? `[handlers](#by-${each.name.toLowerCase()})` : listed;
    return [name, inProgramNames(resource, each.field.doc), values, defaultText(resource, each.field) ?? ""];
  });
  return filledTable(["Argument", "What it is", "Values", "Default"], rows);
}

/** Returns a table without the columns that are empty in every row. */
function filledTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const filled = (cells: readonly string[]) => cells.filter((_, column) => rows.some((row) => row[column] !== ""));
  return [filled(head), filled(head).map(() => "---"), ...rows.map(filled)]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function outputTable(resource: Resource): string {
  const rows = outputs(resource).map(
    ({ name, secret, field }) => `| \`${name}\`${secret ? " (secret)" : ""} | ${inProgramNames(resource, field.doc)} |`,
  );
  const always = "The outputs are `id`, and every argument with its value at the service";
  if (rows.length === 0) return `${always}.`;
  return [`${always}. There are also:`, "", "| Output | What it is |", "|---|---|", ...rows].join("\n");
}
