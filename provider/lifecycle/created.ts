// The lifecycle of an object that a program creates: created, changed by its differences, deleted with its resource.

import { argumentName, type Resource, sipProfile } from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Client } from "../client/collection.ts";
import { unlessGone } from "../client/errors.ts";
import { mayPass } from "../client/retry.ts";
import { changesOf } from "./changes.ts";
import { showsInherited } from "./compare.ts";
import { findByIdOrKey, importedInputs } from "./imported.ts";
import type { Lifecycle } from "./lifecycle.ts";
import {
  allOutputs,
  bodyOf,
  inputsFromLive,
  isOnlyLookedAt,
  outputsFromLive,
  outputsOf,
  type Props,
  type Surroundings,
} from "./state.ts";

export function created(resource: Resource): Lifecycle {
  const { label } = resource;
  return {
    resource,
    verbs: { create: "create", update: "update" },
    label: (props) => props[argumentName(resource, label)],
    identity: () => ({}),

    async create(client, inputs) {
      const sent = bodyOf(resource, inputs);
      const live = await client.collection(resource).create(sent);
      return { id: live.id, outputs: outputsOf(resource, inputs, { sent, live }) };
    },

    async read(client, id, olds) {
      const live = await unlessGone(client().collection(resource).read(id));
      if (!live) return undefined;
      if (isOnlyLookedAt(resource, olds)) return { outputs: allOutputs(resource, live) };
      const inputs = await seen(client(), resource, olds, live);
      return { outputs: outputsFromLive(resource, inputs, live, olds), inputs };
    },

    async import(client, id, projectId) {
      const live = await findByIdOrKey(client, resource, id, projectId);
      if (!live) return undefined;
      const inputs = importedInputs(resource, live, await profileOf(client));
      return { id: String(live.id), inputs, outputs: outputsFromLive(resource, inputs, live, {}) };
    },

    async update(client, id, olds, news) {
      const sent = changesOf(resource, olds, news);
      const live = Object.keys(sent).length > 0 ? await client().collection(resource).update(id, sent) : {};
      return outputsOf(resource, news, { sent, live }, olds);
    },

    async delete(client, id) {
      await client().collection(resource).delete(id);
      return undefined;
    },
  };
}

/** Returns the inputs with which a program would describe the object as it is. */
export async function seen(
  client: Client,
  resource: Resource,
  known: Props,
  live: Live,
  around: Surroundings = {},
): Promise<Props> {
  const profile = showsInherited(resource, known, live) ? await profileOf(client) : undefined;
  return inputsFromLive(resource, known, live, { ...around, profile });
}

/**
 * Reads the profile that objects inherit from. The specification has no way to read it (gap `sip-profile`), so this may fail.
 */
function profileOf(client: Client): Promise<Live | undefined> {
  return client
    .collection(sipProfile)
    .read()
    .catch((error) => {
      if (mayPass(error)) throw error;
      return undefined;
    });
}
