// Generates TypeScript from a descriptor: the interfaces of arguments and outputs, and the class.

import { plural, type Resource, type ResourceName, toCamel, withArticle } from "../../contract/index.ts";
import { comment, helperTypes, named, renderArguments, usedTypes } from "./argument-types.ts";
import { args, isShown, type LookUps, lookUpsOf, outputs, paragraphs } from "./arguments.ts";
import { codeBlock } from "./examples.ts";
import { kebabCase, upperFirst } from "./names.ts";

export function renderClass(className: ResourceName, resource: Resource): string {
  const settable = args(resource);
  const properties = [...settable, ...outputs(resource)];
  const secrets = properties.filter((each) => each.secret);
  const found = lookUpsOf(className, resource);
  const types = [
    renderArguments(className, resource),
    `/** The outputs of a ${className}: what the program set, and what the service or the provider added. */\nexport interface ${className} extends pulumi.CustomResource, OutputsOf<${className}Properties> {}`,
    classType(className, resource, found),
  ].join("\n\n");
  const lists = listFunction(className, resource, found);
  const isCreated = resource.operations.create !== undefined;
  const open = settable.filter(({ field }) => field.type.ts.includes("unknown")).map(({ name }) => name);
  const facts = [
    // A class that only adopts names its object by these arguments; a singleton needs none.
    ...(isCreated ? [] : [`adoptedBy: ${quoted(resource.exactlyOne ?? [])}`]),
    ...(found?.byKey ? [`key: "${found.byKey.key}"`] : []),
    ...(isCreated && resource.uniqueKey ? ["deletesFirst: true"] : []),
    ...(resource.hosted ? [`keeps: "${toCamel(resource.hosted.url)}"`] : []),
    ...(open.length > 0 ? [`open: ${quoted(open)}`] : []),
    `names: ${quoted(properties.map((each) => each.name))}`,
    `secrets: ${quoted(secrets.map((each) => each.name))}`,
  ].map((fact) => `\n  ${fact},`);
  return `${HEADER}
import type * as pulumi from "@pulumi/pulumi";
${lists === "" ? "" : 'import { listed } from "../look-up.ts";\n'}import { type ${baseOf(found)}, resourceClass } from "../resource-class.ts";
import type { ${usedTypes(types + lists).join(", ")} } from "../types.ts";

${types}

${classDoc(className, resource)}
export const ${className}: ${className}Class = resourceClass("${className}", {${facts.join("")}
});
${lists}`;
}

function baseOf(found: LookUps | undefined): string {
  return found ? "FoundClass" : "ResourceClass";
}

/** Returns the type of a class: its constructor, and the method that finds an object by its key. */
function classType(className: string, resource: Resource, found: LookUps | undefined): string {
  const isOptional = !resource.exactlyOne && args(resource).every((each) => !each.required);
  const base = found ? `FoundClass<"${className}", ${className}>` : `ResourceClass<"${className}">`;
  return `export interface ${className}Class extends ${base} {
  new (name: string, args${isOptional ? "?" : ""}: ${className}Args, opts?: pulumi.CustomResourceOptions): ${className};
${byKeyMethod(className, resource, found)}}`;
}

export function renderIndex(resources: readonly (readonly [className: string, resource: Resource])[]): string {
  const exports = resources.map(([name, resource]) => {
    const types = [`${name}Args`, ...helperTypes(name, resource)].map((each) => `type ${each}`);
    if (lookUpsOf(name, resource)?.list)
      types.push(`get${plural(name)}`, `type Get${plural(name)}Args`, `type ${name}Result`);
    return `export { ${name}, ${types.join(", ")} } from "./${kebabCase(name)}.ts";`;
  });
  exports.push('export { Provider, type ProviderArgs } from "./provider.ts";');
  return `${HEADER}\n${exports.join("\n")}\n`;
}

const HEADER = "// Generated from contract/ by `npm run generate`. Do not edit.\n";

function byKeyMethod(className: string, { title }: Resource, { byKey }: Partial<LookUps> = {}): string {
  if (!byKey) return "";
  const { method, parameter, key } = byKey;
  return `
  /**
   * Looks at the ${title} with this \`${key}\`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  ${method}(name: string, ${parameter}: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): ${className};
`;
}

/** The function that lists the objects of a class; none for one that the service does not list. */
function listFunction(className: string, resource: Resource, { list }: Partial<LookUps> = {}): string {
  const { kind, title } = resource;
  if (!list) return "";
  const { name, filters } = list;
  const shown = [...args(resource), ...outputs(resource)]
    .filter((each) => isShown(resource, each))
    .map((each) => each.name);
  return `
/** ${upperFirst(withArticle(title))} as the service shows it. */
export interface ${className}Result extends ${named("Shows", `${className}Properties`, shown)} {}

/** Which ${plural(title)} \`${name}\` returns: those that have these texts in them. */
export interface ${upperFirst(name)}Args extends Filters<${filters.map((filter) => `"${filter}"`).join(" | ") || "never"}> {}

/**
 * Returns all ${plural(title)} of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - \`provider\` names a declared provider, whose project is looked at then.
 */
export function ${name}(
  filters: ${upperFirst(name)}Args = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<{ readonly ${plural(kind)}: readonly ${className}Result[] }> {
  return listed("${className}", "${plural(className)}", filters, opts);
}
`;
}

function classDoc(className: ResourceName, resource: Resource): string {
  const { title } = resource;
  const found = lookUpsOf(className, resource);
  const byKey = found?.byKey;
  const ways = [
    ...(found
      ? [`\`${className}.get(name, id)\` reads ${withArticle(title)} without managing it. \`id\` is ${found.id}.`]
      : []),
    ...(byKey ? [`\`${className}.${byKey.method}(name, ${byKey.parameter})\` finds it by its ${byKey.key}.`] : []),
  ];
  const example = `@example\n${codeBlock(className, "typescript")}`;
  const all = [...paragraphs(resource), ways.join(" "), example].filter((each) => each !== "");
  return comment(all.join("\n\n"), "");
}

function quoted(names: readonly string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
}
