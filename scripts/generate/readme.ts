// How the README shows the resources: what each is, and its arguments.

import type { Resource } from "../../contract/index.ts";
import { args, defaultText, inProgramNames, type Member, outputs, paragraphs } from "./arguments.ts";

/** One section a resource. */
export function renderSections(resources: readonly (readonly [className: string, Resource])[]): string {
  const sections = resources.map(([className, resource]) =>
    [`### ${className}`, ...paragraphs(className, resource), table(resource)].join("\n\n"),
  );
  return sections.join("\n\n");
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
