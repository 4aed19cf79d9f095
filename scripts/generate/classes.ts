// Generates TypeScript from a descriptor: the interfaces of arguments and outputs, and the class.

import { argumentName, dynamicType, type Resource, type ResourceName } from "../../contract/index.ts";
import { comment, hasChoices, memberDoc, renderArguments, upperFirst } from "./argument-types.ts";
import { args, kebabCase, lowerFirst, type Member, outputs, paragraphs } from "./arguments.ts";
import { codeBlock } from "./examples.ts";

export function renderClass(className: ResourceName, resource: Resource): string {
  const settable = args(resource);
  const properties = [...settable, ...outputs(resource)];
  const isOptional = !resource.exactlyOne && settable.every((each) => !each.required);
  const secrets = properties.filter((each) => each.secret);
  const name = lowerFirst(className);
  return `${HEADER}
import type * as pulumi from "@pulumi/pulumi";
${resource.usage.lookUpByKey ? 'import { idByKey } from "../look-up.ts";\n' : ""}import { options, pauseStackTraces, properties, reportFindings, resourceWith, type Shape } from "../register.ts";

${renderArguments(className, resource)}

/** The outputs of a ${className}: what the program set, and what the service or the provider added. */
export interface ${className}Outputs extends pulumi.CustomResource {
${properties.map((each) => `${memberDoc(resource, each)}\n  readonly ${each.name}: ${outputType(each)};`).join("\n\n")}
}

/** Every property a ${className} can have. */
export const ${name}Names = ${quoted(properties.map((each) => each.name))} as const;

/** Arguments and outputs that are encrypted in state. */
export const ${name}Secrets = ${quoted(secrets.map((each) => each.name))} as const;

const TYPE = "${dynamicType(className)}";
const SHAPE: Shape = {
  type: TYPE,
  provider: "${name}",${adoptedBy(resource)}${resource.uniqueKey && resource.operations.create ? "\n  deletesFirst: true," : ""}
  names: ${name}Names,
  secrets: ${name}Secrets,
};

${classDoc(className, resource)}
export class ${className} extends resourceWith<${className}Outputs>() {
  /** What policies recognise the class by. */
  static readonly __pulumiType = TYPE;
${lookUp(className, resource)}
  constructor(name: string, args${isOptional ? "?" : ""}: ${className}Args, opts?: pulumi.CustomResourceOptions) {
    const resume = pauseStackTraces();
    try {
      const given = properties(SHAPE, name, args, opts);
      super(TYPE, name, given, options(SHAPE, opts, args));
      reportFindings(this, given);
    } catch (error) {
      throw resume(error);
    }
    resume();
  }
}
`;
}

/** Returns the module that exports all classes. */
export function renderIndex(resources: readonly (readonly [className: string, resource: Resource])[]): string {
  const exports = resources.map(([name, resource]) => {
    const types = [`type ${name}Args`, ...(hasChoices(resource) ? [`type ${name}CommonArgs`] : [])];
    return `export { ${name}, ${types.join(", ")} } from "./${kebabCase(name)}.ts";`;
  });
  return `${HEADER}\n${exports.join("\n")}\n`;
}

const HEADER = "// Generated from contract/ by `npm run generate`. Do not edit.\n";

/** Returns the arguments that name the object, for a class that only adopts. Empty for a singleton. */
function adoptedBy({ exactlyOne = [], operations }: Resource): string {
  return operations.create ? "" : `\n  adoptedBy: ${quoted(exactlyOne)},`;
}

function lookUp(className: string, resource: Resource): string {
  const { title, usage } = resource;
  if (usage.lookUpId === undefined) return "";
  return `
  /**
   * Looks at a ${title} that this stack does not manage. Everything the service tells of it is an output; it is read
   * anew on each run and never changed.
   *
   * @param id - ${usage.lookUpId}.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ${className} {
    return new ${className}(name, undefined as unknown as ${className}Args, { ...opts, id });
  }
${lookUpByKey(className, resource)}`;
}

function lookUpByKey(className: string, resource: Resource): string {
  const { title, uniqueKey, usage } = resource;
  if (!usage.lookUpByKey || uniqueKey === undefined) return "";
  const key = argumentName(resource, uniqueKey);
  return `
  /**
   * Looks at the ${title} with this \`${key}\`, which this stack does not manage; the program fails where there is none.
   * Each run asks the service anew, a preview too.
   */
  static getBy${upperFirst(key)}(name: string, ${key}: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): ${className} {
    return ${className}.get(name, idByKey(SHAPE, ${key}), opts);
  }
`;
}

function classDoc(className: string, resource: Resource): string {
  const example = `@example\n${codeBlock(className, "typescript")}`;
  return comment([...paragraphs(className, resource), example].join("\n\n"), "");
}

function outputType({ field, required, always }: Member): string {
  return `pulumi.Output<${field.type.ts}${required || always ? "" : " | undefined"}>`;
}

function quoted(names: readonly string[]): string {
  return `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
}
