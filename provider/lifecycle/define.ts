// Decides the order of every operation: connection, the resource's own part, clean results, readable failures.

import type { dynamic } from "@pulumi/pulumi";
import type { Resource } from "../../contract/index.ts";
import type { Api } from "../client/api.ts";
import { ConfigurationError, mayAdoptMatching, readConnection, type StackConfig } from "../config.ts";
import { connect } from "../connect.ts";
import { type CheckRules, check } from "./check.ts";
import { diff } from "./diff.ts";
import { type Action, describeFailure, OperationFailure } from "./failures.ts";
import { migrated, versioned } from "./migrations.ts";
import { tellingFailures } from "./read-failures.ts";
import { type Props, storable } from "./state.ts";

/** What the stack's configuration says beside the connection. */
export interface ProviderSettings {
  readonly adoptMatching: boolean;
}

/** What differs between resources. Every `Props` is in camelCase; an `Api` call that fails may simply throw. */
export interface Lifecycle {
  readonly resource: Resource;
  /** How a message names the first and the later writes. */
  readonly verbs: { readonly create: Action; readonly update: Action };
  /** What the user calls this object. */
  label(props: Props): unknown;
  /** What the object goes by, under the names of identity arguments. */
  identity(id: string, olds: Props): Props;
  readonly rules?: CheckRules;
  create(api: Api, inputs: Props, settings: ProviderSettings): Promise<{ id: unknown; outputs: Props }>;
  /** `undefined` when the object no longer exists. Without `inputs`, a refresh finds no drift. */
  read(api: () => Api, id: string, olds: Props): Promise<{ outputs: Props; inputs?: Props } | undefined>;
  update(api: () => Api, id: string, olds: Props, news: Props): Promise<Props>;
  delete(api: () => Api, id: string, olds: Props): Promise<void>;
}

/** Builds the object that Pulumi's dynamic provider host calls. */
export function defineProvider(lifecycle: Lifecycle): dynamic.ResourceProvider {
  const { resource, verbs } = lifecycle;
  let config: StackConfig | undefined;
  const api = () => connect(config);

  async function attempt<T>(action: Action, props: Props, id: string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const label = lifecycle.label(props);
      throw describeFailure(error, { resource, action, label, ...(id === undefined ? {} : { id }) });
    }
  }

  return {
    async configure(request) {
      // Assigned before the first await: the host does not wait for this call when the first ones come in parallel.
      config = request.config;
    },

    async check(olds: Props | undefined, news: Props) {
      const environment = () => unreportedConfigurationProblems(config);
      return check(resource, olds ?? {}, news, { ...lifecycle.rules, environment });
    },

    async diff(id, olds: Props, news: Props) {
      return diff(resource, lifecycle.identity(id, migrated(olds)), news);
    },

    create: (inputs: Props) =>
      attempt(verbs.create, inputs, undefined, async () => {
        const settings = { adoptMatching: mayAdoptMatching(config) };
        const { id, outputs } = await lifecycle.create(api(), inputs, settings);
        return { id: checkedId(id, resource), outs: storable(versioned(outputs)) };
      }),

    read: (id, props: Props = {}) =>
      tellingFailures(id, props, () =>
        attempt("read", props, id, async () => {
          const found = await lifecycle.read(api, id, migrated(props));
          if (!found) return {};
          return {
            id,
            props: storable(versioned(found.outputs)),
            ...(found.inputs ? { inputs: storable(found.inputs) } : {}),
          };
        }),
      ),

    update: (id, olds: Props, news: Props) =>
      attempt(verbs.update, news, id, async () => ({
        outs: storable(versioned(await lifecycle.update(api, id, migrated(olds), news))),
      })),

    delete: (id, props: Props) => attempt("delete", props, id, () => lifecycle.delete(api, id, migrated(props))),
  };
}

// What holds for the whole stack is said once, not once a resource.
let reported = false;

function unreportedConfigurationProblems(config: StackConfig | undefined): readonly string[] {
  if (reported) return [];
  try {
    readConnection(config);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    reported = true;
    return [error.message];
  }
}

function checkedId(id: unknown, resource: Resource): string {
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  throw new OperationFailure("unexpected_answer", `The service returned a ${resource.title} without an id.`);
}
