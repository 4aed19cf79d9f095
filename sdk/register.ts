// What a class hands to the engine besides its arguments. It loads nothing but Pulumi, so a program starts fast.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { satisfiesMinimum, tooOld } from "../contract/node-version.ts";
import type { ResourceName } from "../contract/resources.ts";
import type { Finding } from "../provider/lifecycle/preview.ts";
import { assertInstalled } from "./installed.ts";
import { isRecorded, recordedOutputs } from "./recorded.ts";

/** The name of a resource's provider object in provider/index.ts. */
type ProviderName = Uncapitalize<ResourceName>;

/**
 * The text that the dynamic provider host evaluates; its `require` looks from the program's folder upwards. It stands
 * twice in the state of every resource, so it is short, and in every state ever written, so it is frozen: a changed
 * text would show as a change of every resource (docs/decisions/0001).
 */
export function providerReference(provider: ProviderName): string {
  return `exports.handler=()=>require('pulumi-signalwire/provider').${provider}`;
}

export interface Shape {
  /** The type under which the engine knows the class. */
  readonly type: string;
  readonly provider: ProviderName;
  /** The arguments that name the object, for a class that adopts what is there and never makes one. */
  readonly adoptedBy?: readonly string[];
  /** Two objects cannot have the same unique key, so a replacement deletes first, unless the program says otherwise or adopts. */
  readonly deletesFirst?: true;
  /** Every property the resource can have. */
  readonly names: readonly string[];
  readonly secrets: readonly string[];
}

type Registered<Outputs> = abstract new (
  type: string,
  name: string,
  props: pulumi.Inputs,
  opts: pulumi.CustomResourceOptions,
) => Outputs;

/**
 * Pulumi's own class with its outputs typed. No class of ours stands between it and the resource's: the engine takes the
 * frame above the resource's constructor for the place of the declaration.
 */
export function resourceWith<Outputs extends pulumi.CustomResource>(): Registered<Outputs> {
  return pulumi.CustomResource as unknown as Registered<Outputs>;
}

/**
 * Registers without stack traces until the returned function is called. Pulumi's SDK notes one for each of four promises a
 * property and renders them through source maps, more than half of what a program with many resources takes. The place of
 * the declaration is noted all the same, and an error handed to the function gets a trace of its own.
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

/** A promise and no output: that would make the resource depend on its own parent. */
function urnOf(name: string, type: string, parent: pulumi.Resource): Promise<string> {
  return new Promise((resolve) => {
    pulumi.createUrn(name, type, parent).apply(resolve);
  });
}

/** The provider learns from these which resources come before this one. */
function urnsOf(dependsOn: NonNullable<pulumi.CustomResourceOptions["dependsOn"]>): pulumi.Output<string[]> {
  return pulumi.output(dependsOn).apply((known) => pulumi.all([known].flat().map(({ urn }) => urn)));
}

/** The engine would send the provider nothing by which to find its own code. */
const NO_IMPORT =
  "the option `import` cannot work for resources of dynamic providers, which is Pulumi's limit. Leave it out: " +
  "`adopt: true` takes an endpoint over, and a number or the SIP profile is adopted as it is.";

/** The properties to register: the arguments with secrets marked, room for every output, and the reference to the provider. */
export function properties(
  { type, provider, adoptedBy, deletesFirst, names, secrets }: Shape,
  name: string,
  args: object | undefined,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Inputs {
  const { node } = process.versions;
  if (!satisfiesMinimum(node)) throw new pulumi.RunError(tooOld(node));
  assertInstalled();
  if (opts?.import !== undefined) throw new pulumi.RunError(`${type.replace(/^.*:/, "")} "${name}": ${NO_IMPORT}`);
  const given: pulumi.Inputs = { ...args };
  for (const secret of secrets) {
    // An argument is encrypted only when it is a secret itself; `additionalSecretOutputs` covers outputs alone.
    if (given[secret] !== undefined && given[secret] !== null) given[secret] = pulumi.secret(given[secret]);
  }
  // What is not among the properties at all would never become an output, not even an undefined one.
  for (const each of names) given[each] ??= undefined;
  given.__provider = providerReference(provider);
  // An object that is only looked at is not checked.
  if (opts?.id !== undefined) return given;
  // The provider's check hears these and takes them out again.
  given.__declaredAs = opts?.parent ? urnOf(name, type, opts.parent) : name;
  if (adoptedBy) given.__recorded = recordedOutputs(type, adoptedBy, given);
  // The engine stops at the first resource whose check fails. In a preview the provider therefore writes down what it finds
  // instead of failing, and `reportFindings` shows it for every resource (docs/decisions/0005).
  if (pulumi.runtime.isDryRun()) {
    given.__findings = findingsFile();
    given.__secrets = secretNames(args);
    if (deletesFirst) given.__deletesFirst = opts?.deleteBeforeReplace ?? true;
    if (opts?.dependsOn !== undefined) given.__after = urnsOf(opts.dependsOn);
  }
  return given;
}

/** The options to register: the program's, and the outputs that are secret by nature. */
export function options(
  { secrets, deletesFirst }: Shape,
  given: pulumi.CustomResourceOptions | undefined,
  args: object = {},
): pulumi.CustomResourceOptions {
  const names = new Set([...(given?.additionalSecretOutputs ?? []), ...secrets]);
  // `state taint` and `--replace` ask no provider for the order. An object that the program adopts is its own again.
  const order =
    deletesFirst && !("adopt" in args && args.adopt) ? { deleteBeforeReplace: given?.deleteBeforeReplace ?? true } : {};
  return { ...given, ...order, additionalSecretOutputs: [...names] };
}

/** Tells what the provider's check found, beside the resource; a problem fails the preview. */
export function reportFindings(resource: pulumi.CustomResource, { __findings, __deletesFirst }: pulumi.Inputs): void {
  if (typeof __findings !== "string") return;
  // Once it has a URN, it was checked.
  resource.urn.apply((urn) => {
    for (const { severity, message, unlessReplaced } of takeFindings(__findings)) {
      const report = () => {
        void (severity === "warning" ? pulumi.log.warn : pulumi.log[severity])(message, resource);
        if (severity === "error") failProgram();
      };
      if (!unlessReplaced || !__deletesFirst) report();
      else void isRecorded(urn, unlessReplaced).then((isReplaced) => isReplaced || report());
    }
  });
}

let folder: string | undefined;
let count = 0;

/** A file for each resource: the provider's process and this one share no other way past the engine, which would show it. */
function findingsFile(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), "signalwire-preview-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  count += 1;
  return join(folder, `${count}.json`);
}

function takeFindings(file: string): readonly Finding[] {
  try {
    const findings = JSON.parse(readFileSync(file, "utf8")) as readonly Finding[];
    rmSync(file);
    return findings;
  } catch {
    // Most resources have none.
    return [];
  }
}

/** The arguments that the program marked secret: the provider, which gets them in clear, must not show them. */
async function secretNames(args: object = {}): Promise<string[]> {
  const names = Object.entries(args).filter(([, value]) => typeof value === "object" && value !== null);
  const areSecret = await Promise.all(names.map(([, value]) => pulumi.isSecret(pulumi.output(value))));
  return names.filter((_, at) => areSecret[at]).map(([name]) => name);
}

/** The runs that failed already; a process can run several programs (Automation API). */
const failed = new WeakSet<object>();

/** An error that is only logged fails nothing; a rejection that nobody handles does, and still lets the program run to its end. */
function failProgram(): void {
  // Under mocks there is none.
  const run = pulumi.runtime.getStackResource() ?? failed;
  if (failed.has(run)) return;
  failed.add(run);
  const error = new pulumi.RunError(
    "Correct the problems listed by resource and run the command again. Nothing was changed at the service.",
  );
  error.stack = error.message;
  void Promise.reject(error);
}
