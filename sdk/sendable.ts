// Looks for values that no request can carry, such as NaN, a Date or a cycle, while they are still the program's own: Pulumi turns
// some of them into null without a word, and never ends on a cycle.

import * as pulumi from "@pulumi/pulumi";
import { screened, type Unsendable } from "../contract/unsendable.ts";

export interface Sendable {
  readonly args: pulumi.Inputs;
  /** The problems of all arguments, outputs included. Undefined when there can be none. */
  readonly problems: Promise<readonly Unsendable[]> | undefined;
}

/** Returns the arguments with a placeholder for each value that is refused. `open` are those that take data of any form. */
export function sendable(args: object | undefined, open: readonly string[]): Sendable {
  const problems: Unsendable[] = [];
  const pending: Promise<unknown>[] = [];

  function look(value: unknown, field: string): unknown {
    const found = screened(field, value, later);
    problems.push(...found.problems);
    return found.value;
  }

  function later(value: unknown, field: string): { readonly value: unknown } | undefined {
    const isOutput = pulumi.Output.isInstance(value);
    if (!isOutput && !(value instanceof Promise)) return undefined;
    const [argument = ""] = field.split(/[.[]/, 1);
    if (!open.includes(argument)) return { value };
    const seen = isOutput ? value.apply((each) => look(each, field)) : value.then((each) => look(each, field));
    // A failure of the program's own is reported where Pulumi awaits the value.
    pending.push(Promise.resolve(isOutput ? pulumi.isSecret(seen as pulumi.Output<unknown>) : seen).catch(() => {}));
    return { value: seen };
  }

  const looked = Object.entries(args ?? {}).map(([name, value]) => [name, look(value, name)] as const);

  async function all(): Promise<readonly Unsendable[]> {
    // An output can hold further outputs.
    for (const each of pending) await each;
    return problems;
  }

  const mayFind = problems.length > 0 || pending.length > 0;
  return { args: Object.fromEntries(looked), problems: mayFind ? all() : undefined };
}
