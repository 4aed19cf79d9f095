// A dynamic provider as in Pulumi's guide: methods in an object, serialized with the program, global fetch, one request for
// each operation, all fields of an endpoint.

import * as pulumi from "@pulumi/pulumi";
import { endpoints } from "./arguments.mjs";

const ENDPOINTS = "/api/relay/rest/endpoints/sip";

async function send(method, path, body) {
  const { SIGNALWIRE_BASE_URL, SIGNALWIRE_PROJECT_ID, SIGNALWIRE_API_TOKEN } = process.env;
  const credentials = Buffer.from(`${SIGNALWIRE_PROJECT_ID}:${SIGNALWIRE_API_TOKEN}`).toString("base64");
  const response = await fetch(SIGNALWIRE_BASE_URL + path, {
    method,
    headers: { authorization: `Basic ${credentials}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.status === 404) return undefined;
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
  return text === "" ? {} : JSON.parse(text);
}

const toField = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toName = (field) => field.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

function toBody({ __provider, ...props }) {
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [toField(name), value]));
}

function toProps({ id, ...endpoint }, { password }) {
  const given = Object.entries(endpoint).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given.map(([field, value]) => [toName(field), value])), password };
}

const provider = {
  async check(_olds, news) {
    const failures = [];
    if (!news.username) failures.push({ property: "username", reason: "username is required" });
    else if (/[\s@]/.test(news.username))
      failures.push({ property: "username", reason: "username must not contain white space or @" });
    if (!news.password) failures.push({ property: "", reason: "password is required" });
    return { inputs: news, failures };
  },

  async diff(_id, olds, news) {
    const differs = (name) => name !== "__provider" && JSON.stringify(olds[name]) !== JSON.stringify(news[name]);
    return { changes: Object.keys(news).some(differs) };
  },

  async create(inputs) {
    const endpoint = await send("POST", ENDPOINTS, toBody(inputs));
    return { id: endpoint.id, outs: toProps(endpoint, inputs) };
  },

  async read(id, props) {
    const endpoint = await send("GET", `${ENDPOINTS}/${id}`);
    if (!endpoint) return {};
    return { id, props: toProps(endpoint, props) };
  },

  async update(id, _olds, news) {
    const endpoint = await send("PUT", `${ENDPOINTS}/${id}`, toBody(news));
    return { outs: toProps(endpoint, news) };
  },

  async delete(id) {
    await send("DELETE", `${ENDPOINTS}/${id}`);
  },
};

class SipEndpoint extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(provider, name, args, opts, "signalwire", "SipEndpoint");
  }
}

for (const { name, args } of endpoints) new SipEndpoint(name, args);
