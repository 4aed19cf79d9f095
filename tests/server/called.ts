// Servers with one configured number, and calls to it, for the tests of calls.

import { once } from "node:events";
import { expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { Exploration, ServerOptions } from "../../server/index.ts";
import { type Answers, ok, receiver, status } from "./receiver.ts";
import { type Client, ENDPOINTS, given, JWT, NUMBERS } from "./support.ts";

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
  await setNumber(client, fields);
  return client;
}

export async function setNumber({ get, put }: Client, fields: object, number = TO): Promise<void> {
  const { id } = (await get(`${NUMBERS}?filter_number=${number.slice(1)}`)).body.data[0];
  expect((await put(`${NUMBERS}/${id}`, fields)).status).toBe(200);
}

/** Returns its id. */
export async function addEndpoint(client: Client, username: string, fields: object = {}): Promise<string> {
  const reply = await client.post(ENDPOINTS, { username, password: "x", ...fields });
  expect(reply.status).toBe(201);
  return reply.body.id;
}

/** Returns the fields of laml_webhooks, all of which an endpoint needs. */
export function lamlFields(request: string, fallback = request, status = request) {
  return {
    call_handler: "laml_webhooks",
    call_request_url: request,
    call_request_method: "POST",
    call_fallback_url: fallback,
    call_fallback_method: "POST",
    call_status_callback_url: status,
    call_status_callback_method: "POST",
  };
}

/** Adds a hosted script. Returns its address. */
export async function addScript({ post }: Client, name: string, contents: string): Promise<string> {
  const { body } = contents.startsWith("<")
    ? await post("/api/fabric/resources/cxml_scripts", { display_name: name, contents })
    : await post("/api/fabric/resources/swml_scripts", { name, contents });
  return (body.cxml_script ?? body.swml_script).request_url;
}

interface Program {
  readonly sections?: object | undefined;
  /** A second script, whose address replaces OTHER. */
  readonly other?: unknown;
}

/** Starts a server whose only number is answered by a hosted script: SWML steps, or a LaML document. */
export async function scripted(main: unknown, { sections = {}, other }: Program = {}): Promise<Client> {
  const client = await given({ seed: { projects: [{ numbers: [{ number: TO }] }] } });
  for (const username of ["sales", "desk", "desk-101"]) await addEndpoint(client, username);
  const contentsOf = (script: unknown) =>
    typeof script === "string" ? script : JSON.stringify({ version: "1.0.0", sections: { main: script, ...sections } });
  const second = other === undefined ? "" : await addScript(client, "Other", contentsOf(other));
  const url = await addScript(client, "Menu", contentsOf(main).replaceAll("OTHER", second));
  const isLaml = typeof main === "string";
  await setNumber(
    client,
    isLaml
      ? { call_handler: "laml_webhooks", call_request_url: url }
      : { call_handler: "relay_script", call_relay_script_url: url },
  );
  return client;
}

/** Returns each path of the first caller of this kind with its end, as a person would write it: `key 1 → nobody: Did not ring: …`. */
export function pathsIn({ callers }: Exploration, kind = "call"): string[] {
  const { paths = [] } = callers.find((caller) => caller.kind === kind) ?? {};
  return paths.map(({ choices, end }) => `${choices.join(", ") || "—"} → ${end.kind}: ${end.text}`);
}

/** Connects a client with this name, until the end of the test. */
export async function connected(client: Client, resource: string): Promise<void> {
  const { jwt_token } = (await client.post(JWT, { resource })).body;
  const socket = new WebSocket(client.server.url.replace("http", "ws"));
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  const authentication = { project: client.server.project.id, jwt_token };
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: "1", method: "blade.connect", params: { authentication } }));
  await once(socket, "message");
}

/** Calls a number whose first document is at `/one`. */
export async function laml(answers: Answers, digits?: string, more: object = {}) {
  const asked = await receiver({ "/status": status(204), ...answers });
  const fields = { call_request_url: `${asked.url}/one`, call_status_callback_url: `${asked.url}/status`, ...more };
  const client = await numberWith({ call_handler: "laml_webhooks", ...fields });
  await addEndpoint(client, "sales");
  const trace = await client.server.call({ to: TO, from: FROM, digits });
  return { ...asked, client, trace, ways: asked.received.map(({ method, path }) => `${method} ${path}`) };
}

/** Calls a number whose first script is at `/one`. */
export async function script(answers: Answers, digits?: string) {
  const asked = await receiver(answers);
  const client = await numberWith({ call_handler: "relay_script", call_relay_script_url: `${asked.url}/one` });
  for (const username of ["sales", "support"]) await addEndpoint(client, username);
  const trace = await client.server.call({ to: TO, from: FROM, digits });
  const reached = trace.steps.flatMap(({ next }) => next?.name ?? []);
  return { ...asked, trace, reached, bodies: asked.received.map(({ body }) => JSON.parse(body)) };
}

/** Returns a variable in a script. */
export const filledIn = (name: string) => `\${${name}}`;
