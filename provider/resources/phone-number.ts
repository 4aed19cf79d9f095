// What is particular to phone numbers: one is adopted by id or by number, and left as it is when the stack lets go of it.

import { type Body, phoneNumber } from "../../contract/index.ts";
import type { Api, Live } from "../client/api.ts";
import { RequestFailure, unlessGone } from "../client/errors.ts";
import { changesOf } from "../lifecycle/changes.ts";
import type { Lifecycle } from "../lifecycle/define.ts";
import { bodyOf, inputsFromLive, outputsOf, type Props } from "../lifecycle/state.ts";

export const phoneNumberLifecycle: Lifecycle = {
  resource: phoneNumber,
  verbs: { create: "adopt", update: "update" },
  label: (props) => props.number ?? props.phoneNumberId,
  identity: (id, olds) => ({ phoneNumberId: id, number: olds.number }),

  async create(api, inputs) {
    const live = await adopt(api, inputs, bodyOf(phoneNumber, inputs));
    return { id: live.id, outputs: outputsOf(phoneNumber, inputs, live) };
  },

  async read(api, id, olds) {
    const live = await unlessGone(api().readPhoneNumber(id));
    if (!live) return undefined;
    const inputs = inputsFromLive(phoneNumber, { ...olds, ...(olds.phoneNumberId ? { number: undefined } : {}) }, live);
    return { outputs: outputsOf(phoneNumber, inputs, live), inputs };
  },

  async update(api, id, olds, news) {
    const changes = changesOf(phoneNumber, olds, news);
    const live = Object.keys(changes).length > 0 ? await api().updatePhoneNumber(id, changes) : ownFields(olds);
    return outputsOf(phoneNumber, news, live);
  },

  // The number stays with the project, and with it whatever it is set to.
  async delete() {},
};

/** One request where the id is known; a number has to be found first. Nothing to set: it is only read. */
async function adopt(api: Api, inputs: Props, body: Body): Promise<Live> {
  const isEmpty = Object.keys(body).length === 0;
  if (typeof inputs.phoneNumberId === "string") {
    const id = inputs.phoneNumberId;
    return isEmpty ? api.readPhoneNumber(id) : api.updatePhoneNumber(id, body);
  }
  const found = await api.findPhoneNumber(String(inputs.number));
  if (!found) throw new RequestFailure("not_found", "it is not among the numbers of the project");
  return isEmpty ? found : api.updatePhoneNumber(String(found.id), body);
}

/** What the service said of itself the last time, for an update that it need not hear of. */
function ownFields(olds: Props): Live {
  const { number, capabilities, numberType, e911AddressId, createdAt, updatedAt, nextBilledAt } = olds;
  return {
    number,
    capabilities,
    number_type: numberType,
    e911_address_id: e911AddressId,
    created_at: createdAt,
    updated_at: updatedAt,
    next_billed_at: nextBilledAt,
  };
}
