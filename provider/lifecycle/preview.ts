// Reports in a preview what an `up` would meet and change at the service. A create runs as a dry run against the service's
// lists, so that the announced and the real changes come from the same code.

import { isDeepStrictEqual } from "node:util";
import {
  isGiven,
  isSingle,
  isUnknown,
  number,
  type Props,
  plural,
  type Resource,
  SECRET,
  toCamel,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { MOST_LISTED, NOT_THERE_YET, type NotedUpdate, NotListed } from "../client/dry-run.ts";
import { Conflict, isWrongAddress, RequestFailure } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { ConfigurationError, InstallationError, type StackConfig, settingName } from "../config/config.ts";
import { switchIn } from "../config/settings.ts";
import { bodyOf, changesOf } from "../fields/outward.ts";
import type { DeclaredResources } from "../run/declared.ts";
import type { Run } from "../run/run.ts";
import { announcedChanges, changeLines } from "./announced.ts";
import { argumentWarnings } from "./check.ts";
import { describeFailure, OperationFailure } from "./failures.ts";
import { deletedFirstText, givenUpText, takenByAnother } from "./holders.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { keyIn } from "./recognition.ts";
import { danglingFields } from "./references.ts";
import { assertSameProject } from "./stored.ts";

/** A message about a resource. An error fails the preview. */
export interface Finding {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** Not reported when the state has these outputs for the same resource: then the resource is deleted first (`--replace`). */
  readonly unlessReplaced?: Props;
  /** The adopted object's outputs that no update changes. */
  readonly adopted?: Props;
}

/** A resource in a preview. */
export interface Previewed {
  readonly lifecycle: Lifecycle;
  readonly inputs: Props;
  /** The outputs or the inputs of the last `up`, for an existing resource. */
  readonly olds?: Props | undefined;
  /** Arguments that the program marked secret. */
  readonly secrets: readonly string[];
  /** The problems that the check found. With any, the service is not asked. */
  readonly errors?: readonly string[];
  readonly run: Run;
}

/** Returns what an `up` would meet and change, beyond the engine's diff. Reads lists and sends no write. */
export async function findingsOn(previewed: Previewed): Promise<Finding[]> {
  const { lifecycle, inputs, olds, errors = [] } = previewed;
  const asFindings = (severity: Finding["severity"], messages: readonly string[]) =>
    messages.map((message): Finding => ({ severity, message }));
  const warnings = asFindings("warning", argumentWarnings(lifecycle, inputs));
  if (errors.length > 0) return [...asFindings("error", errors), ...warnings];
  return [...warnings, ...(await (olds ? findingsOnUpdate(previewed, olds) : findingsOnCreate(previewed)))];
}

async function findingsOnCreate(previewed: Previewed): Promise<Finding[]> {
  const { lifecycle, inputs, secrets, run } = previewed;
  const { resource } = lifecycle;
  const declared = run.declared(resource);
  if (!declared.identifies(inputs) || hasUnknownSetting(resource, inputs)) return [];
  // A replacement may release the recorded object first, so what has the key now says nothing about the create.
  if (declared.checkOf(inputs)?.olds && declared.recorded(inputs)) return [];
  return lookedUp(previewed, async (client, updates) => {
    assertSameProject(declared.recorded(inputs) ?? {}, run.config);
    const holder = await holderOf(client, resource, inputs);
    const freed = holder && freedFirst(previewed, holder);
    const made = freed ? undefined : await lifecycle.create(client, withSupplied(resource, inputs), run);
    const missing = await missingTargets(client, resource, inputs);
    if (missing.length > 0) return missing;
    if (!made || made.id === NOT_THERE_YET) return freed ?? [];
    const { id, outputs, warnings = [] } = made;
    const name = isSingle(resource) ? "" : ` "${lifecycle.label(outputs)}" (${id})`;
    const message = `adopts the ${resource.title}${name}${announcedChanges(resource, updates, secrets)}`;
    const fixed = fixedOutputs(resource, outputs);
    return [
      { severity: "info", message, ...(Object.keys(fixed).length > 0 && { adopted: fixed }) },
      ...warnings.map((warning): Finding => ({ severity: "warning", message: warning })),
    ];
  });
}

/**
 * Returns the findings on a unique key that the `up` frees before this create: another resource gives it up, or a replacement
 * deletes its object. Undefined for a key that stays taken.
 */
function freedFirst({ lifecycle: { resource }, inputs, run }: Previewed, holder: Live): Finding[] | undefined {
  if (!resource.operations.create) return undefined;
  const declared = run.declared(resource);
  const warnings = givenUp(resource, holder, declared);
  if (warnings.length > 0) return warnings;
  const { isCompared, deletesFirst } = declared.checkOf(inputs) ?? {};
  const isReplaced = declared.replaces(inputs, holder[resource.uniqueKey ?? ""]);
  if (!isReplaced || !(deletesFirst ?? isCompared)) return undefined;
  // Only a class states the order.
  return deletesFirst ? [] : [{ severity: "info", message: deletedFirstText(resource, holder) }];
}

/** Returns the findings of a look at the service's lists; none where the preview does not ask it. */
async function lookedUp(
  previewed: Previewed,
  look: (client: Client, updates: readonly NotedUpdate[]) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { run } = previewed;
  const { resource } = previewed.lifecycle;
  if (run.isServiceAway || !switchIn(run.config, "previewLookups") || !(resource.operations.list || isSingle(resource)))
    return [];
  const updates: NotedUpdate[] = [];
  try {
    return await look(
      run.lists().dryRun((update) => updates.push(update)),
      updates,
    );
  } catch (error) {
    return findingsOfFailure(error, previewed);
  }
}

/** Returns the outputs that no update changes. A missing output is undefined. */
export function fixedOutputs(resource: Resource, outputs: Props): Props {
  const fixed = Object.entries(resource.fields).filter(([, field]) => field.immutable);
  return Object.fromEntries(fixed.map(([wire]) => [toCamel(wire), outputs[toCamel(wire)]]));
}

/** True when the effect of a setting cannot be known yet. */
function hasUnknownSetting(resource: Resource, inputs: Props): boolean {
  return Object.keys(resource.settings ?? {}).some((name) => isUnknown(inputs[name]));
}

/** Removes settings that only supply a value, such as `passwordFrom`: the value may be missing where a preview runs. */
function withSupplied(resource: Resource, inputs: Props): Props {
  const sources = Object.entries(resource.settings ?? {}).filter(
    ([name, { supplies }]) => supplies && isGiven(inputs[name]),
  );
  const supplied = sources.flatMap(([name, { supplies = "" }]) => [
    [name, undefined] as const,
    [toCamel(supplies), SECRET] as const,
  ]);
  return { ...inputs, ...Object.fromEntries(supplied) };
}

/** The engine checks a forced replacement like a new resource; only the state distinguishes them. */
function unlessReplaced(resource: Resource, inputs: Props): Pick<Finding, "unlessReplaced"> {
  if (!resource.uniqueKey || !resource.operations.create) return {};
  const name = toCamel(resource.uniqueKey);
  return { unlessReplaced: { [name]: inputs[name] } };
}

/** Returns the findings on an existing resource. Sends one request if no look-up sends any. */
async function findingsOnUpdate(previewed: Previewed, olds: Props): Promise<Finding[]> {
  const { lifecycle, inputs, run } = previewed;
  const { resource } = lifecycle;
  const changes = changesOf(resource, olds, inputs);
  const changed = Object.keys(inputs).filter((name) => !isDeepStrictEqual(olds[name], inputs[name]));
  // Another source of a supplied value, or a new version of it, sends the value.
  const settings = resource.settings ?? {};
  const isSupplied = Object.entries(settings).some(([name, { supplies }]) => supplies && isGiven(inputs[name]));
  const isSet = changed.some((name) => Object.hasOwn(settings, name));
  if (Object.keys(changes).length === 0 && !isSet) return [];
  return lookedUp(previewed, async (client) => {
    // After an unknown outcome, the key is sent again although it is the same.
    const isKeyChanged =
      isGiven(changes[resource.uniqueKey ?? ""]) && keyIn(resource, olds) !== keyIn(resource, inputs);
    const taken = isKeyChanged ? await takenKey(client, previewed, olds) : [];
    const missing = await missingTargets(client, resource, inputs, changed);
    const isSent = Object.keys(changes).length > 0 || isSupplied;
    if (isSent && !run.lists().isAsked && run.isFirst("preview credentials")) await askOnce(client, resource);
    return [...taken, ...missing, ...(await takenSettings(client, previewed, olds))];
  });
}

/** Returns the settings that an update resets although the program does not name them. */
async function takenSettings(client: Client, previewed: Previewed, olds: Props): Promise<Finding[]> {
  const { lifecycle, inputs, secrets } = previewed;
  if (!lifecycle.resets || hasUnknownSetting(lifecycle.resource, inputs)) return [];
  const { found = {}, reset = {} } = (await lifecycle.resets(client, olds, inputs)) ?? {};
  const changes = changeLines(lifecycle.resource, { found, body: reset, secrets });
  return changes.length > 0 ? [{ severity: "info", message: `takes over every setting: ${changes.join("; ")}` }] : [];
}

async function takenKey(client: Client, { lifecycle, inputs, run }: Previewed, olds: Props): Promise<Finding[]> {
  const { resource } = lifecycle;
  const declared = run.declared(resource);
  const holder = await holderOf(client, resource, inputs);
  // If no object has the old key, the resource's own object may have the new key by now.
  if (!holder || !(await holderOf(client, resource, olds))) return [];
  const warnings = givenUp(resource, holder, declared);
  if (warnings.length > 0) return warnings;
  const name = toCamel(resource.uniqueKey ?? "");
  const message = `${name} "${String(inputs[name])}" is taken. ${takenByAnother(resource, holder, declared)}`;
  return [{ severity: "error", message }];
}

/** Returns the object that has the unique key of these inputs. */
async function holderOf(client: Client, resource: Resource, inputs: Props): Promise<Live | undefined> {
  const { uniqueKey, parent } = resource;
  const parts = [uniqueKey, parent].flatMap((wire) => (wire === undefined ? [] : [inputs[toCamel(wire)]]));
  const isKnown = parts.length > 0 && parts.every((part) => typeof part === "string" && !isUnknown(part));
  return isKnown ? client.collection(resource).find(keyIn(resource, inputs)) : undefined;
}

/** Returns a warning when the resource that has the unique key gives it up in this run. */
function givenUp(resource: Resource, holder: Live | undefined, declared: DeclaredResources): Finding[] {
  const giver = holder && declared.giver(String(holder.id), holder[resource.uniqueKey ?? ""]);
  return giver === undefined ? [] : [{ severity: "warning", message: givenUpText(resource, holder as Live, giver) }];
}

/** Returns ids in the program for which the project has no object. */
async function missingTargets(
  client: Client,
  resource: Resource,
  inputs: Props,
  names = Object.keys(inputs),
): Promise<Finding[]> {
  const dangling = (await danglingFields(client, resource, bodyOf(resource, inputs))).map(toCamel);
  return dangling
    .filter((name) => names.includes(name))
    .map((name) => ({
      severity: "error",
      message: `${name} is ${String(inputs[name])}, and the project has no such object. Correct it, or use the \`id\` of a resource of this program.`,
    }));
}

/** Sends one request when no look-up did, to find refused credentials. */
async function askOnce(client: Client, resource: Resource): Promise<void> {
  const collection = client.collection(resource);
  if (isSingle(resource)) await collection.read();
  else for await (const _ of collection.list()) break;
}

/** Returns the findings for a failed look. An error is the one that the `up` would report. */
function findingsOfFailure(error: unknown, { lifecycle, inputs, olds, run }: Previewed): Finding[] {
  const { resource, verbs } = lifecycle;
  const { config } = run;
  if (error instanceof InstallationError)
    return once(run, "preview installation", { severity: "error", message: error.message });
  // The check of the configuration already reported it.
  if (error instanceof ConfigurationError) return [];
  if (error instanceof NotListed)
    return once(run, `preview ${resource.kind}`, { severity: "warning", message: beyondTheListText(resource) });
  if (error instanceof OperationFailure) return [{ severity: "error", message: error.message }];
  if (error instanceof Conflict) {
    // An endpoint can be compared only when all its arguments are known.
    if (switchIn(config, "adoptMatching") && Object.values(inputs).some(isUnknown)) return [];
    return [{ severity: "error", message: error.message, ...unlessReplaced(resource, inputs) }];
  }
  if (!(error instanceof RequestFailure)) throw error;
  const action = olds ? verbs.update : verbs.create;
  const subject = { resource, action, label: lifecycle.label(inputs), config, mayHaveWritten: false };
  const { message } = describeFailure(error, subject);
  if (error.code === "unauthorized") return once(run, `preview ${error.code}`, { severity: "error", message });
  if (error.code === "not_found" || (error.status === 404 && isSingle(resource)))
    return [{ severity: "error", message }];
  run.isServiceAway = true;
  if (isWrongAddress(error)) return once(run, "preview away", { severity: "error", message });
  return once(run, "preview away", { severity: "warning", message: unansweredText(error, config) });
}

function once(run: Run, what: string, finding: Finding): Finding[] {
  return run.isFirst(what) ? [finding] : [];
}

function beyondTheListText({ title }: Resource): string {
  return `only the first ${number(MOST_LISTED)} ${plural(title)} of the project were looked at; what lies beyond, the \`up\` finds out`;
}

function unansweredText({ message }: RequestFailure, config: StackConfig | undefined): string {
  const remedy = config?.isDeclared
    ? `${settingName(config, "previewLookups")}: false`
    : "`pulumi config set signalwire:previewLookups false`";
  return `the service could not be asked what is there already: ${message}. The preview goes on without; ${remedy} has it not ask at all`;
}
