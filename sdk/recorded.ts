// What the stack's state recorded of an object that is adopted: a resource that is renamed, moved or replaced is a new one to
// the engine, and only the state still knows what was found when the object was first adopted.

import * as pulumi from "@pulumi/pulumi";

type Outputs = { readonly [name: string]: unknown };

/** One look at the state a run; a process can run several programs (Automation API). */
const looked = new WeakMap<object, Promise<readonly { type: string; outputs: Outputs }[]>>();

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

function allOutputs(): Promise<readonly { type: string; outputs: Outputs }[]> {
  const stack = pulumi.runtime.getStackResource();
  const known = stack && looked.get(stack);
  if (known) return known;
  const answer = readStack();
  if (stack) looked.set(stack, answer);
  return answer;
}

/** Milliseconds until the next look. On a file backend the engine may be writing the state, and what is half written cannot be read. */
const PAUSES = [100, 200, 400, 800];

async function readStack(attempt = 0): Promise<readonly { type: string; outputs: Outputs }[]> {
  try {
    const { outputs = {} } = await pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", {
      stackName: pulumi.getStack(),
    });
    return Object.values(outputs);
  } catch (error) {
    const pause = PAUSES[attempt];
    if (pause === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return readStack(attempt + 1);
  }
}
