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
import { isDriftCheck } from "../config/config.ts";
import { allOutputs, isLookUp, outputsOf } from "../fields/inward.ts";
import { bodyOf, changesOf, withRepeated } from "../fields/outward.ts";
import type { Run } from "../run/run.ts";
import { findByIdOrKey, importedInputs, inputsWithProfile, readProfile } from "./imported.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { createOrAdopt, updateByKey, withoutHidden } from "./recognition.ts";
import { danglingAddresses } from "./references.ts";
import { tryingFields } from "./stored.ts";

/** `supplied` returns fields that the provider computes, such as the password behind `passwordFrom`. An update passes `olds`. */
export function created(resource: Resource, supplied: (news: Props, olds?: Props) => Body = () => ({})): Lifecycle {
  const { label } = resource;
  return {
    resource,
    verbs: { create: "create", update: "update" },
    label: (props) => props[toCamel(label)],
    identity: (_, olds) => identityIn(resource, olds),

    async create(client, inputs, run) {
      const sent = Object.assign(bodyOf(resource, inputs), supplied(inputs));
      const { live, isAdopted } = await createOrAdopt(client, { resource, inputs, sent }, run);
      return {
        id: live.id,
        outputs: outputsOf(resource, inputs, { sent, live, profile: ownProfile(run) }),
        isAdopted,
      };
    },

    async read(client, id, olds, run) {
      const live = await unlessGone(client.collection(resource).read(id));
      if (!live) return undefined;
      if (isLookUp(resource, olds)) return { outputs: allOutputs(resource, live) };
      const inputs = await inputsWithProfile(client, resource, olds, live);
      const outputs = outputsOf(resource, inputs, { live, olds, profile: ownProfile(run) });
      if (!isDriftCheck()) return { outputs, inputs };
      const found: DriftFindings = { dangling: await danglingAddresses(run, resource, live) };
      return { outputs: { ...outputs, [DRIFT]: found }, inputs };
    },

    async import(client, id, run) {
      const live = await findByIdOrKey(client, resource, id, run);
      if (!live) return undefined;
      // States values of the profile too: after a change of the profile, an omitted one would look like a change by hand.
      const profiles = [STANDARD_PROFILE, await readProfile(client)];
      const inputs = Object.assign({}, ...profiles.map((profile) => importedInputs(resource, live, profile)));
      return { id: String(live.id), inputs, outputs: outputsOf(resource, inputs, { live }) };
    },

    async update(client, id, olds, news, run) {
      const changed = { ...changesOf(resource, olds, news), ...supplied(news, olds) };
      const sent = withRepeated(resource, changed, news);
      const about = { sent, olds, profile: ownProfile(run) };
      if (Object.keys(sent).length === 0) return outputsOf(resource, news, { ...about, live: {} });
      const live = await tryingFields(
        run,
        () => updateByKey(client, { resource, id, sent, olds, declared: run.declared(resource) }),
        () => ({ id, sent, outputs: outputsOf(resource, withoutHidden(resource, news, sent), { ...about, live: {} }) }),
      );
      return outputsOf(resource, news, { ...about, live });
    },

    async delete(client, id) {
      await client.collection(resource).delete(id);
      return undefined;
    },
  };
}

/** Returns the arguments of the stack's own SIP profile; undefined without one. */
function ownProfile(run: Run): Props | undefined {
  return run.singles.get(sipProfile);
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
