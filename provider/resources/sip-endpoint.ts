// What is particular to SIP endpoints: nothing but which requests make, read, change and delete one.

import { sipEndpoint } from "../../contract/index.ts";
import { unlessGone } from "../client/errors.ts";
import { changesOf } from "../lifecycle/changes.ts";
import type { Lifecycle } from "../lifecycle/define.ts";
import { bodyOf, inputsFromLive, outputsOf } from "../lifecycle/state.ts";

export const sipEndpointLifecycle: Lifecycle = {
  resource: sipEndpoint,
  verbs: { create: "create", update: "update" },
  label: (props) => props.username,
  identity: () => ({}),

  async create(api, inputs) {
    const live = await api.createSipEndpoint(bodyOf(sipEndpoint, inputs));
    return { id: live.id, outputs: outputsOf(sipEndpoint, inputs, live) };
  },

  async read(api, id, olds) {
    const live = await unlessGone(api().readSipEndpoint(id));
    if (!live) return undefined;
    const inputs = inputsFromLive(sipEndpoint, olds, live);
    return { outputs: outputsOf(sipEndpoint, inputs, live), inputs };
  },

  async update(api, id, olds, news) {
    const changes = changesOf(sipEndpoint, olds, news);
    const live = Object.keys(changes).length > 0 ? await api().updateSipEndpoint(id, changes) : {};
    return outputsOf(sipEndpoint, news, live);
  },

  async delete(api, id) {
    await unlessGone(api().deleteSipEndpoint(id));
  },
};
