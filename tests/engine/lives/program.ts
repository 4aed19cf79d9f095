// The text of a program that declares the resources of a model.

import { HANDLERS, hiddenOf, isScript, keyNameOf } from "./made.ts";
import {
  DOORS,
  type Door,
  handlerOf,
  isDeclared,
  type Line,
  type Made,
  type Meant,
  type Model,
  type Parent,
  PLUGIN_CLASSES,
  typeAt,
} from "./model.ts";

/** Returns the program for this model, which can be continued with resources of another door. Targets precede what reaches them. */
export function programText(model: Model, another?: Door): string {
  const sorted = [...model.resources].sort((one, other) => rankOf(one) - rankOf(other));
  const variables = new Map(sorted.map((each, at) => [each, `resource${at}`]));
  const declarations = sorted.map((each) => {
    const rings = "rings" in each && each.rings ? variables.get(each.rings) : undefined;
    const made = `${each.door === "classes" ? "" : "viaPlugin."}${each.kind}`;
    return `const ${variables.get(each)} = new ${made}("${each.name}", ${argumentsOf(each, rings)}, ${optionsOf(each)});`;
  });
  const isUsed = (door: Door) => door === another || model.resources.some((each) => each.door === door);
  const providers = DOORS.filter((door) => isDeclared(door) && isUsed(door)).map(
    (door) =>
      `const ${door} = new (class extends pulumi.ProviderResource {})("signalwire", "${door}", ${JSON.stringify(model.account)});`,
  );
  const head = `import * as viaPlugin from "${PLUGIN_CLASSES}";\n${PARENTS}\nvoid viaPlugin;`;
  return `${[head, ...providers, ...declarations].join("\n")}\nvoid [${[...variables.values()].join(", ")}];`;
}

/** A target has a lower rank than what reaches it. */
function rankOf({ kind }: Meant): number {
  if (kind === "ClientToken") return 3;
  if (kind === "PhoneNumber") return 2;
  return isScript(kind) ? 0 : 1;
}

const PARENTS = `const parents = {
  north: new pulumi.ComponentResource("test:North", "north"),
  south: new pulumi.ComponentResource("test:South", "south"),
};`;

function argumentsOf(resource: Meant, target: string | undefined): string {
  switch (resource.kind) {
    case "PhoneNumber": {
      const { digits: number, label: name, onDestroy, exclusive } = resource;
      return withTarget(resource, { number, name, onDestroy, ...(exclusive ? { exclusive } : {}) }, target);
    }
    case "ClientToken":
      return JSON.stringify({ resource: resource.resource, rotation: "never" });
    default: {
      const { kind, key, args, adopt } = resource;
      const said = { [keyNameOf(kind)]: key, ...args, ...hiddenOf(kind), ...(adopt ? { adopt } : {}) };
      return withTarget(resource, said, target);
    }
  }
}

function withTarget(resource: Made | Line, said: object, variable: string | undefined): string {
  const { argument, output } = resource.rings ? HANDLERS[resource.rings.kind] : { argument: "", output: "" };
  const parts = [
    `...${JSON.stringify({ ...said, ...handlerOf(resource) })}`,
    ...(variable === undefined ? [] : [`${argument}: ${variable}.${output}`]),
    ...("isSecret" in resource && resource.isSecret
      ? [`contents: pulumi.secret(${JSON.stringify(resource.args.contents)})`]
      : []),
  ];
  return `{ ${parts.join(", ")} }`;
}

function optionsOf({ kind, parent, alias, door }: Meant): string {
  const under = (each: Parent | undefined) => (each ? `parents.${each}` : "pulumi.rootStackResource");
  const parts = [
    ...(parent ? [`parent: ${under(parent)}`] : []),
    ...(isDeclared(door) ? [`provider: ${door}`] : []),
    ...(alias
      ? [`aliases: [{ name: "${alias.name}", parent: ${under(alias.parent)}, type: "${typeAt(kind, alias.door)}" }]`]
      : []),
  ];
  return `{ ${parts.join(", ")} }`;
}
