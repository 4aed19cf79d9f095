// What a check of a program's arguments returns besides the problems of the contract.

import {
  argumentFields,
  equivalent,
  handlerless,
  invalid,
  isGiven,
  isObject,
  own,
  type Problem,
  type Props,
  type Resource,
  targetFields,
  toCamel,
} from "../../contract/index.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface CheckFailure {
  /** Always empty: the engine prints the value of a property that a failure names, secret or not (docs/decisions/0016). */
  readonly property: "";
  readonly reason: string;
  /** The argument, for a door that knows which values are secret. */
  readonly argument?: string;
}

export interface CheckAnswer {
  readonly inputs: { [name: string]: unknown };
  readonly failures: CheckFailure[];
}

/**
 * Returns the inputs to store. An equivalent value keeps its stored form: another order of a list is no change. The inputs depend on
 * the arguments alone: an `up` under a saved plan must find the same ones as the preview.
 */
export function givenArguments(resource: Resource, olds: Props, news: Props): CheckAnswer["inputs"] {
  const fields = argumentFields(resource);
  const inputs = Object.entries(news).flatMap(([name, value]) => {
    if (!isGiven(value) || name.startsWith("__")) return [];
    const { type } = own(resource.fields, fields.get(name) ?? "") ?? own(resource.settings ?? {}, name) ?? {};
    const isKept = type && isGiven(olds[name]) && equivalent(type, olds[name], value);
    return [[name, isKept ? olds[name] : value] as const];
  });
  return Object.fromEntries(inputs);
}

/** Returns the problems that a class found before its arguments were sent. */
export function unsendable({ __unsendable: found }: Props): Problem[] {
  return Array.isArray(found)
    ? found.filter(isObject).map(({ field, detail }) => invalid(String(field), String(detail)))
    : [];
}

export function failureOf({ field, detail }: Problem): CheckFailure {
  return { property: "", reason: `${field} ${detail}`, argument: field };
}

/** Returns warnings for arguments that the service accepts but that are probably wrong, such as a handler without a target. */
export function argumentWarnings(
  { resource, warnings }: Pick<Lifecycle, "resource" | "warnings">,
  inputs: Props,
): string[] {
  const handlerWarnings = resource.operations.create
    ? []
    : handlerless(resource, inputs).map(
        ({ field, detail }) => `${field} ${detail}; until then the ${resource.title} keeps the handler that it has`,
      );
  return [...handlerWarnings, ...targetWarnings(resource, inputs), ...(warnings?.(inputs) ?? [])];
}

function targetWarnings(resource: Resource, inputs: Props): string[] {
  return resource.handlers.flatMap((table) => {
    const chooser = toCamel(table.field);
    const handler = inputs[chooser];
    if (typeof handler !== "string" || !Object.hasOwn(table.cases, handler)) return [];
    // An error in the same preview says that it is required.
    if (table.cases[handler]?.requires.length) return [];
    const targets = targetFields(table, handler).map(toCamel);
    if (targets.length === 0 || targets.some((name) => isGiven(inputs[name]))) return [];
    return [
      `${chooser} is ${handler}, and ${targets.join(" or ")} is not set: the service accepts that, and the ${resource.title} ` +
        "keeps the target that was set by hand, or hands over to no target",
    ];
  });
}
