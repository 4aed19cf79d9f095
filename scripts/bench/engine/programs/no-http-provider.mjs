// Our provider with everything but the wire: the same lifecycle over a service that is a Map. What an earlier process created is
// what the state says of it, so a service that keeps nothing still answers a refresh.

import { randomUUID } from "node:crypto";
import { sipEndpoint as resource } from "../../../../dist/contract/index.js";
import { openClient } from "../../../../dist/provider/client/collection.js";
import { defineProvider } from "../../../../dist/provider/lifecycle/define.js";
import { bodyOf } from "../../../../dist/provider/lifecycle/state.js";
import { sipEndpointLifecycle as lifecycle } from "../../../../dist/provider/resources/sip-endpoint.js";

const stored = new Map();

const client = openClient(async ({ method, path, body }) => {
  const id = path.split("?", 1)[0].split("/")[6];
  if (method === "DELETE") return void stored.delete(id);
  if (method === "GET") return id === undefined ? { data: [...stored.values()], links: {} } : stored.get(id);
  const { password: _, ...shown } = body;
  const live = { ...stored.get(id), ...shown, id: id ?? randomUUID() };
  stored.set(live.id, live);
  return live;
});

function remember(id, olds) {
  if (!stored.has(id)) stored.set(id, { ...bodyOf(resource, olds), id });
}

export const sipEndpoint = defineProvider({
  ...lifecycle,
  create: (_, inputs, settings) => lifecycle.create(client, inputs, settings),
  read: (_, id, olds) => {
    remember(id, olds);
    return lifecycle.read(() => client, id, olds);
  },
  update: (_, id, olds, news) => {
    remember(id, olds);
    return lifecycle.update(() => client, id, olds, news);
  },
  delete: (_, id, olds) => lifecycle.delete(() => client, id, olds),
});
