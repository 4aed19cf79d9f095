// The interface between a resource and its lifecycle under the engine. provider/lifecycle/define.ts does the rest.

import type { Body, Problem, Props, Resource } from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Client } from "../client/operations.ts";
import type { Run } from "../run/run.ts";
import type { Action } from "./failures.ts";

export interface Created {
  readonly id: unknown;
  readonly outputs: Props;
  /** True when the object existed before. Default: true for a lifecycle without a create. */
  readonly isAdopted?: boolean;
  /** Warnings for the user, a paragraph each. */
  readonly warnings?: readonly string[];
}

export interface Imported {
  readonly id: string;
  readonly outputs: Props;
  readonly inputs: Props;
}

export interface Resets {
  /** The object, including the settings that are reset. */
  readonly found: Live;
  readonly reset: Body;
}

/** The differences between resources. Every `Props` is in camelCase. Failures of client calls may be thrown unchanged. */
export interface Lifecycle {
  readonly resource: Resource;
  /** The verbs for the first write and for later ones, in messages. */
  readonly verbs: { readonly create: Action; readonly update: Action };
  /** Returns the user's name for the object. */
  label(props: Props): unknown;
  /** Returns the object's identifying values under the arguments' names. */
  identity(id: string, olds: Props): Props;
  /** Returns problems between several arguments. `known` is the record of the last `up`: outputs if there are any, and inputs. */
  problems?(args: Props, known: Props): readonly Problem[];
  /** Returns warnings about arguments that are valid and probably wrong. */
  warnings?(args: Props): readonly string[];
  /**
   * Creates the object.
   *
   * @throws PartialWrite when the object exists but the request's effect is unknown.
   */
  create(client: Client, inputs: Props, run: Run): Promise<Created>;
  /** Reads the object; `undefined` when it no longer exists. Without `inputs`, a refresh finds no drift. */
  read(client: Client, id: string, olds: Props, run: Run): Promise<{ outputs: Props; inputs?: Props } | undefined>;
  /** Reads an object that enters the state by its id or its unique key. A `read` that follows returns the same values. */
  import(client: Client, id: string, run: Run): Promise<Imported | undefined>;
  update(client: Client, id: string, olds: Props, news: Props, run: Run): Promise<Props>;
  /** True when an update is due although no argument changed. A preview and an `up` call this; a refresh never does. */
  isDue?(olds: Props, news: Props, now: Date): boolean;
  /** Returns the settings that an update resets although the program does not name them; undefined without any. Sends no write. */
  resets?(client: Client, olds: Props, news: Props): Promise<Resets | undefined>;
  /** Returns the settings that the object keeps; undefined for an object that is deleted. */
  delete(client: Client, id: string, olds: Props, run: Run): Promise<Props | undefined>;
}
