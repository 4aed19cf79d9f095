// Calls the provider for one resource in the engine's order: check, diff, create or update.

import { expect } from "vitest";
import { toSnake } from "../../contract/index.ts";
import { requests, type Server } from "../engine/service.ts";
import type { DirectHost } from "./direct-host.ts";
import type { Kind, Props } from "./host.ts";
import { plain } from "./marks.ts";

/** The engine's record of a resource. */
export interface Managed {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

/** The first `up` of a resource. */
export async function up(host: DirectHost, kind: Kind, args: Props): Promise<Managed> {
  const inputs = await accepted(host, kind, {}, args);
  return { inputs, ...(await host.create(kind, inputs)) };
}

/** A further `up` of a changed program, which must not replace the object. */
export async function change(host: DirectHost, kind: Kind, stored: Managed, args: Props): Promise<Managed> {
  const inputs = await accepted(host, kind, stored.inputs, args);
  const { replacesList } = await host.diff(kind, stored.id, stored.outputs, inputs);
  if (replacesList.length > 0) throw new Error(`would replace for ${replacesList.join(", ")}`);
  return { id: stored.id, inputs, outputs: await host.update(kind, stored.id, stored.outputs, inputs) };
}

/** Expects that a preview with a refresh, in a new run, would have no changes. Returns what the refresh records. */
export async function expectSettled(host: DirectHost, kind: Kind, stored: Managed): Promise<Managed> {
  await host.newRun();
  const found = { ...stored, ...(await host.read(kind, stored.id, stored.outputs)) };
  expect(shown(found.inputs)).toEqual(shown(stored.inputs));
  const { changes, replacesList } = await host.diff(kind, stored.id, found.outputs, stored.inputs);
  expect([changes ?? false, replacesList]).toEqual([false, []]);
  return found;
}

async function accepted(host: DirectHost, kind: Kind, olds: Props, args: Props): Promise<Props> {
  const { inputs, failures } = await host.check(kind, olds, args);
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
  return inputs;
}

/** Returns stored properties in clear, without the provider's own records. */
export function shown(props: Props | undefined): Props {
  const visible = Object.entries(props ?? {}).filter(([name]) => !name.startsWith("__"));
  return plain(Object.fromEntries(visible));
}

/** Returns the message of a call that must fail. */
export async function messageOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the call succeeded");
}

/** Returns the code of a failed request, or the object. */
export function outcome(request: Promise<unknown>): Promise<unknown> {
  return request.catch((error: { readonly code: string }) => error.code);
}

/** Returns the arguments under the API's names. */
export function inSnakeCase(args: Props): Props {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [toSnake(name), value]));
}

/** Returns the bodies of the PUT requests since the journal was last cleared. */
export function puts(server: Server): unknown[] {
  return server.journal.entries.filter(({ method }) => method === "PUT").map(({ requestBody }) => requestBody);
}

/** Returns the requests since the journal was last cleared that may have changed something. */
export function writes(server: Server): string[] {
  return requests(server).filter((line) => !line.startsWith("GET "));
}
