// Extra properties that a class registers besides its arguments. This file loads only Pulumi, so that programs start fast.

import * as pulumi from "@pulumi/pulumi";
import { satisfiesMinimum, tooOld } from "../contract/node-version.ts";
import type { ResourceName } from "../contract/resources.ts";
import type { Finding } from "../provider/lifecycle/preview.ts";
import { aliasesFromOtherDoor, declaredProvider, type Types } from "./doors.ts";
import { assertInstalled } from "./installed.ts";
import { isRecorded, recordedOutputs } from "./recorded.ts";
import { type Reports, receiveReports } from "./reports.ts";
import { sendable } from "./sendable.ts";
import { assertKnownSettings } from "./settings.ts";
import { NoTemporaryFolder } from "./temporary.ts";

/** The name of a resource's provider object in provider/index.ts. */
type ProviderName = Uncapitalize<ResourceName>;

/**
 * Returns the text that the dynamic provider host evaluates; its `require` searches from the program's folder upwards. It is
 * short, because the state holds it twice for every resource. It is frozen, because a changed text would show as a change of
 * every resource. `pulumi.dynamic.Resource` would serialize the provider instead: that loads the TypeScript compiler in each run
 * of a program, fails on `#private` fields, and stores paths of files.
 */
export function providerReference(provider: ProviderName): string {
  return `exports.handler=()=>require('pulumi-signalwire/provider').${provider}`;
}

export interface Shape extends Types {
  readonly provider: ProviderName;
  /** The arguments that name the object, for a class that only adopts existing objects. */
  readonly adoptedBy?: readonly string[];
  /**
   * Two objects cannot share a unique key, so a replacement deletes the old one first, unless the program sets
   * `deleteBeforeReplace: false` or adopts.
   */
  readonly deletesFirst?: true;
  /** The argument whose value is unique to each object. */
  readonly key?: string;
  /** The output that an update keeps: the address of a script. */
  readonly keeps?: string;
  /** The arguments that take data of any form. */
  readonly open?: readonly string[];
  /** Every property that the resource can have. */
  readonly names: readonly string[];
  readonly secrets: readonly string[];
}

/**
 * Turns off stack traces until the returned function is called. Pulumi's SDK renders one for each of four promises of every
 * property, which takes more than half of the time of a large program. The place of the declaration is still recorded, and an
 * error passed to the function gets a trace of its own.
 */
export function pauseStackTraces(): <E>(error?: E) => E | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  return (error) => {
    Error.stackTraceLimit = limit;
    if (error instanceof Error) Error.captureStackTrace(error);
    return error;
  };
}

/** Returns a promise instead of an output, because an output would make the resource depend on its own parent. */
function urnOf(name: string, type: string, parent: pulumi.Resource): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

/** The error for the option `import`: with it, the engine sends no `__provider`, which a dynamic provider needs. */
const NO_IMPORT =
  "the option `import` cannot work for resources of dynamic providers, which is Pulumi's limit. Leave it out: " +
  "`adopt: true` takes an endpoint over, and a number or the SIP profile is adopted as it is. " +
  "With a declared provider (`provider: new Provider(…)`) `import` works.";

/** The arguments of Pulumi's own constructor. */
export interface Registration {
  readonly type: string;
  readonly properties: pulumi.Inputs;
  readonly options: pulumi.CustomResourceOptions;
}

/** Returns the registration of a resource: through the dynamic provider, or through the plugin when a provider is declared. */
export function registration(
  shape: Shape,
  name: string,
  written: object | undefined,
  given: pulumi.CustomResourceOptions | undefined,
): Registration {
  const isDeclared = declaredProvider(shape, given) !== undefined;
  const { args, problems } = sendable(written, shape.open ?? []);
  const properties = isDeclared ? propertiesFor(shape, args, given) : dynamicProperties(shape, name, args, given);
  return {
    type: isDeclared ? shape.pluginType : shape.type,
    // The provider's check reads the problems, so that it reports them with all others.
    properties: problems ? { ...properties, __unsendable: problems } : properties,
    options: options(shape, name, given, args),
  };
}

/**
 * Returns the arguments with secrets marked, and what the state recorded of an adopted object. A name that is missing from the
 * properties would never become an output.
 */
function propertiesFor(
  { type, pluginType, adoptedBy, names, secrets }: Shape,
  args: object | undefined,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  const given: pulumi.Inputs = { ...args };
  for (const secret of secrets) {
    // An argument is encrypted only when it is itself a secret; `additionalSecretOutputs` covers outputs only.
    if (given[secret] !== undefined && given[secret] !== null) given[secret] = pulumi.secret(given[secret]);
  }
  for (const each of names) given[each] ??= undefined;
  // An object that is only looked up is not checked.
  if (opts?.id === undefined && adoptedBy) given.__recorded = recordedOutputs([type, pluginType], adoptedBy, given);
  return given;
}

/** Returns the properties for the dynamic provider, with the reference to its code. */
function dynamicProperties(
  shape: Shape,
  name: string,
  args: object | undefined,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  const { type, provider, deletesFirst } = shape;
  const { node } = process.versions;
  if (!satisfiesMinimum(node)) throw new pulumi.RunError(tooOld(node));
  assertInstalled();
  assertKnownSettings();
  if (opts?.import !== undefined) throw new pulumi.RunError(`${type.replace(/^.*:/, "")} "${name}": ${NO_IMPORT}`);
  const given = propertiesFor(shape, args, opts);
  given.__provider = providerReference(provider);
  if (opts?.id !== undefined) return given;
  // The provider's check reads these properties and removes them.
  given.__declaredAs = opts?.parent ? urnOf(name, type, opts.parent) : name;
  if (Object.values(args ?? {}).some(mayBeOutput)) given.__secrets = secretNames(args);
  // The engine stops at the first resource whose check fails. In a preview the provider therefore reports what it finds to this
  // process instead of failing, and `reportFindings` shows it for every resource (docs/decisions/0005).
  if (pulumi.runtime.isDryRun()) {
    given.__findings = findingsKey();
    if (deletesFirst) given.__deletesFirst = opts?.deleteBeforeReplace ?? true;
  }
  return given;
}

/**
 * Returns the options to register: the program's options, the names of secret outputs, and the alias of a resource that changes
 * its door.
 */
function options(
  shape: Shape,
  name: string,
  given: pulumi.CustomResourceOptions | undefined,
  args: object = {},
): pulumi.CustomResourceOptions {
  const { secrets, deletesFirst } = shape;
  const names = new Set([...(given?.additionalSecretOutputs ?? []), ...secrets]);
  // `state taint` and `--replace` do not ask the provider for the order. The replacement of an adopted object adopts the same
  // object again.
  const order =
    deletesFirst && !("adopt" in args && args.adopt) ? { deleteBeforeReplace: given?.deleteBeforeReplace ?? true } : {};
  const moved = given?.id === undefined ? aliasesFromOtherDoor(shape, name, given) : [];
  const aliases = moved.length > 0 ? { aliases: [...(given?.aliases ?? []), ...moved] } : {};
  return { ...given, ...order, ...aliases, additionalSecretOutputs: [...names] };
}

/** Prints the findings of the provider's check for the resource. A problem fails the preview. */
export function reportFindings(resource: pulumi.CustomResource, { __findings, __deletesFirst }: pulumi.Inputs): void {
  if (!Array.isArray(__findings)) return;
  const key = String(__findings[1]);
  // A resource with a URN was checked.
  resource.urn.apply((urn) => {
    // Most resources have no findings.
    const findings = (reports?.received.get(key) ?? []) as readonly Finding[];
    for (const { severity, message, unlessReplaced } of findings) {
      const report = () => {
        void (severity === "warning" ? pulumi.log.warn : pulumi.log[severity])(message, resource);
        if (severity === "error") failProgram();
      };
      if (!unlessReplaced || !__deletesFirst) report();
      else void isRecorded(urn, unlessReplaced).then((isReplaced) => isReplaced || report());
    }
  });
}

/**
 * Shows in a preview the output that an update keeps: the engine takes every output of an update for unknown, so each resource that
 * names the address of a changed script would look changed too. The provider's diff reports it (provider/doors/dynamic.ts).
 */
export function showKept(resource: pulumi.CustomResource, { keeps }: Shape, { __findings }: pulumi.Inputs): void {
  if (keeps === undefined || !Array.isArray(__findings)) return;
  const shown = Object(resource)[keeps] as pulumi.Output<unknown>;
  // A resource with a URN was compared.
  const known = resource.urn.apply(() => reports?.received.get(`kept ${__findings[1]}`) ?? shown);
  Object.assign(resource, { [keeps]: known });
}

let reports: Reports | undefined;
let count = 0;

/** Returns the socket of this process, and a key of its own for each resource. */
function findingsKey(): readonly [path: Promise<string>, key: string] {
  reports ??= receivedHere();
  count += 1;
  return [reports.path, String(count)];
}

function receivedHere(): Reports {
  try {
    return receiveReports();
  } catch (error) {
    throw error instanceof NoTemporaryFolder ? new pulumi.RunError(error.message) : error;
  }
}

/**
 * Returns the names of the arguments that the program marked secret. The provider gets their values in clear and must not print
 * them.
 */
async function secretNames(args: object = {}): Promise<string[]> {
  const names = Object.entries(args).filter(([, value]) => mayBeOutput(value));
  const areSecret = await Promise.all(names.map(([, value]) => pulumi.isSecret(pulumi.output(value))));
  return names.filter((_, at) => areSecret[at]).map(([name]) => name);
}

function mayBeOutput(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The runs that already failed; a process can run several programs (Automation API). */
const failed = new WeakSet<object>();

/** Fails the program but lets it run to its end. A logged error would not fail it, so this leaves a rejection unhandled. */
function failProgram(): void {
  // Under mocks, there is no stack resource.
  const run = pulumi.runtime.getStackResource() ?? failed;
  if (failed.has(run)) return;
  failed.add(run);
  const error = new pulumi.RunError(
    "Correct the problems listed by resource and run the command again. Nothing was changed at the service.",
  );
  error.stack = error.message;
  void Promise.reject(error);
}
