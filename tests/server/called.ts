// Servers with one configured number, and calls to it, for the tests of calls.

import { expect } from "vitest";
import { Clock, type ServerOptions } from "../../server/index.ts";
import { type Answers, ok, receiver, status } from "./receiver.ts";
import { type Client, ENDPOINTS, given, NUMBERS } from "./support.ts";

export const TO = "+12025550101";
export const FROM = "+12025550177";
export const SAY = ok("<Response><Say>Hello</Say></Response>");

export function response(verbs: string) {
  return ok(`<Response>${verbs}</Response>`);
}

export function swml(main: readonly unknown[], sections: object = {}) {
  return ok(JSON.stringify({ version: "1.0.0", sections: { main, ...sections } }));
}

/** Starts a server whose first number has these fields. */
export async function numberWith(fields: object, options: ServerOptions = {}): Promise<Client> {
  const client = await given(options);
  const { id } = (await client.get(`${NUMBERS}?filter_number=${TO.slice(1)}`)).body.data[0];
  expect((await client.put(`${NUMBERS}/${id}`, fields)).status).toBe(200);
  return client;
}

export function frozen(): Clock {
  const clock = new Clock();
  clock.freeze("2024-04-04T18:32:15Z");
  return clock;
}

/** Calls a number whose first document is at `/one`. */
export async function laml(answers: Answers, digits?: string, more: object = {}) {
  const asked = await receiver({ "/status": status(204), ...answers });
  const fields = { call_request_url: `${asked.url}/one`, call_status_callback_url: `${asked.url}/status`, ...more };
  const client = await numberWith({ call_handler: "laml_webhooks", ...fields });
  await client.post(ENDPOINTS, { username: "sales", password: "x" });
  const trace = await client.server.call({ to: TO, from: FROM, digits });
  return { ...asked, trace, ways: asked.received.map(({ method, path }) => `${method} ${path}`) };
}

/** Calls a number whose first script is at `/one`. */
export async function script(answers: Answers, digits?: string) {
  const asked = await receiver(answers);
  const client = await numberWith({ call_handler: "relay_script", call_relay_script_url: `${asked.url}/one` });
  for (const username of ["sales", "support"]) await client.post(ENDPOINTS, { username, password: "x" });
  const trace = await client.server.call({ to: TO, from: FROM, digits });
  const reached = trace.steps.flatMap(({ next }) => next?.name ?? []);
  return { ...asked, trace, reached, bodies: asked.received.map(({ body }) => JSON.parse(body)) };
}

/** Returns a variable in a script. */
export const filledIn = (name: string) => `\${${name}}`;
