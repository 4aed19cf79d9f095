// Decides how the README's tables of arguments look; each stands between markers that name its class.

import type { Resource } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, type Member, outputs } from "./arguments.ts";

export function renderTables(readme: string, resources: readonly (readonly [string, Resource])[]): string {
  return resources.reduce((text, [className, resource]) => {
    const [start, end] = [`<!-- table ${className} -->`, `<!-- end ${className} -->`];
    const from = text.indexOf(start);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`README.md lacks the markers ${start} and ${end}`);
    return `${text.slice(0, from + start.length)}\n${table(resource)}\n${text.slice(to)}`;
  }, readme);
}

function table(resource: Resource): string {
  const rows = args(resource).map((each) => row(resource, each));
  const readable = outputs(resource)
    .map((each) => `\`${each.name}\`${each.secret ? " (secret)" : ""}`)
    .join(", ");
  return [
    "| Argument | What it is | Values | Default |",
    "|---|---|---|---|",
    ...rows,
    "",
    readable ? `Outputs besides the arguments: \`id\`, ${readable}.` : "Outputs besides the arguments: `id`.",
  ].join("\n");
}

function row(resource: Resource, each: Member): string {
  const marks = [each.required ? "**required**" : "", each.secret ? "secret" : ""].filter(Boolean);
  const name = `\`${each.name}\`${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
  const doc = inProgramNames(resource, each.field.doc);
  const when =
    each.requiredWhen.length > 0
      ? ` Required when ${each.requiredWhen.join(" or ")}.`
      : each.usedWhen.length > 0
        ? ` For ${each.usedWhen.map((text) => text.replace(/^.* is /, "")).join(", ")}.`
        : "";
  const values = each.field.type.values?.map((value) => `\`${value}\``).join(", ") ?? "";
  return `| ${name} | ${doc}${when} | ${values} | ${defaultText(resource, each.field) ?? ""} |`;
}
