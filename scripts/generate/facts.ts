// Renders the facts in docs/ that follow from the registry and the settings: kinds by their life in a stack, scopes, look-ups.

import { isSingle, lookUpArgument, type Resource, resources } from "../../contract/index.ts";
import { SETTINGS, type Setting } from "../../provider/config/settings.ts";
import { lookUpsOf } from "./arguments.ts";
import { kebabCase } from "./names.ts";
import { table } from "./table.ts";

const entries = Object.entries<Resource>(resources);

export function renderKinds(): string {
  const groups = Object.groupBy(entries, ([, { operations }]) =>
    !operations.create ? "adopted" : operations.delete ? "created" : "issued",
  );
  return [
    `- **created** by the program: ${named(groups.created)}`,
    `- **adopted**, because it exists already: ${named(groups.adopted)}`,
    `- **issued**: ${named(groups.issued)}`,
  ].join("\n");
}

export function renderResources(): string {
  const rows = entries.map(([name, { doc }]) => {
    const [first = doc] = doc.split(/(?<=\.) /);
    return [`[${name}](resources/${kebabCase(name)}.md)`, first];
  });
  return table(["Class", "What it is"], rows);
}

export function renderSettings(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(([name, { doc, default: standard, variable, isSecret }]) => [
    `\`signalwire:${name}\`${isSecret ? " (secret)" : ""}`,
    variable === undefined ? "" : `\`${variable}\``,
    `${doc}${standard === undefined ? "" : ` Default: \`${standard}\`.`}`,
  ]);
  return table(["Key", "Environment variable", "Meaning"], rows);
}

export function renderScopes(): string {
  const inWords = new Intl.ListFormat("en-GB", { type: "disjunction" });
  const scopeOf = ({ operations: { read, create } }: Resource) =>
    inWords.format([(read ?? create)?.scope ?? []].flat());
  const rows = Object.entries(Object.groupBy(entries, ([, resource]) => scopeOf(resource)));
  return table(
    ["Scope of the API token", "Needed for"],
    rows.map(([scope, members]) => [scope || "any", named(members)]),
  );
}

/** Returns a table of the functions in TypeScript and in the schema. Its keys are also the keys of `pulumi import`. */
export function renderFunctions(): string {
  const rows = entries.flatMap(([name, resource]) => {
    const found = lookUpsOf(name, resource);
    if (!found) return [];
    const { byKey, list } = found;
    const key = lookUpArgument(resource) ?? "";
    const method = byKey ? `, \`${name}.${byKey.method}(name, ${byKey.parameter})\`` : "";
    const isOnly = isSingle(resource) && !list;
    const one = isOnly ? `\`get${name}\`` : `\`get${name}\` by \`id\`${key && ` or \`${key}\``}`;
    const filters = list?.filters.map((filter) => `\`${filter}\``).join(", ");
    const all = list ? `\`${list.name}\`${filters ? ` (${filters})` : ""}` : "";
    return [[`\`${name}.get(name, id)\`${method}`, one, all]];
  });
  const tokens = ["issueClientToken", "refreshClientToken"].map((name) => [`\`${name}\``, `\`${name}\``, ""]);
  return table(
    ["TypeScript", "YAML, Python, Go", "In all languages: all of them, or those that contain a text"],
    [...rows, ...tokens],
  );
}

function named(members: readonly (readonly [string, Resource])[] = []): string {
  return members.map(([name]) => `\`${name}\``).join(", ");
}
