// The messages about an object, or a value of the unique key, that another resource has.

import { type Resource, toCamel } from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { Conflict, type RequestFailure } from "../client/errors.ts";
import { type StackConfig, settingName } from "../config/config.ts";
import type { DeclaredResources } from "../run/declared.ts";
import type { Other } from "../run/registry.ts";
import type { Run } from "../run/run.ts";

/** Returns the message about an object that stays with its new holder. */
export function notRemovedText({ title }: Resource, id: string): string {
  return `The ${title} ${id} was left alone: another resource of this stack manages it now.`;
}

/** Returns the reason why an object that another provider of the stack declares is not deleted. */
export function declaredElsewhereText({ title }: Resource, { label }: Other): string {
  return (
    `the ${label}, which another provider of this stack manages, declares the same ${title} and does not hold it yet. Nothing was deleted. ` +
    "To hand the object over, set `adopt: true` and `deleteBeforeReplace: false` on that resource; " +
    "to have a new one instead, remove the old resource in an `up` of its own first."
  );
}

/** Returns the reason why an object that a new resource of the program declares is not deleted. */
export function declaredHereText({ title }: Resource, label: string): string {
  return (
    `the new ${label} of the program declares the same ${title} and does not hold it yet. Nothing was deleted. ` +
    "Correct its failure, and run `pulumi up` again; " +
    "to have a new object instead, remove the old resource in an `up` of its own first."
  );
}

/** Announces that the engine deletes a replaced object first. The engine shows the provider no option that says otherwise. */
export function deletedFirstText({ title, uniqueKey = "" }: Resource, holder: Live): string {
  return (
    `the engine first deletes the ${title} ${String(holder.id)}, which has ${toCamel(uniqueKey)} "${String(holder[uniqueKey])}" until then. ` +
    "With `deleteBeforeReplace: false` among the resource's options, it stays and no new one is made"
  );
}

export function takenText(resource: Resource, key: string): string {
  return `${toCamel(resource.uniqueKey ?? "")} "${key}" is taken`;
}

/** Describes the object with the unique key, and the way for this run's resources to get it. */
export function takenByAnother(resource: Resource, holder: Live, declared: DeclaredResources): string {
  const name = toCamel(resource.uniqueKey ?? "");
  const giver = declared.giver(String(holder.id), holder[resource.uniqueKey ?? ""]);
  const has = `The ${resource.title} ${String(holder.id)} has this ${name}`;
  if (giver !== undefined)
    return `${has} until the ${giver} gives it up. If it has by now, run the same command again. ${orderOf(giver)}`;
  return (
    `${has}. ${orderOf(undefined)} If the resource that has it was removed from the program, remove it in an \`up\` of its own first. ` +
    `Otherwise choose another ${name}.`
  );
}

/** Explains the refusal of a unique key that nothing has any more; undefined if no resource of this run gave it up. */
export function freeByNow(
  resource: Resource,
  refusal: RequestFailure,
  key: unknown,
  declared: DeclaredResources,
): Conflict | undefined {
  const { uniqueKey = "" } = resource;
  const isAboutKey = refusal.message.toLowerCase().includes(uniqueKey);
  const giver = isAboutKey ? declared.gaveUp(key) : undefined;
  if (giver === undefined) return undefined;
  return new Conflict(
    `${refusal.message}. The ${giver} had this ${toCamel(uniqueKey)} and has given it up by now: run the same command again. ` +
      `To need one \`up\` only, set \`dependsOn: [${nameIn(giver)}]\` among this resource's options.`,
  );
}

/** Warns that the unique key is free only after another resource of this run. The engine shows the provider no order. */
export function givenUpText(resource: Resource, holder: Live, giver: string): string {
  const name = toCamel(resource.uniqueKey ?? "");
  const key = String(holder[resource.uniqueKey ?? ""]);
  return `the ${giver} gives up ${name} "${key}" in this run. ${orderOf(giver)} Otherwise the \`up\` may fail before it changes this resource.`;
}

function orderOf(giver: string | undefined): string {
  const swap = "Resources that swap theirs need two `up`s, with another one for the first.";
  if (giver === undefined)
    return `If another resource of this stack gives it up in this run, set \`dependsOn: [<that resource>]\` among this one's options. ${swap}`;
  return `This resource must come second: keep or set \`dependsOn: [${nameIn(giver)}]\` among its options. ${swap}`;
}

function nameIn(quoted: string): string {
  return /"(.+)"$/.exec(quoted)?.[1] ?? quoted;
}

interface Holder {
  readonly found: Live;
  readonly differing: readonly string[];
  /** The arguments that a preview does not know yet. */
  readonly unknown: readonly string[];
  readonly run: Run;
  /** True when the resource replaces this object. */
  readonly isOld: boolean;
}

/** Returns the remedies when the object's creator is unknown, the likeliest first. A run lists equal ones once. */
export function remedies(resource: Resource, { found, differing, unknown, run, isOld }: Holder): string {
  const isMatch = differing.length === 0 && unknown.length === 0;
  const { title } = resource;
  const name = toCamel(resource.uniqueKey ?? "");
  const state = [
    ...(isMatch ? ["everything it shows is as the program says"] : []),
    ...(differing.length > 0 ? [`it differs in ${differing.join(", ")}`] : []),
    ...(unknown.length > 0 ? [`${unknown.join(", ")} ${unknown.length === 1 ? "is" : "are"} not known yet`] : []),
  ].join(", and ");
  const holder = `The ${title} ${String(found.id)} has this ${name}, and ${state}.`;
  if (isOld)
    return (
      `${holder} It is the one that this resource replaces: set \`deleteBeforeReplace: true\` among the resource's options to delete it first, ` +
      "or `adopt: true` on the resource to keep it."
    );
  const ways = [
    'The resource was renamed or moved in the program: set `aliases: [{ name: "<old name>" }]` among its options.',
    "`--replace` or `state taint` is to make it anew: run `pulumi destroy --target <the resource's URN>` first, then `pulumi up`.",
    `Another resource of this stack gives the ${name} up in this run: set \`dependsOn: [<that resource>]\` among the options.`,
    `An interrupted \`up\` left it, or another stack or a person made it: with \`adopt: true\` the resource takes it over. ` +
      "It is set to what the program says, and deleted with the resource unless that has `retainOnDelete: true`.",
    ...(isMatch ? [afterCrash(title, run.config)] : []),
    `None of these: choose another ${name}.`,
  ];
  const list = ways.join("\n- ");
  const object = `${title} "${String(found[resource.uniqueKey ?? ""])}"`;
  // The engine may check a resource twice and show only the second answer, so the first object keeps the list.
  const first = run.firstOf(`ways on ${list}`, object);
  return first === object
    ? `${holder} The ways on:\n- ${list}`
    : `${holder} The ways on are those of the ${first}, listed with its error.`;
}

function afterCrash(title: string, config: StackConfig | undefined): string {
  const effect = `takes over each ${title} that matches like this one`;
  const records = "`pulumi refresh --clear-pending-creates`, which removes Pulumi's records of interrupted creates";
  if (config?.isDeclared)
    return (
      `A crash left many: ${settingName(config, "adoptMatching")} ${effect}. ` +
      `Set it to true for one \`up --refresh\`, then run ${records}.`
    );
  return (
    `A crash left many: \`pulumi up --refresh --config signalwire:adoptMatching=true\` ${effect}. ` +
    `Then run \`pulumi config rm signalwire:adoptMatching\`, because \`--config\` saves the setting, and ${records}.`
  );
}
