// The lifecycle of an object that a program creates: created, changed by its differences, deleted with its resource.

import {
  argumentName,
  type Body,
  DANGLING,
  LEFT,
  type Resource,
  UNWATCHED,
  type UnwatchedChange,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import type { Client } from "../client/collection.ts";
import { unlessGone } from "../client/errors.ts";
import { reportsReadFailures } from "../config.ts";
import type { Run } from "../run.ts";
import { acceptsLeft, differences, shownDifference } from "./baseline.ts";
import { changesOf, withRepeated } from "./changes.ts";
import { findByIdOrKey, importedInputs, profileOf, seen } from "./imported.ts";
import { keptInherited, weakenedInherited } from "./inherited.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { createOrAdopt, updateByKey } from "./recognition.ts";
import { danglingAddresses } from "./references.ts";
import { allOutputs, bodyOf, isOnlyLookedAt, outputsFromLive, outputsOf, type Props, type Written } from "./state.ts";

/** The differences of one resource. */
export interface CreatedDifferences {
  /** Returns fields to send whose values are not those of their own arguments. `olds` is given for an update. */
  supplied?(news: Props, olds?: Props): Body;
}

export function created(resource: Resource, { supplied = () => ({}) }: CreatedDifferences = {}): Lifecycle {
  const { label } = resource;
  return {
    resource,
    verbs: { create: "create", update: "update" },
    label: (props) => props[argumentName(resource, label)],
    identity: () => ({}),

    async create(client, inputs, context) {
      const sent = { ...bodyOf(resource, inputs), ...supplied(inputs) };
      const { live, isAdopted } = await createOrAdopt(client, { resource, inputs, sent }, context);
      return { id: live.id, outputs: createdOutputs(resource, inputs, { sent, live }), isAdopted };
    },

    async read(client, id, olds, { run }) {
      const live = await unlessGone(client().collection(resource).read(id));
      if (!live) return undefined;
      if (isOnlyLookedAt(resource, olds)) return { outputs: allOutputs(resource, live) };
      const inputs = await seen(client(), resource, olds, live);
      const outputs = outputsFromLive(resource, inputs, live, olds);
      const inherited = readInherited(run, resource, { olds, inputs, live });
      const dangling = reportsReadFailures() ? await danglingAddresses(run, resource, live) : [];
      return { outputs: { ...outputs, ...inherited, ...(dangling.length > 0 && { [DANGLING]: dangling }) }, inputs };
    },

    async import(client, id, projectId) {
      const live = await findByIdOrKey(client, resource, id, projectId);
      if (!live) return undefined;
      const inputs = importedInputs(resource, live, await profileOf(client));
      const outputs = { ...outputsFromLive(resource, inputs, live, {}), ...inheritedAs(resource, {}, inputs, live) };
      return { id: String(live.id), inputs, outputs };
    },

    async update(client, id, olds, news, { declared }) {
      const sent = withRepeated(resource, { ...changesOf(resource, olds, news), ...supplied(news, olds) }, news);
      const live = Object.keys(sent).length > 0 ? await updateByKey(client(), { resource, id, sent, declared }) : {};
      return updatedOutputs(client, resource, { id, olds, news, sent, live });
    },

    async beyond(client, olds, news) {
      if (!acceptsLeft(resource, olds, news)) return undefined;
      const found = await client
        .collection(resource)
        .find(String(olds[argumentName(resource, resource.uniqueKey ?? "")]));
      if (!found) return undefined;
      return {
        found,
        accepted: weakened(resource, olds, news, found).map((each) => shownDifference(resource, each)),
        reset: {},
      };
    },

    async delete(client, id) {
      await client().collection(resource).delete(id);
      return undefined;
    },
  };
}

/** Returns the outputs of an object that was just created or adopted. */
function createdOutputs(resource: Resource, inputs: Props, written: Written): Props {
  return { ...outputsOf(resource, inputs, written), ...inheritedAs(resource, {}, inputs, written.live) };
}

/** Returns the outputs after an update. A new `baseline` records the inherited values anew. */
async function updatedOutputs(
  client: () => Client,
  resource: Resource,
  { id, olds, news, ...written }: Written & { readonly id: string; readonly olds: Props; readonly news: Props },
): Promise<Props> {
  const accepts = acceptsLeft(resource, olds, news);
  const live = accepts ? await client().collection(resource).read(id) : written.live;
  const inherited = inheritedAs(resource, accepts ? {} : olds, news, live);
  return { ...outputsOf(resource, news, written, olds), ...inherited };
}

function inheritedAs(resource: Resource, olds: Props, news: Props, live: Live): Props {
  const inherited = keptInherited(resource, (olds[LEFT] ?? {}) as Live, news, live);
  return inherited ? { [LEFT]: inherited } : {};
}

function readInherited(
  run: Run,
  resource: Resource,
  { olds, inputs, live }: { readonly olds: Props; readonly inputs: Props; readonly live: Live },
): Props {
  const recorded = olds[LEFT] as Live | undefined;
  const changed = weakened(resource, olds, inputs, live);
  if (reportsReadFailures())
    return recorded ? { [LEFT]: weakenedInherited(resource, recorded, inputs, live), [UNWATCHED]: changed } : {};
  const changes = changed.map((each) => shownDifference(resource, each)).join("; ");
  if (changes !== "" && run.isFirst(`inherited ${changes}`))
    run.print(
      `Warning: the SIP profile, from which ${resource.title}s of this stack inherit, was weakened: ${changes}. ` +
        "Correct the profile, name the setting in the program, or accept it with a new `baseline`.",
    );
  return inheritedAs(resource, olds, inputs, live);
}

/** Returns the inherited values that were narrower when they were recorded. */
function weakened(resource: Resource, { [LEFT]: recorded }: Props, props: Props, live: Live): UnwatchedChange[] {
  const before = (recorded ?? {}) as Live;
  const now = weakenedInherited(resource, before, props, live);
  const still = Object.fromEntries(Object.entries(before).filter(([wire]) => Object.hasOwn(now, wire)));
  return differences(still, now);
}
