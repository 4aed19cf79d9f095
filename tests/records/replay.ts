// Replays a record against the reference server: the statuses, the keys, the types of the values, and the forms of unset fields.

import { addEndpoint, ask, list } from "../engine/service.ts";
import type { Received } from "../server/receiver.ts";
import type { Call, Connection, Exchange, LiveRecord } from "./form.ts";
import { differences, idsIn } from "./shape.ts";
import { jsonIn, onStage, pathOf, type Stage, send, textsOf } from "./stage.ts";

/** Returns how the reference server differs from the record. */
export function replayed(record: LiveRecord): Promise<string[]> {
  return onStage(record, async (stage) => {
    const found: string[] = [];
    const known: { [word: string]: string } = {};
    for (const each of record.exchanges) {
      if ("method" in each) found.push(...(await exchanged(each, stage, known)));
      else if ("call" in each) found.push(...(await called(each, stage)));
      else found.push(...(await dialled(each, stage)));
    }
    return found;
  });
}

/** @param known - The texts of the answers so far, by their members: `[refresh_token]` in a later request. */
async function exchanged(exchange: Exchange, { server }: Stage, known: { [word: string]: string }): Promise<string[]> {
  const { method, answer } = exchange;
  const path = await pathOf(exchange, server, known);
  const reply = await send(exchange, path, server, known);
  const text = await reply.text();
  const body = text === "" ? undefined : (jsonIn(text) ?? text);
  Object.assign(known, textsOf(body), answer === undefined ? {} : idsIn(answer, body));
  const status = isStatus(exchange.status, reply.status)
    ? []
    : [`${method} ${exchange.path} answers ${reply.status}, recorded ${exchange.status}`];
  const inBody = answer === undefined ? (text === "" ? [] : ["the answer has a body"]) : differences(answer, body);
  return [...status, ...inBody];
}

export function isStatus(recorded: Exchange["status"], status: number): boolean {
  return typeof recorded === "number" ? recorded === status : recorded === `${Math.floor(status / 100)}xx`;
}

async function called({ call, requests, outcome }: Call, { server, receiver }: Stage): Promise<string[]> {
  const [application] = await list(server, "/domain_applications");
  const trace = await server.call({ ...call, to: call.to.replace("[domain]", String(application?.domain)) });
  const ended = outcome === undefined ? [] : differences(outcome, trace.outcome, "the call's outcome");
  return [...ended, ...requests.flatMap((request) => unsent(request, receiver.received))];
}

/** Returns how the request that is most like the recorded one differs from it; empty when it was sent. */
function unsent(
  { method, path, headers = {}, body }: Call["requests"][number],
  received: readonly Received[],
): string[] {
  const what = `${method} ${path}`;
  const tries = received
    .filter((each) => each.method === method && each.url === path)
    .map(({ headers: sent, form, body: text }) => [
      ...differences(headers, sent, `the headers of ${what}`),
      ...(body === undefined ? [] : differences(body, jsonIn(text) ?? form, `the body of ${what}`)),
    ]);
  return tries.toSorted((a, b) => a.length - b.length)[0] ?? [`${what} is not sent`];
}

/** Gives the first number a script that dials, and then rings an endpoint for each value of the variable. */
async function dialled({ connect, variables }: Connection, { server }: Stage): Promise<string[]> {
  const found: string[] = [];
  for (const [variable, values] of Object.entries(variables)) {
    const branches = values.map((value) => [value, [{ connect: { to: `sip:${value.toLowerCase()}` } }]] as const);
    const main = [connect, { switch: { variable, case: Object.fromEntries(branches), default: ["hangup"] } }];
    const contents = { version: "1.0.0", sections: { main } };
    const made = await ask(server, "POST", "/api/fabric/resources/swml_scripts", { name: variable, contents });
    const { request_url } = made.swml_script as { readonly request_url: string };
    for (const value of values) await addEndpoint(server, value.toLowerCase());
    const [line] = await list(server, "/phone_numbers");
    const handler = { call_handler: "relay_script", call_relay_script_url: request_url };
    await ask(server, "PUT", `/phone_numbers/${line?.id}`, handler);
    const ways = JSON.stringify(await server.explore());
    const missing = values.filter((value) => !ways.includes(`SIP endpoint ${value.toLowerCase()}`));
    found.push(...missing.map((value) => `no failed connection has the ${variable} ${value}`));
  }
  return found;
}
