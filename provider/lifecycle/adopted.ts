// The life of an object that is there with or without the program: adopted, changed, and let go as `onDestroy` says. Only what
// the program names is touched, and nothing is ever made or deleted.

import {
  acceptedFields,
  aliasesOf,
  type Body,
  CLEARED,
  DANGLING,
  FOUND,
  isExtraField,
  isGiven,
  isSingle,
  LEFT,
  own,
  type Resource,
} from "../../contract/index.ts";
import type { Live } from "../client/batched-reads.ts";
import type { Client } from "../client/collection.ts";
import { RequestFailure, unlessGone } from "../client/errors.ts";
import { tellsReadFailures } from "../config.ts";
import type { Run } from "../run.ts";
import { changesOf, clearedBy, unsetBody } from "./changes.ts";
import { compare } from "./compare.ts";
import { PartialCreate } from "./failures.ts";
import { findByIdOrKey, importedInputs } from "./imported.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { danglingFields } from "./references.ts";
import { flat, isSetOtherwise, settable } from "./settable.ts";
import {
  allOutputs,
  bodyOf,
  effective,
  inputsFromLive,
  isOnlyLookedAt,
  outputsFromLive,
  outputsOf,
  type Props,
} from "./state.ts";

/** What differs between objects that are adopted. */
export interface Adoption extends Pick<Lifecycle, "resource" | "label" | "identity" | "rules"> {
  /** The object that the inputs name. */
  find(client: Client, inputs: Props): Promise<Live>;
  /** The object with the id under which the engine keeps it. */
  read(client: Client, id: string): Promise<Live>;
  /** Sends the changes; where not given, they are sent as they are. */
  write?(client: Client, id: string, changes: Body, occasion: Occasion): Promise<Live>;
  /** What is stored beside the fields of an object that is only looked at. */
  lookedAt?(live: Live): Props;
  /** What the program names the object by, of all that is stored. */
  named?(olds: Props): Props;
}

/** Why and with what changes are sent. */
export interface Occasion {
  /** The inputs; of a resource that is removed, what was stored. */
  readonly props: Props;
  /** The object, where it was read already. */
  readonly found?: Live;
  readonly run: Run;
  readonly isRemoval?: true;
}

export function adopted(adoption: Adoption): Lifecycle {
  const { resource, label, identity, rules, named = (olds) => olds } = adoption;

  const write: NonNullable<Adoption["write"]> =
    adoption.write ?? ((client, id, changes) => client.collection(resource).update(id, changes));

  function clearedUntil(olds: Props, news: Props): string[] {
    const cleared = new Set([...clearedOf(olds), ...clearedBy(resource, olds, news)]);
    const given = flat(news);
    return settable(resource, cleared)
      .filter((each) => cleared.has(each.name) && !isGiven(given[each.name]) && !isSetOtherwise(resource, each, given))
      .map(({ name }) => name)
      .sort();
  }

  /** As far as the answer tells. */
  function leftOf(live: Live, props: Props, cleared: readonly string[]): Live {
    const given = flat(props);
    const managed = settable(resource, [...Object.keys(given), ...cleared])
      .filter(({ name }) => isGiven(given[name]) || cleared.includes(name))
      .flatMap(({ wire }) => [wire, ...aliasesOf(resource, wire)]);
    return Object.fromEntries(Object.entries(settingsOf(resource, live)).filter(([wire]) => !managed.includes(wire)));
  }

  return {
    resource,
    verbs: { create: "adopt", update: "update" },
    label,
    identity,
    ...(rules ? { rules } : {}),

    async create(client, inputs, { run, declared, projectId }) {
      const found = await adoption.find(client, inputs);
      const id = isSingle(resource) ? projectId : String(found.id);
      await declared.claim(id, inputs, identity(id, found));
      // Under whatever name this stack had the object before: its settings then are the stack's own, and no longer what was found.
      const before = wasAdopted(declared.recorded(identity(id, found)));
      const cleared = clearedUntil(before ?? {}, inputs);
      const kept = { [FOUND]: before ? before[FOUND] : settingsOf(resource, found), [CLEARED]: orNull(cleared) };
      const sent = changesOf(resource, inputsFromLive(resource, inputs, found, { cleared, isFirst: true }), inputs);
      let live = found;
      try {
        if (Object.keys(sent).length > 0)
          live = { ...found, ...(await write(client, id, sent, { props: inputs, found, run })) };
      } catch (error) {
        if (!(error instanceof RequestFailure) || error.reach === "not_done") throw error;
        throw new PartialCreate(id, { ...settingsIn(resource, inputs), ...kept }, error);
      }
      const outputs = outputsOf(resource, inputs, { sent, live });
      return { id, outputs: { ...outputs, ...kept, [LEFT]: leftOf(live, inputs, cleared) } };
    },

    async read(client, id, olds) {
      const live = await unlessGone(adoption.read(client(), id));
      if (!live) return undefined;
      if (isOnlyLookedAt(resource, olds) && !wasAdopted(olds))
        return { outputs: { ...allOutputs(resource, live), ...adoption.lookedAt?.(live) } };
      const inputs = inputsFromLive(resource, named(olds), live, { cleared: clearedOf(olds) });
      const kept = {
        [FOUND]: olds[FOUND],
        [CLEARED]: olds[CLEARED],
        [LEFT]: leftOf(live, named(olds), clearedOf(olds)),
        ...(tellsReadFailures() ? { [DANGLING]: await danglingFields(client(), resource, live) } : {}),
      };
      return { outputs: { ...outputsFromLive(resource, inputs, live, olds), ...kept }, inputs };
    },

    async import(client, id, projectId) {
      const live = await findByIdOrKey(client, resource, id, projectId);
      if (!live) return undefined;
      const inputs = importedInputs(resource, live);
      const kept = { [FOUND]: settingsOf(resource, live), [LEFT]: leftOf(live, inputs, []) };
      return {
        id: isSingle(resource) ? projectId : String(live.id),
        inputs,
        outputs: { ...outputsFromLive(resource, inputs, live, {}), ...kept },
      };
    },

    async update(client, id, olds, news, { run }) {
      const sent = changesOf(resource, olds, news);
      const live = Object.keys(sent).length > 0 ? await write(client(), id, sent, { props: news, run }) : {};
      const cleared = clearedUntil(olds, news);
      return {
        ...outputsOf(resource, news, { sent, live }, olds),
        [FOUND]: olds[FOUND],
        [CLEARED]: orNull(cleared),
        // What an earlier release did not note stays unknown until the service is asked.
        [LEFT]:
          isGiven(olds[LEFT]) || Object.keys(live).length > 0
            ? leftOf({ ...bodyOf(resource, olds), ...(olds[LEFT] as Live | undefined), ...live }, news, cleared)
            : null,
      };
    },

    // The object stays, whatever becomes of its settings.
    async delete(client, id, olds, { run }) {
      const body = lastSettings(resource, olds);
      if (Object.keys(body).length === 0) return olds;
      await unlessGone(write(client(), id, body, { props: olds, isRemoval: true, run }));
      return {};
    },
  };
}

/** What is set on an object, under the API's names, defaults left out. */
function settingsOf(resource: Resource, live: Live): Live {
  const accepted = acceptedFields(resource, resource.configuredBy);
  const set = Object.entries(live).filter(([wire, value]) => {
    const field = own(resource.fields, wire);
    if (!isGiven(value)) return false;
    if (!field || !accepted.includes(wire)) return resource.extra && value !== "" && isExtraField(resource, wire);
    return compare(field, undefined, value) === "foreign" && !isEchoed(resource, wire, live);
  });
  return Object.fromEntries(set);
}

/** The value came back under the other name of the same value. */
function isEchoed(resource: Resource, wire: string, live: Live): boolean {
  const winner = own(resource.fields, wire)?.aliasOf;
  return winner !== undefined && live[wire] === effective(resource, winner, live) && isGiven(live[winner]);
}

/** What a destroy sends; nothing where the settings are to stay. */
function lastSettings(resource: Resource, olds: Props): Body {
  const recorded = flat(olds);
  const names = settable(resource, [...Object.keys(recorded), ...clearedOf(olds)]).map(({ name }) => name);
  if (olds.onDestroy === "clear") return unsetBody(resource, names);
  if (olds.onDestroy !== "restore") return {};
  const managed = names.filter((name) => isGiven(recorded[name]) || clearedOf(olds).includes(name));
  const before = (olds[FOUND] ?? {}) as Live;
  const unset = Object.entries(unsetBody(resource, managed));
  const winners = unset.map(([wire]) => own(resource.fields, wire)?.aliasOf).filter((wire) => wire !== undefined);
  // A managed name of a shared value stands for the value, which may have been found under its other name.
  const restored = [...unset, ...winners.map((wire) => [wire, null] as const)].map(
    ([wire, form]) => [wire, before[wire] ?? form] as const,
  );
  return Object.fromEntries(restored);
}

function clearedOf(olds: Props): readonly string[] {
  return (olds[CLEARED] as readonly string[] | undefined) ?? [];
}

/** An empty list would cost each state its bytes. */
function orNull(cleared: string[]): string[] | null {
  return cleared.length > 0 ? cleared : null;
}

/** What the program says to the provider alone. */
function settingsIn({ settings = {} }: Resource, inputs: Props): Props {
  const names = Object.keys(settings).filter((name) => isGiven(inputs[name]));
  return Object.fromEntries(names.map((name) => [name, inputs[name]]));
}

function wasAdopted(outputs: Props | undefined): Props | undefined {
  return isGiven(outputs?.[FOUND]) ? outputs : undefined;
}
