// What a resource brings along for its life under the engine; provider/lifecycle/define.ts does the rest.

import type { Body, Resource } from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Client } from "../client/collection.ts";
import type { Run } from "../run.ts";
import type { CheckRules } from "./check.ts";
import type { DeclaredResources } from "./declared.ts";
import type { Action } from "./failures.ts";
import type { Props } from "./state.ts";

/** What a write needs to know besides the inputs. */
export interface Context {
  readonly run: Run;
  readonly declared: DeclaredResources;
}

/** What a create needs to know besides the inputs. */
export interface CreateContext extends Context {
  /** Whether an endpoint that is exactly as the program says may be taken over (`signalwire:adoptMatching`). */
  readonly adoptMatching: boolean;
  /** The project in whose name requests are sent; the id of what it has exactly one of. */
  readonly projectId: string;
  /** A preview asks what would come of it: nothing is sent, and there is nothing to wait for. */
  readonly isRehearsal?: true;
}

export interface Created {
  readonly id: unknown;
  readonly outputs: Props;
  /** The object existed before. Default: where the lifecycle makes none. */
  readonly isAdopted?: boolean;
  /** What the user should know of it, a paragraph each. */
  readonly warnings?: readonly string[];
}

export interface Imported {
  readonly id: string;
  readonly outputs: Props;
  readonly inputs: Props;
}

export interface Beyond {
  /** The settings that are accepted as they are, each as a line. */
  readonly accepted: readonly string[];
  /** The object, and what goes back to its default on it. */
  readonly found: Live;
  readonly reset: Body;
}

/** What differs between resources. Every `Props` is in camelCase; a call of the client that fails may simply throw. */
export interface Lifecycle {
  readonly resource: Resource;
  /** How a message names the first and the later writes. */
  readonly verbs: { readonly create: Action; readonly update: Action };
  /** What the user calls this object. */
  label(props: Props): unknown;
  /** What the object goes by, under the names of identity arguments. */
  identity(id: string, olds: Props): Props;
  readonly rules?: CheckRules;
  /** @throws PartialCreate when the object is there but what was sent may or may not have arrived. */
  create(client: Client, inputs: Props, context: CreateContext): Promise<Created>;
  /** `undefined` when the object no longer exists. Without `inputs`, a refresh finds no drift. */
  read(
    client: () => Client,
    id: string,
    olds: Props,
    context: Context,
  ): Promise<{ outputs: Props; inputs?: Props } | undefined>;
  /** What `read` will say from now on of an object that came into the state by its id or its unique key, and not by a create. */
  import(client: Client, id: string, projectId: string): Promise<Imported | undefined>;
  update(client: () => Client, id: string, olds: Props, news: Props, context: Context): Promise<Props>;
  /** What an update does beyond the changes that the engine shows; undefined where it does nothing else. Sends no write. */
  beyond?(client: Client, olds: Props, news: Props): Promise<Beyond | undefined>;
  /** The outputs as they would be with what stays at the service. */
  delete(client: () => Client, id: string, olds: Props, context: Context): Promise<Props | undefined>;
}
