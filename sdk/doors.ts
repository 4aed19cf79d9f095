// Decides which provider serves a resource: Pulumi's dynamic provider, or the plugin where the program declares a `Provider`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { isRecorded } from "./recorded.ts";

/** The types under which the engine knows a class. */
export interface Types {
  /** The type of the dynamic provider, which serves every resource without a declared provider. */
  readonly type: string;
  readonly pluginType: string;
}

/**
 * Returns the declared provider that serves a resource with these options: its own, or the one of the nearest component that
 * has one. Otherwise returns undefined.
 */
export function declaredProvider(
  { pluginType }: Pick<Types, "pluginType">,
  opts: Pick<pulumi.CustomResourceOptions, "provider" | "parent"> | undefined,
): pulumi.ProviderResource | undefined {
  const provider = opts?.provider ?? opts?.parent?.getProvider(pluginType);
  return provider && packageOf(provider) === PACKAGE ? provider : undefined;
}

/**
 * Returns the alias by which the resource keeps its object when it comes from the other door. Returns an alias only when the
 * state has the other resource: an unneeded one fails with "Duplicate resource alias" as soon as a second resource of the same
 * name uses the other door.
 */
export function aliasesFromOtherDoor(
  { type, pluginType }: Types,
  name: string,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Output<pulumi.URN>[] {
  const isDeclared = declaredProvider({ pluginType }, opts) !== undefined;
  const own = pulumi.createUrn(name, isDeclared ? pluginType : type, opts?.parent);
  const { registered } = currentRun();
  own.apply((urn) => registered.add(urn));
  // Without the plugin, the state has no resources of it. Under mocks, there is no stack resource and no state.
  if (!isDeclared && !(pulumi.runtime.getStackResource() && mayFindPlugin())) return [];
  const other = pulumi.createUrn(name, isDeclared ? type : pluginType, opts?.parent);
  return [
    pulumi.all([own, other]).apply(async ([ownUrn, otherUrn]) => {
      const hasMoved = !(await isRecorded(ownUrn)) && (await isRecorded(otherUrn)) && !registered.has(otherUrn);
      return hasMoved ? otherUrn : ownUrn;
    }),
  ];
}

/** Throws with the lines to add to Pulumi.yaml when the engine cannot find the plugin. */
export function assertPluginFound(): void {
  if (mayFindPlugin()) return;
  throw new pulumi.RunError(
    "Pulumi cannot find the plugin `signalwire`, which serves resources with a declared provider. Add these lines to Pulumi.yaml:\n\n" +
      "plugins:\n  providers:\n    - name: signalwire\n      path: node_modules/.bin\n",
  );
}

const PACKAGE = "signalwire";
const EXECUTABLE = "pulumi-resource-signalwire";

/** The SDK declares this method as internal (docs/decisions/0017). Without it no provider counts as declared. */
function packageOf(provider: pulumi.ProviderResource): string | undefined {
  return (provider as unknown as { getPackage?: () => string }).getPackage?.();
}

interface CurrentRun {
  /** The URNs that the program has registered. */
  readonly registered: Set<string>;
  mayFindPlugin?: boolean;
}

/** A process can run several programs (Automation API). */
const runs = new WeakMap<object, CurrentRun>();

function currentRun(): CurrentRun {
  const key = pulumi.runtime.getStackResource() ?? runs;
  const run = runs.get(key) ?? { registered: new Set() };
  runs.set(key, run);
  return run;
}

/** True when the engine may find the plugin. Looks once for each run. */
function mayFindPlugin(): boolean {
  const run = currentRun();
  run.mayFindPlugin ??= isInProject() || isOnPath() || isInstalled() || isAttached();
  return run.mayFindPlugin;
}

/** `plugins: { providers: [{ name: signalwire }] }` and `packages: { signalwire: … }`. Only the project's own name begins a line. */
const LISTED = [
  /(?<!^)\bname["']?\s*:\s*["']?signalwire["']?\s*(?:$|[,}#])/m,
  /[ \t{,](?:signalwire:\s|(["'])signalwire\1\s*:)/,
];

/**
 * True when the project's file lists the plugin, under `plugins` or `packages`, and where no file can be found: in inline
 * programs, and under mocks.
 */
function isInProject(): boolean {
  const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(pulumi.getRootDirectory(), name));
  const file = files.find((each) => existsSync(each));
  return !file || LISTED.some((each) => each.test(readFileSync(file, "utf8")));
}

function isOnPath(): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => ["", ".cmd", ".exe"].some((end) => existsSync(join(folder, EXECUTABLE + end))));
}

/** True when `pulumi plugin install` has put a copy into Pulumi's own folder. */
function isInstalled(): boolean {
  const plugins = join(process.env.PULUMI_HOME ?? join(homedir(), ".pulumi"), "plugins");
  return existsSync(plugins) && readdirSync(plugins).some((name) => name.startsWith(`resource-${PACKAGE}-`));
}

/** True when the engine uses a plugin that is already running. */
function isAttached(): boolean {
  return /(?:^|,)signalwire:/.test(process.env.PULUMI_DEBUG_PROVIDERS ?? "");
}
