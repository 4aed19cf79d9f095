// Decides in which order the provider is asked for one resource: check, diff, create or update, as the engine does.

import type { AnyHost, Kind, Props } from "./host.ts";

/** What the engine's state holds of a resource. */
export interface Managed {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

/** The first `up` of a resource. */
export async function up(host: AnyHost, kind: Kind, args: Props): Promise<Managed> {
  const inputs = await accepted(host, kind, {}, args);
  return { inputs, ...(await host.create(kind, inputs)) };
}

/** A further `up` of a program that changed; it must not ask for another object. */
export async function change(host: AnyHost, kind: Kind, stored: Managed, args: Props): Promise<Managed> {
  const inputs = await accepted(host, kind, stored.inputs, args);
  const { replacesList } = await host.diff(kind, stored.id, stored.outputs, inputs);
  if (replacesList.length > 0) throw new Error(`would replace for ${replacesList.join(", ")}`);
  return { id: stored.id, inputs, outputs: await host.update(kind, stored.id, stored.outputs, inputs) };
}

async function accepted(host: AnyHost, kind: Kind, olds: Props, args: Props): Promise<Props> {
  const { inputs, failures } = await host.check(kind, olds, args);
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
  return inputs;
}

/** What a program or a user sees of stored properties: the provider's own bookkeeping left out. */
export function shown(props: Props | undefined): Props {
  const visible = Object.entries(props ?? {}).filter(([name]) => !name.startsWith("__") && name !== "schemaVersion");
  return Object.fromEntries(visible);
}

/** The message of a call that must fail. */
export async function messageOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the call succeeded");
}
