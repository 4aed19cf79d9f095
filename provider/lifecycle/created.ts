// The lifecycle of an object that a program creates: created, changed by its differences, deleted with its resource.

import {
  BASELINE,
  type Body,
  CURRENT,
  DRIFT,
  type DriftFindings,
  plural,
  type Resource,
  sipProfile,
  toCamel,
  type UnwatchedChange,
} from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { RequestFailure, unlessGone } from "../client/errors.ts";
import type { Client } from "../client/operations.ts";
import { reportsReadFailures } from "../config/config.ts";
import type { Run } from "../run/run.ts";
import { acceptsUnnamed, differences, shownDifference } from "./baseline.ts";
import { changesOf, withRepeated } from "./changes.ts";
import { findByIdOrKey, importedInputs, profileOf, seen } from "./imported.ts";
import {
  inForce,
  inheritedArguments,
  inheritedRecord,
  managedValues,
  stillInherited,
  weakenedInherited,
} from "./inherited.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { createOrAdopt, keyIn, updateByKey } from "./recognition.ts";
import { danglingAddresses } from "./references.ts";
import { allOutputs, bodyOf, isOnlyLookedAt, outputsFromLive, outputsOf, type Props } from "./state.ts";

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
      const outputs = outputsOf(resource, inputs, { sent, live });
      if (context.isDryRun) return { id: live.id, outputs, isAdopted };
      const inherited = await writtenInherited(client, resource, { recorded: {}, inputs, live }, context.run);
      return { id: live.id, outputs: { ...outputs, ...inherited }, isAdopted };
    },

    async read(client, id, olds, { run }) {
      const live = await unlessGone(client().collection(resource).read(id));
      if (!live) return undefined;
      if (isOnlyLookedAt(resource, olds)) return { outputs: allOutputs(resource, live) };
      const inputs = await seen(client(), resource, olds, live);
      const outputs = outputsFromLive(resource, inputs, live, olds);
      const known = await inForce(client(), resource, inputs, live);
      const facts = { olds, inputs, live: known };
      const records = reportsReadFailures()
        ? checkedRecords(resource, facts, await danglingAddresses(run, resource, live))
        : await readInherited(run, resource, facts);
      return { outputs: { ...outputs, ...records }, inputs };
    },

    async import(client, id, projectId) {
      const live = await findByIdOrKey(client, resource, id, projectId);
      if (!live) return undefined;
      const differing = importedInputs(resource, live, await profileOf(client));
      // Without these, a weaker profile would later look like a change by hand, which an `up --refresh` takes over.
      const inputs = { ...differing, ...inheritedArguments(resource, differing, live) };
      const known = await inForce(client, resource, inputs, live);
      const outputs = {
        ...outputsFromLive(resource, inputs, live, {}),
        ...inheritedRecord(resource, {}, inputs, known, {}),
      };
      return { id: String(live.id), inputs, outputs };
    },

    async update(client, id, olds, news, { run, declared }) {
      const sent = withRepeated(resource, { ...changesOf(resource, olds, news), ...supplied(news, olds) }, news);
      const live =
        Object.keys(sent).length > 0 ? await updateByKey(client(), { resource, id, sent, olds, declared }) : {};
      const accepts = acceptsUnnamed(resource, olds, news);
      const whole = accepts ? await client().collection(resource).read(id) : live;
      const recorded = accepts ? {} : stillInherited(resource, (olds[BASELINE] ?? {}) as Props, news);
      const inherited = await writtenInherited(client(), resource, { recorded, inputs: news, live: whole }, run);
      return { ...outputsOf(resource, news, { sent, live }, olds), ...inherited };
    },

    async beyond(client, olds, news) {
      if (!acceptsUnnamed(resource, olds, news)) return undefined;
      const found = await client.collection(resource).find(keyIn(resource, olds));
      if (!found) return undefined;
      const changed = weakened(resource, olds, news, await inForce(client, resource, news, found));
      return { found, accepted: changed.map((each) => shownDifference(resource, each)), reset: {} };
    },

    async delete(client, id) {
      await client().collection(resource).delete(id);
      return undefined;
    },
  };
}

/** Returns the values whose change replaces the object. */
function identityIn({ fields }: Resource, olds: Props): Props {
  const wires = Object.keys(fields).filter((wire) => fields[wire]?.identity);
  return Object.fromEntries(wires.map((wire) => [toCamel(wire), olds[toCamel(wire)]]));
}

/** The facts from which the record of inherited values follows. */
interface Inherited {
  readonly recorded: Props;
  readonly inputs: Props;
  readonly live: Live;
}

/** Returns the record of inherited values after a write. A profile that cannot be read fails no write. */
async function writtenInherited(
  client: Client,
  resource: Resource,
  { recorded, inputs, live }: Inherited,
  run: Run,
): Promise<Props> {
  const known = await inForce(client, resource, inputs, live).catch((error) => {
    if (!(error instanceof RequestFailure)) throw error;
    run.print(
      `Warning: the SIP profile could not be read, so the state does not record every value that the ${resource.title} ` +
        `"${String(inputs[toCamel(resource.label)])}" inherits: ${error.message}. Run \`pulumi refresh\` to record it.`,
    );
    return live;
  });
  return inheritedRecord(resource, recorded, inputs, known, managedValues(resource, run.singles.get(sipProfile)));
}

interface Read {
  readonly olds: Props;
  readonly inputs: Props;
  /** The object with the values in force. */
  readonly live: Live;
}

/** Returns the records for a drift check, which knows the stack's own profile and omits its values. */
function checkedRecords(resource: Resource, { olds, inputs, live }: Read, dangling: readonly string[]): Props {
  const { [BASELINE]: recorded } = olds;
  const found: DriftFindings = { dangling, unwatched: weakened(resource, olds, inputs, live) };
  const current = recorded && weakenedInherited(resource, recorded as Props, inputs, live);
  return { [BASELINE]: recorded, [CURRENT]: current, [DRIFT]: found };
}

async function readInherited(run: Run, resource: Resource, { olds, inputs, live }: Read): Promise<Props> {
  const recorded = (olds[BASELINE] ?? {}) as Live;
  const changed = weakened(resource, olds, inputs, live);
  const profile = changed.length > 0 ? await run.refreshed(sipProfile) : run.singles.get(sipProfile);
  const managed = managedValues(resource, profile);
  const changes = changed
    .filter(({ field }) => !Object.hasOwn(managed, field))
    .map((each) => shownDifference(resource, each))
    .join("; ");
  if (changes !== "" && run.isFirst(`inherited ${changes}`))
    run.print(
      `Warning: the SIP profile, from which ${plural(resource.title)} of this stack inherit, was weakened: ${changes}. ` +
        "Correct the profile, name the setting in the program, or accept it with a new `baseline`.",
    );
  return inheritedRecord(resource, recorded, inputs, live, managed);
}

/** Returns the inherited values that were narrower when they were recorded. */
function weakened(resource: Resource, { [BASELINE]: recorded }: Props, props: Props, live: Live): UnwatchedChange[] {
  const before = (recorded ?? {}) as Live;
  return differences(resource, before, weakenedInherited(resource, before, props, live));
}
