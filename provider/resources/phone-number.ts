// What is particular to phone numbers: one is adopted by id or by number, and never bought or released.

import {
  argumentFields,
  type Body,
  isGiven,
  own,
  phoneNumber,
  type Resource,
  unsetForm,
} from "../../contract/index.ts";
import type { Live } from "../client/batched-reads.ts";
import type { Client } from "../client/collection.ts";
import { RequestFailure, unlessGone } from "../client/errors.ts";
import { changesOf, clearedBy, unsetBody } from "../lifecycle/changes.ts";
import type { Lifecycle } from "../lifecycle/define.ts";
import { PartialCreate } from "../lifecycle/failures.ts";
import {
  allOutputs,
  effective,
  inputsFromLive,
  isOnlyLookedAt,
  isSame,
  outputsFromLive,
  outputsOf,
  type Props,
} from "../lifecycle/state.ts";

const { fields }: Resource = phoneNumber;

/** Settings that were found when the number was adopted and are not the defaults; what `onDestroy: "restore"` puts back. */
const FOUND = "__found";
/** Arguments that were set once and then taken away: they are managed still, at their defaults. */
const CLEARED = "__cleared";

export const phoneNumberLifecycle: Lifecycle = {
  resource: phoneNumber,
  verbs: { create: "adopt", update: "update" },
  label: (props) => props.number ?? props.phoneNumberId,
  identity: (id, olds) => ({ phoneNumberId: id, number: olds.number }),
  async create(client, inputs, { declared }) {
    const found = await find(client, inputs);
    const id = String(found.id);
    declared.claim(inputs, { phoneNumberId: id, number: found.number });
    // Under whatever name this stack had the number before: its settings then are the stack's own, and no longer what was found.
    const before = declared.recorded({ phoneNumberId: id, number: found.number });
    const managed = before ? [...argumentFields(phoneNumber).keys()].filter((name) => isGiven(before[name])) : [];
    const cleared = [...new Set([...managed, ...clearedOf(before ?? {})])].filter((name) => !isGiven(inputs[name]));
    const kept = {
      [FOUND]: before ? before[FOUND] : givenOrNull(settingsOf(found)),
      [CLEARED]: cleared.length > 0 ? cleared.sort() : null,
    };
    const sent = changesOf(phoneNumber, inputsFromLive(phoneNumber, inputs, found, { cleared }), inputs);
    if (Object.keys(sent).length === 0)
      return { id, outputs: { ...outputsOf(phoneNumber, inputs, { sent, live: found }), ...kept } };
    try {
      const live = { ...found, ...(await client.collection(phoneNumber).update(id, sent)) };
      return { id, outputs: { ...outputsOf(phoneNumber, inputs, { sent, live }), ...kept } };
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.reach === "not_done") throw error;
      throw new PartialCreate(id, { ...settingsIn(inputs), ...kept }, error);
    }
  },

  async read(client, id, olds) {
    const live = await unlessGone(id.startsWith("+") ? found(client(), id) : client().collection(phoneNumber).read(id));
    if (!live) return undefined;
    // The engine keeps the id it was given, be it the number itself: the service's own is an output.
    if (isOnlyLookedAt(phoneNumber, olds))
      return { outputs: { ...allOutputs(phoneNumber, live), phoneNumberId: live.id } };
    const selected = isGiven(olds.phoneNumberId) ? { ...olds, number: null } : olds;
    const inputs = inputsFromLive(phoneNumber, selected, live, { cleared: clearedOf(olds) });
    return { outputs: { ...outputsFromLive(phoneNumber, inputs, live, olds), ...kept(olds) }, inputs };
  },

  async update(client, id, olds, news) {
    const sent = changesOf(phoneNumber, olds, news);
    const live = Object.keys(sent).length > 0 ? await client().collection(phoneNumber).update(id, sent) : {};
    const cleared = new Set([...clearedOf(olds), ...clearedBy(phoneNumber, olds, news)]);
    const stillCleared = [...cleared].filter((name) => !isGiven(news[name])).sort();
    return {
      ...outputsOf(phoneNumber, news, { sent, live }, olds),
      [FOUND]: olds[FOUND],
      [CLEARED]: stillCleared.length > 0 ? stillCleared : null,
    };
  },

  // The number stays with the project, whatever becomes of its settings.
  async delete(client, id, olds) {
    const body = lastSettings(olds);
    if (Object.keys(body).length === 0) return olds;
    await unlessGone(client().collection(phoneNumber).update(id, body));
    return {};
  },
};

async function find(client: Client, inputs: Props): Promise<Live> {
  return typeof inputs.phoneNumberId === "string"
    ? client.collection(phoneNumber).read(inputs.phoneNumberId.toLowerCase())
    : found(client, String(inputs.number));
}

async function found(client: Client, number: string): Promise<Live> {
  const live = await client.collection(phoneNumber).find(number);
  if (live) return live;
  throw new RequestFailure("not_found", "it is not among the numbers of the project");
}

/** What is set on a number, under the API's names, defaults left out. */
function settingsOf(live: Live): Live {
  const names = [...argumentFields(phoneNumber).values()].filter((wire) => {
    const field = own(fields, wire);
    return field && isGiven(live[wire]) && !isSame(field, unsetForm(field), live[wire]) && !isEchoed(wire, live);
  });
  return Object.fromEntries(names.map((wire) => [wire, live[wire]]));
}

/** The value came back under the other name of the same value. */
function isEchoed(wire: string, live: Live): boolean {
  const winner = own(fields, wire)?.aliasOf;
  return winner !== undefined && live[wire] === effective(phoneNumber, winner, live) && isGiven(live[winner]);
}

/** What a destroy sends; nothing where the settings are to stay. */
function lastSettings(olds: Props): Body {
  const names = [...argumentFields(phoneNumber).keys()];
  if (olds.onDestroy === "clear") return unsetBody(phoneNumber, names);
  if (olds.onDestroy !== "restore") return {};
  const managed = names.filter((name) => isGiven(olds[name]) || clearedOf(olds).includes(name));
  const before = (olds[FOUND] ?? {}) as Live;
  const unset = Object.entries(unsetBody(phoneNumber, managed));
  const winners = unset.map(([wire]) => own(fields, wire)?.aliasOf).filter((wire) => wire !== undefined);
  // A managed name of a shared value stands for the value, which may have been found under its other name.
  const restored = [...unset, ...winners.map((wire) => [wire, null] as const)].map(
    ([wire, form]) => [wire, before[wire] ?? form] as const,
  );
  return Object.fromEntries(restored);
}

function clearedOf(olds: Props): readonly string[] {
  return (olds[CLEARED] as readonly string[] | undefined) ?? [];
}

function kept(olds: Props): Props {
  return { [FOUND]: olds[FOUND], [CLEARED]: olds[CLEARED] };
}

/** What the program says to the provider alone. */
function settingsIn(inputs: Props): Props {
  const names = Object.keys(phoneNumber.settings).filter((name) => isGiven(inputs[name]));
  return Object.fromEntries(names.map((name) => [name, inputs[name]]));
}

function givenOrNull(settings: Live): Live | null {
  return Object.keys(settings).length > 0 ? settings : null;
}
