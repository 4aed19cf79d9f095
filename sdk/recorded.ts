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

async function readStack(): Promise<readonly { type: string; outputs: Outputs }[]> {
  const { outputs = {} } = await pulumi.runtime.invoke("pulumi:pulumi:readStackResourceOutputs", {
    stackName: pulumi.getStack(),
  });
  return Object.values(outputs);
}
