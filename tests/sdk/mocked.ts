// Records a program's registrations with Pulumi's own mocks in place of the engine.

import * as pulumi from "@pulumi/pulumi";

export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly inputs: { readonly [property: string]: unknown };
}

/**
 * Replaces the engine. Each resource gets its inputs and the members of `outputs`. A function returns its arguments, or the
 * result of `call`.
 */
export async function mockEngine(
  outputs: object = {},
  preview = false,
  call: pulumi.runtime.Mocks["call"] = ({ inputs }) => inputs,
): Promise<Registered[]> {
  const registered: Registered[] = [];
  const mocks: pulumi.runtime.Mocks = {
    newResource({ type, name, inputs }) {
      registered.push({ type, name, inputs });
      return { id: `${name}-id`, state: { ...inputs, ...outputs } };
    },
    call,
  };
  await pulumi.runtime.setMocks(mocks, "project", "test", preview, "organization");
  return registered;
}

/** Resolves to the value of an output. */
export function known<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => void output.apply(resolve));
}
