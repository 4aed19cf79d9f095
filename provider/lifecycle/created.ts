// The lifecycle of an object that a program creates: created, changed by its differences, deleted with its resource.

import {
  type Body,
  DRIFT,
  type DriftFindings,
  type Field,
  type Props,
  type Resource,
  sipProfile,
  toCamel,
  unsetForm,
} from "../../contract/index.ts";
import { unlessGone } from "../client/errors.ts";
import { reportsReadFailures } from "../config/config.ts";
import { allOutputs, inheritedBy, isOnlyLookedAt, outputsFromLive, outputsOf } from "../fields/inward.ts";
import { bodyOf, changesOf, withRepeated } from "../fields/outward.ts";
import { findByIdOrKey, importedInputs, profileOf, seen } from "./imported.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { createOrAdopt, updateByKey } from "./recognition.ts";
import { danglingAddresses } from "./references.ts";

/** `supplied` returns fields to send whose values are not those of their own arguments. `olds` is given for an update. */
export function created(resource: Resource, supplied: (news: Props, olds?: Props) => Body = () => ({})): Lifecycle {
  const { label } = resource;
  return {
    resource,
    verbs: { create: "create", update: "update" },
    label: (props) => props[toCamel(label)],
    identity: (_, olds) => identityIn(resource, olds),

    async create(client, inputs, context) {
      const sent = { ...bodyOf(resource, inputs), ...supplied(inputs) };
      const { live, isAdopted } = await createOrAdopt(client, { resource, inputs, sent }, context);
      const inherited = inheritedBy(resource, inputs, live, { profile: context.run.singles.get(sipProfile) });
      const outputs = { ...outputsOf(resource, inputs, { sent, live }), ...inherited };
      return { id: live.id, outputs, isAdopted };
    },

    async read(client, id, olds, { run }) {
      const live = await unlessGone(client().collection(resource).read(id));
      if (!live) return undefined;
      if (isOnlyLookedAt(resource, olds)) return { outputs: allOutputs(resource, live) };
      const inputs = await seen(client(), resource, olds, live);
      const inherited = inheritedBy(resource, inputs, live, { olds, profile: run.singles.get(sipProfile) });
      const outputs = { ...outputsFromLive(resource, inputs, live, olds), ...inherited };
      if (!reportsReadFailures()) return { outputs, inputs };
      const found: DriftFindings = { dangling: await danglingAddresses(run, resource, live) };
      return { outputs: { ...outputs, [DRIFT]: found }, inputs };
    },

    async import(client, id, projectId) {
      const live = await findByIdOrKey(client, resource, id, projectId);
      if (!live) return undefined;
      // A value of the profile is stated too: after a change of the profile it would look like one of the object's own.
      const profiles = [STANDARD_PROFILE, await profileOf(client)];
      const inputs = Object.assign({}, ...profiles.map((profile) => importedInputs(resource, live, profile)));
      const outputs = { ...outputsFromLive(resource, inputs, live, {}), ...inheritedBy(resource, inputs, live, {}) };
      return { id: String(live.id), inputs, outputs };
    },

    async update(client, id, olds, news, { run, declared }) {
      const sent = withRepeated(resource, { ...changesOf(resource, olds, news), ...supplied(news, olds) }, news);
      const isSent = Object.keys(sent).length > 0;
      const live = isSent ? await updateByKey(client(), { resource, id, sent, olds, declared }) : {};
      const inherited = inheritedBy(resource, news, live, { olds, profile: run.singles.get(sipProfile) });
      return { ...outputsOf(resource, news, { sent, live }, olds), ...inherited };
    },

    async delete(client, id) {
      await client().collection(resource).delete(id);
      return undefined;
    },
  };
}

/** The profile of a new project. */
const STANDARD_PROFILE: Body = Object.fromEntries(
  Object.entries<Field>(sipProfile.fields).map(([wire, field]) => [wire, unsetForm(field)]),
);

/** Returns the values whose change replaces the object. */
function identityIn({ fields }: Resource, olds: Props): Props {
  const wires = Object.keys(fields).filter((wire) => fields[wire]?.identity);
  return Object.fromEntries(wires.map((wire) => [toCamel(wire), olds[toCamel(wire)]]));
}
