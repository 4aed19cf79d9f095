// What the stack's state recorded of an object that is adopted: a resource that is renamed, moved or replaced is a new one to
// the engine, and only the state still knows what was found when the object was first adopted.

import * as pulumi from "@pulumi/pulumi";

type Outputs = { readonly [name: string]: unknown };

interface Recorded {
  readonly urn: string;
  readonly type: string;
  readonly outputs: Outputs;
}

/** One look at the state a run; a process can run several programs (Automation API). */
const looked = new WeakMap<object, Promise<readonly Recorded[]>>();

/** The outputs recorded for the object that these arguments name, by whatever resource of this type. No names: there is only one. */
export function recordedOutputs(
  type: string,
  adoptedBy: readonly string[],
  args: pulumi.Inputs,
): pulumi.Output<Outputs | undefined> {
  const names = pulumi.output(Object.fromEntries(adoptedBy.map((name) => [name, args[name]])));
  return pulumi.all([names, allOutputs()]).apply(([named, all]) =>
    all
      .filter((each) => each.type === type)
      .map(({ outputs }) => outputs)
      .find(
        (outputs) =>
          adoptedBy.length === 0 ||
          adoptedBy.some((name) => named[name] !== undefined && named[name] === outputs[name]),
      ),
  );
}

/** Whether the state has these outputs for the resource itself. Where it cannot be read, it has none. */
export async function isRecorded(urn: string, outputs: Outputs): Promise<boolean> {
  const all = await allOutputs().catch(() => []);
  const own = all.find((each) => each.urn === urn);
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

/** Empty, with a warning, when the engine does not answer: then only what was found before an adoption is not known. */
async function readStack(): Promise<readonly Recorded[]> {
  const organization = organizationOf();
  const stack = pulumi.getStack();
  const names = organization === undefined ? [] : [`${organization}/${pulumi.getProject()}/${stack}`];
  // Engines that name no organization, and file backends of an old layout, know bare names only. On Pulumi Cloud such a name may be that
  // of another stack.
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
    return undefined; // Engines before 3.49 name none, and the SDK throws.
  }
}

/** The organization that the engine names where the backend has none. */
const OF_FILE_BACKENDS = "organization";

/** Milliseconds until the next look. On a file backend the engine may be writing the state, and what is half written cannot be read. */
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
