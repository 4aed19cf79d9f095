// Feeds the answers of a record to the provider's reader, over HTTP: what it takes for a success, an absence or a refusal.

import { isObject, isSingle, own, type Resource, receivedForm } from "../../contract/index.ts";
import { openClient } from "../../provider/client/collection.ts";
import { RequestFailure } from "../../provider/client/errors.ts";
import type { HttpRequest } from "../../provider/client/transport.ts";
import { openTransport } from "../../provider/client/transport.ts";
import { connectionTo, type Server } from "../engine/service.ts";
import { type Answer, openGateway } from "../provider/gateway.ts";
import type { Exchange, LiveRecord, Shape } from "./form.ts";
import { exampleOf } from "./shape.ts";
import { jsonIn, type Known, onStage, pathOf, resourceAt, type Stage, textsOf } from "./stage.ts";

/** Returns what the provider makes of the answers that the record does not mean. */
export function misread(record: LiveRecord): Promise<string[]> {
  return onStage(record, async (stage) => {
    const found: string[] = [];
    const known: { [word: string]: string } = {};
    for (const each of record.exchanges) {
      if (!("method" in each)) continue;
      const sent = each.sent === undefined ? {} : { sent: exampleOf(each.sent, known) as Shape };
      found.push(...(await misreadIn({ ...each, ...sent }, stage, known)));
      Object.assign(known, textsOf(exampleOf(each.answer ?? {})));
    }
    return found;
  });
}

async function misreadIn(exchange: Exchange, { server }: Stage, known: Known): Promise<string[]> {
  const gateway = await openGateway(server);
  const path = await pathOf(exchange, server, known);
  const id = decodeURIComponent(path.split("?", 1)[0]?.split("/").at(-1) ?? "");
  const [bare = ""] = path.split("?", 1);
  gateway.answerWith(async (question, forward) => {
    const isAsked = question.method === exchange.method && question.path.split("?", 1)[0] === bare;
    // A read may follow a write whose answer does not prove it.
    return isAsked ? answerOf(exchange, id, exchange.isExtract ? await forward() : undefined) : forward();
  });
  try {
    const transport = openTransport(connectionTo({ url: gateway.url, project: server.project } as Server), {
      isPatient: false,
      print: () => undefined,
    });
    const resource = resourceWith(exchange);
    const work = resource
      ? operated(exchange, resource, id, openClient(transport))
      : transport({ ...exchange, path, body: exchange.sent } as HttpRequest);
    return await work.then(
      (live) => wrongSuccess(exchange, resource, live),
      (error: unknown) => wrongFailure(exchange, error),
    );
  } finally {
    await gateway.close();
  }
}

/** Returns the resource that the provider sends this request for. */
function resourceWith({ method, path }: Exchange): Resource | undefined {
  const resource = resourceAt(path);
  return Object.values(resource?.operations ?? {}).some((each) => each.method === method) ? resource : undefined;
}

/** Calls the operation that sends the record's request. */
async function operated(
  { method, path, sent }: Exchange,
  resource: Resource,
  id: string,
  client: ReturnType<typeof openClient>,
) {
  const collection = client.collection(resource);
  const body = isObject(sent) ? receivedForm(resource, exampleOf(sent) as object as never) : {};
  if (method === "POST" && !path.includes("[id]")) return collection.create(body);
  if (method === "DELETE") return collection.delete(id);
  if (method !== "GET") return collection.update(isSingle(resource) ? "" : id, body);
  if (path.split("?", 1)[0] === resource.operations.list?.path.replace("{project}", "[project]")) {
    for await (const first of collection.list()) return first;
    return undefined;
  }
  return collection.readAgain(isSingle(resource) ? undefined : id);
}

/** Returns the recorded answer, over the server's own where the record is an extract. */
function answerOf({ status, answer }: Exchange, id: string, own: Answer | undefined): Answer {
  const code = typeof status === "number" ? status : status === "2xx" ? 200 : 422;
  if (answer === undefined) return { status: code, type: "", text: "" };
  if (typeof answer === "string") return { status: code, type: "text/plain", text: String(exampleOf(answer, { id })) };
  const shown = exampleOf(answer, { id });
  const text = JSON.stringify(own ? laidOver(jsonIn(own.text), shown) : shown);
  return { status: code, type: "application/json", text };
}

function laidOver(below: unknown, above: unknown): unknown {
  if (Array.isArray(above) && Array.isArray(below)) return above.map((each) => laidOver(below[0], each));
  if (!isObject(below) || !isObject(above)) return above;
  const both = Object.entries(above).map(([key, value]) => [key, laidOver(own(below, key), value)]);
  return { ...below, ...Object.fromEntries(both) };
}

function wrongSuccess({ method, status, answer }: Exchange, resource: Resource | undefined, live: unknown): string[] {
  const isSuccess = String(status).startsWith("2");
  // An absence is the success of a deletion.
  if (!isSuccess && !(method === "DELETE" && status === 404)) return [`takes ${status} for a success`];
  if (answer === undefined && method !== "DELETE") return ["takes an empty answer for a success"];
  const { label } = resource ?? {};
  if (label === undefined || !resource?.operations.read || !isObject(live)) return [];
  return typeof live[label] === "string" ? [] : [`reads no ${label}`];
}

const MEANINGS: { readonly [status: string]: RequestFailure["code"] } = {
  400: "invalid",
  401: "unauthorized",
  404: "not_found",
  422: "invalid",
  429: "rate_limited",
  "4xx": "invalid",
  500: "service_error",
};

function wrongFailure({ status, answer }: Exchange, error: unknown): string[] {
  if (!(error instanceof RequestFailure)) throw error;
  const { code, message } = error;
  if (String(status).startsWith("2")) return answer === undefined ? [] : [`refuses a success: ${message}`];
  const meant = MEANINGS[String(status)];
  const unsaid = code === "invalid" ? wordsIn(answer).filter((word) => !message.includes(word)) : [];
  return [
    ...(code === meant ? [] : [`takes ${status} for ${code}: ${message}`]),
    ...unsaid.map((word) => `does not repeat the service's words "${word}"`),
  ];
}

/** Returns what each entry of a refusal says: the first of its texts for people. */
function wordsIn(answer: Shape | undefined): string[] {
  if (!isObject(answer)) return [];
  const { errors, message } = answer as { readonly errors?: Shape; readonly message?: Shape };
  const entries = errors === undefined ? [{ message }] : Array.isArray(errors) ? errors : [errors];
  return entries.flatMap((each) => {
    if (typeof each === "string") return [each];
    const { detail, message, title, code } = Object(each);
    return [detail, message, title, code]
      .filter((word) => typeof word === "string")
      .slice(0, 1)
      .map((word) => String(exampleOf(word)));
  });
}
