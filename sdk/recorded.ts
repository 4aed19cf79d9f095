// Reads what the state recorded of an adopted object. To the engine, a renamed, moved or replaced resource is a new one; only
// the state still holds the settings from before the first adoption.

import * as pulumi from "@pulumi/pulumi";

type Outputs = { readonly [name: string]: unknown };

interface Recorded {
  readonly urn: string;
  readonly type: string;
  readonly outputs: Outputs;
}

/** Reads the state once for each run; a process can run several programs (Automation API). */
const looked = new WeakMap<object, Promise<readonly Recorded[]>>();

/**
 * Returns the outputs recorded for the object that these arguments name, under any resource of these types. Without names, the
 * object is the only one.
 */
export function recordedOutputs(
  types: readonly string[],
  adoptedBy: readonly string[],
  args: pulumi.Inputs,
): pulumi.Output<Outputs | undefined> {
  const names = pulumi.output(Object.fromEntries(adoptedBy.map((name) => [name, args[name]])));
  return pulumi.all([names, allOutputs()]).apply(([named, all]) =>
    all
      .filter((each) => types.includes(each.type))
      .map(({ outputs }) => outputs)
      .find(
        (outputs) =>
          adoptedBy.length === 0 ||
          adoptedBy.some((name) => named[name] !== undefined && named[name] === outputs[name]),
      ),
  );
}

/** True when the state has a resource with this URN and these outputs. False when the state cannot be read. */
export async function isRecorded(urn: string, outputs: Outputs = {}): Promise<boolean> {
  const own = (await allOutputs()).find((each) => each.urn === urn);
  return own !== undefined && Object.entries(outputs).every(([name, value]) => own.outputs[name] === value);
}

function allOutputs(): Promise<readonly Recorded[]> {
  const stack = pulumi.runtime.getStackResource();
  const known = stack && looked.get(stack);
  if (known) return known;
  const answer = readStack();
  if (stack) looked.set(stack, answer);
  return answer;
}

/**
 * Returns the state's resources. When the engine does not answer, prints a warning and returns none: then only the settings
 * from before an adoption are unknown.
 */
async function readStack(): Promise<readonly Recorded[]> {
  const organization = organizationOf();
  const stack = pulumi.getStack();
  const names = organization === undefined ? [] : [`${organization}/${pulumi.getProject()}/${stack}`];
  // Engines without organization names, and file backends with the old layout, accept bare names only. On Pulumi Cloud, a bare
  // name may belong to another stack.
  if (organization === undefined || organization === OF_FILE_BACKENDS) names.push(stack);
  let reason = "";
  for (const name of names) {
    try {
      return await readPatiently(name);
    } catch (error) {
      reason ||= error instanceof Error ? error.message : String(error);
    }
  }
  void pulumi.log.warn(
    `The engine did not show the state of this stack (${reason.split("\n", 1)[0]}). A number or SIP profile that is renamed in the program without ` +
      '`aliases` counts as adopted anew in this run: `onDestroy: "restore"` would go back to its settings of now.',
  );
  return [];
}

function organizationOf(): string | undefined {
  try {
    return pulumi.getOrganization();
  } catch {
    return undefined; // Engines before 3.49 have no organization, and the SDK throws.
  }
}

/** The engine's organization name for backends without organizations. */
const OF_FILE_BACKENDS = "organization";

/**
 * Milliseconds before each further attempt. On a file backend, the engine may be writing the state, and an incomplete file
 * cannot be read.
 */
const PAUSES = [100, 200, 400, 800];

async function readPatiently(stackName: string): Promise<readonly Recorded[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { outputs = {} } = await pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", { stackName });
      return Object.entries(outputs).map(([urn, each]) => ({ ...(each as Recorded), urn }));
    } catch (error) {
      const pause = PAUSES[attempt];
      if (pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
