// Generates TypeScript from a descriptor: the interfaces of arguments and outputs, and the class.

import {
  dynamicType,
  pluginToken,
  plural,
  type Resource,
  type ResourceName,
  withArticle,
} from "../../contract/index.ts";
import { comment, helperTypes, named, renderArguments, usedTypes } from "./argument-types.ts";
import { args, isShown, type LookUps, lookUpsOf, outputs, paragraphs } from "./arguments.ts";
import { codeBlock } from "./examples.ts";
import { kebabCase, lowerFirst, upperFirst } from "./names.ts";

export function renderClass(className: ResourceName, resource: Resource): string {
  const settable = args(resource);
  const properties = [...settable, ...outputs(resource)];
  const isOptional = !resource.exactlyOne && settable.every((each) => !each.required);
  const secrets = properties.filter((each) => each.secret);
  const name = lowerFirst(className);
  const types = [
    renderArguments(className, resource),
    `/** The outputs of a ${className}: what the program set, and what the service or the provider added. */\nexport interface ${className}Outputs extends pulumi.CustomResource, OutputsOf<${className}Properties> {}`,
  ].join("\n\n");
  const found = lookUpsOf(className, resource);
  const lists = listFunction(className, resource, found);
  const isCreated = resource.operations.create !== undefined;
  const open = settable.filter(({ field }) => field.type.ts.includes("unknown")).map(({ name }) => name);
  // A class that only adopts names its object by these arguments; a singleton needs none.
  const shape = [
    ...(isCreated ? [] : [`adoptedBy: ${quoted(resource.exactlyOne ?? [])}`]),
    ...(found?.byKey ? [`key: "${found.byKey.key}"`] : []),
    ...(isCreated && resource.uniqueKey ? ["deletesFirst: true"] : []),
    ...(open.length > 0 ? [`open: ${quoted(open)}`] : []),
  ].map((member) => `\n  ${member},`);
  return `${HEADER}
import type * as pulumi from "@pulumi/pulumi";
${lookUpImport(found)}import { pauseStackTraces, registration, reportFindings, resourceWith, type Shape } from "../register.ts";
import type { ${usedTypes(types + lists).join(", ")} } from "../types.ts";

${types}

/** Every property a ${className} can have. */
export const ${name}Names = ${quoted(properties.map((each) => each.name))} as const;

/** Arguments and outputs that are encrypted in state. */
export const ${name}Secrets = ${quoted(secrets.map((each) => each.name))} as const;

const TYPE = "${dynamicType(className)}";
const SHAPE: Shape = {
  type: TYPE,
  pluginType: "${pluginToken(className)}",
  provider: "${name}",${shape.join("")}
  names: ${name}Names,
  secrets: ${name}Secrets,
};

${classDoc(className, resource)}
export class ${className} extends resourceWith<${className}Outputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;
${lookUp(className, resource, found)}
  constructor(name: string, args${isOptional ? "?" : ""}: ${className}Args, opts?: pulumi.CustomResourceOptions) {
    const resume = pauseStackTraces();
    try {
      const { type, properties, options } = registration(SHAPE, name, args, opts);
      super(type, name, properties, options);
      reportFindings(this, properties);
    } catch (error) {
      throw resume(error);
    }
    resume();
  }
}
${lists}`;
}

function lookUpImport({ byKey, list }: Partial<LookUps> = {}): string {
  const used = [...(byKey ? ["idByKey"] : []), ...(list ? ["listed"] : [])];
  return used.length === 0 ? "" : `import { ${used.join(", ")} } from "../look-up.ts";\n`;
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

function lookUp(className: string, { title }: Resource, found: LookUps | undefined): string {
  if (!found) return "";
  return `
  /**
   * Looks up ${withArticle(title)} that this stack does not manage. Everything that the service returns is an output. It is read
   * again in each run and never changed.
   *
   * @param id - ${found.id}.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ${className} {
    return new ${className}(name, undefined as unknown as ${className}Args, { ...opts, id });
  }
${lookUpByKey(className, title, found)}`;
}

function lookUpByKey(className: string, title: string, { byKey }: LookUps): string {
  if (!byKey) return "";
  const { method, parameter, key } = byKey;
  return `
  /**
   * Looks at the ${title} with this \`${key}\`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  static ${method}(name: string, ${parameter}: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): ${className} {
    return ${className}.get(name, idByKey(SHAPE, ${parameter}, opts), opts);
  }
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
export interface ${className}Result extends ${named("Shows", `${className}Properties`, shown)} {
  /** The ${title}'s id. */
  readonly id: string;
}

/** Which ${plural(title)} \`${name}\` returns. */
export interface ${upperFirst(name)}Args {
${filters.map((filter) => `  /** Only those that have this text in it. */\n  readonly ${filter}?: pulumi.Input<string> | undefined;`).join("\n\n")}
}

/**
 * Returns all ${plural(title)} of the project, or some of them. Each run asks the service anew, a preview too.
 *
 * @param opts - \`provider\` names a declared provider, whose project is looked at then.
 *
 * @example
 * \`\`\`typescript
 * import { ${name} } from "pulumi-signalwire";
 *
 * export const ids = ${name}().apply(({ ${plural(kind)} }) => ${plural(kind)}.map(({ id }) => id));
 * \`\`\`
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
