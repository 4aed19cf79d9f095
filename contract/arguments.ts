import { validateBody } from "./body.ts";
import { isUnknown } from "./engine.ts";
import type { Problem } from "./errors.ts";
import { extraProblem, knownExtraFields, viaExtra } from "./extra.ts";
import { fieldsWithoutHandler } from "./handlers.ts";
import { namesLike, own, toCamel, withArticle } from "./names.ts";
import {
  argumentFields,
  argumentNames,
  type Body,
  configuring,
  isGiven,
  isObject,
  isUnset,
  type LocalField,
  type Resource,
  returnedFields,
} from "./resource.ts";
import { screened } from "./unsendable.ts";
import { validateValue } from "./values.ts";

type Arguments = { readonly [argument: string]: unknown };

/**
 * Returns all problems of the arguments of one resource; `field` is the argument's name. Null and undefined count as not given.
 * `stored` holds the recorded arguments when the resource exists.
 */
export function validateArguments(resource: Resource, args: Arguments, stored?: Arguments): Problem[] {
  const fields = argumentFields(resource);
  const body: { [field: string]: unknown } = {};
  const problems: Problem[] = [];
  for (const [name, argument] of Object.entries(args)) {
    if (!isGiven(argument)) continue;
    const { value, problems: unsendable } = screened(name, argument, symbolAsIs);
    problems.push(...unsendable.map(({ field, detail }) => invalid(field, detail)));
    const field = fields.get(name);
    const setting = own(resource.settings ?? {}, name);
    if (field !== undefined) body[field] = value;
    else if (name === "extra" && resource.extra) problems.push(...validateExtra(resource, value, args));
    else if (!setting) problems.push({ field: name, code: "unknown_field", detail: notAnArgument(resource, name) });
    else problems.push(...settingProblems(name, setting, value));
  }
  const choice = resource.exactlyOne ?? [];
  for (const problem of validateBody(resource, configuring(resource), body, { isUnknown, nameOf: toCamel })) {
    const name = toCamel(problem.field);
    // `validateChoice` reports a missing choice among several arguments.
    if (problem.code === "required" && choice.includes(name)) continue;
    if (problem.code === "required" && isKept(resource, problem.field, args, stored)) continue;
    const sent = body[problem.field];
    const live = own(resource.extra?.values ?? {}, problem.field)?.find(
      (value) => value === sent || (Array.isArray(sent) && sent.includes(value)),
    );
    const wayOn =
      live === undefined
        ? ""
        : `; the live service has ${live}: ${viaExtra(problem.field, live === sent ? live : undefined)} instead`;
    problems.push({ ...problem, field: name, detail: `${problem.detail}${wayOn}` });
  }
  problems.push(...withoutEffect(resource, body));
  // An object that exists before the program may have its handler already.
  if (resource.operations.create) problems.push(...handlerless(resource, args));
  return [...problems, ...validateChoice(resource, args, stored)];
}

/** Returns the problems of a setting, each with the path of the part that is wrong. A part that is not known yet has none. */
function settingProblems(name: string, { type }: LocalField, value: unknown): Problem[] {
  if (!type.members) return isUnknown(value) ? [] : validateValue(type, value).map((detail) => invalid(name, detail));
  const issues = type.schema.safeParse(value).error?.issues ?? [];
  return issues.flatMap(({ path, message }) => {
    const part = path.reduce<unknown>((whole, step) => Object(whole)[step], value);
    const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
    return isUnknown(part) ? [] : [invalid(name + place, message)];
  });
}

/** A symbol stands for a value that is not known yet: no door passes a program's own symbols on. */
function symbolAsIs(value: unknown) {
  return typeof value === "symbol" ? { value } : undefined;
}

export function invalid(field: string, detail: string): Problem {
  return { field, code: "invalid", detail };
}

/** Returns a problem for each value that the service would ignore beside the other values. */
function withoutEffect({ fields }: Resource, body: Body): Problem[] {
  return Object.entries(body).flatMap(([wire, value]): Problem[] => {
    const field = own(fields, wire);
    if (!field?.onlyWith || isUnset(field, value) || isUnknown(value)) return [];
    const other = body[field.onlyWith.field];
    if (!isGiven(other) || isUnknown(other) || other === field.onlyWith.value) return [];
    const name = toCamel(field.onlyWith.field);
    const detail = `is ignored by the service unless ${name} is ${field.onlyWith.value}: remove it, or correct ${name}`;
    return [invalid(toCamel(wire), detail)];
  });
}

/**
 * True for a field that no answer shows and that an adopted object has already: the program cannot know it. Its handler stays as
 * recorded, or the object is adopted now.
 */
function isKept(resource: Resource, field: string, args: Arguments, stored: Arguments | undefined): boolean {
  if (!own(resource.fields, field)?.writeOnly) return false;
  if (keepsAsIs(resource, args)) return true;
  if (!stored || isGiven(stored[toCamel(field)])) return false;
  return resource.handlers.every((table) => {
    const name = toCamel(table.field);
    return args[name] === stored[name];
  });
}

/** Returns the settings that adopt an existing object with what it has. */
function keepers({ settings = {} }: Pick<Resource, "settings">): string[] {
  return Object.keys(settings).filter((name) => settings[name]?.adoptsAsIs);
}

/** True when a setting may adopt the object with what it has. */
function keepsAsIs(resource: Resource, args: Arguments): boolean {
  return keepers(resource).some((name) => args[name] === true || isUnknown(args[name]));
}

/** Returns a problem for each handler field that is set while neither an argument nor `extra` chooses a handler. */
export function handlerless(resource: Resource, args: Arguments): readonly Problem[] {
  const { extra } = args;
  if (isUnknown(extra)) return [];
  const further: Arguments = isObject(extra) ? extra : {};
  const isSet = (field: string) => isGiven(args[toCamel(field)]) || isGiven(further[field]);
  return fieldsWithoutHandler(resource.handlers, isSet);
}

function validateExtra(resource: Resource, extra: unknown, args: Arguments): Problem[] {
  if (typeof extra !== "object" && isUnknown(extra)) return [];
  if (!isObject(extra)) return [invalid("extra", "must be an object of fields: { call_relay_topic: … }")];
  return Object.entries(extra).flatMap((member): Problem[] => {
    const detail = extraProblem(resource, member, args);
    return detail === undefined ? [] : [invalid(`extra.${member[0]}`, detail)];
  });
}

function validateChoice(resource: Resource, args: Arguments, stored: Arguments | undefined): Problem[] {
  const choices = resource.exactlyOne ?? [];
  const isMissing = (given: Arguments) => !choices.some((name) => isGiven(given[name]));
  const [first] = choices;
  if (first === undefined) return [];
  if (isMissing(args)) {
    // An object that was adopted without this field does not need it later either.
    if (keepsAsIs(resource, args) || (stored && isMissing(stored))) return [];
    const unless = keepers(resource)
      .map((name) => `, unless ${name} is true`)
      .join("");
    return [{ field: first, code: "required", detail: `or ${choices.slice(1).join(" or ")} is required${unless}` }];
  }
  const given = choices.filter((name) => isGiven(args[name]));
  if (given.length === 1) return [];
  const detail = `and ${given.slice(1).join(" and ")} are both given: keep one of them`;
  return [invalid(first, detail)];
}

function notAnArgument(resource: Resource, name: string): string {
  return `is not an argument of ${withArticle(resource.title)}; ${remedyFor(resource, name)}`;
}

/** Suggests an argument: the same name in another case or with underscores, or a similar name. */
function remedyFor(resource: Resource, name: string): string {
  const isSame = (each: string) => simplified(each) === simplified(name);
  const names = argumentNames(resource);
  const meant = names.find(isSame);
  if (meant) return `did you mean ${meant}?`;
  const live = knownExtraFields(resource).find(isSame);
  if (live) return `the live service has it: ${viaExtra(live)}`;
  const outputs = returnedFields(resource).map(toCamel);
  if ([...outputs, ...Object.keys(resource.addedOutputs ?? {})].some(isSame))
    return "only the service sets it: remove it";
  const similar = namesLike(name, names, name.length < 6 ? 1 : 2);
  const like = similar.length > 0 ? similar : names.filter((each) => name.startsWith(each));
  return like.length > 0 ? `did you mean ${like.join(" or ")}?` : "remove it";
}

function simplified(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}
