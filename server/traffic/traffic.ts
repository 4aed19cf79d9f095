// Decides where an inbound call or message goes: to a number, an endpoint or a connected client, and on to what its handler names.

import { type Body, phoneNumber, sipEndpoint } from "../../contract/index.ts";
import { Documents } from "../documents.ts";
import type { Project } from "../projects.ts";
import { profileInForce } from "../routes/sip-profile.ts";
import type { Service } from "../service.ts";
import { type Trace, Tracer, type TrafficOutcome } from "./trace.ts";
import { fetchLaml, fetchScript, type Parameters, tellStatus, type Webhook } from "./webhooks.ts";

export interface InboundCall {
  /** A number in E.164, a SIP address or username, or the resource name of a connected client. */
  readonly to: string;
  readonly from: string;
  /** Where several projects have that address; by default the first that has it. */
  readonly project?: string | undefined;
}

export interface InboundMessage extends InboundCall {
  readonly body: string;
}

/** Lets a call come in and follows it to its end. */
export async function placeCall(service: Service, { to, from, project }: InboundCall): Promise<Trace> {
  const id = service.random.uuid();
  const tracer = new Tracer(service.clock);
  const target = find(service, to, project);
  const done = (outcome: TrafficOutcome, handler: string | null = null) =>
    tracer.finish({ kind: "call", id, from, to, project: target?.project.id ?? null, handler, outcome });

  if (!target) {
    tracer.say(`Nobody has the address ${to}.`);
    return done("unanswered");
  }
  tracer.say(`${target.title} belongs to the project ${target.project.id}.`);
  if (target.kind === "client") return done("ringing");
  const { project: owner, object } = target;
  const common = { AccountSid: owner.id, ApiVersion: "2010-04-01", From: from, To: to };
  const fax = object.call_receive_mode === "fax";
  if (fax) tracer.say("It is taken as a fax.", { field: "call_receive_mode" });
  const parameters: Parameters = fax
    ? { ...common, FaxSid: id }
    : { ...common, CallSid: id, CallStatus: "ringing", Direction: "inbound" };
  const handler = object.call_handler;
  if (typeof handler !== "string") {
    tracer.say("No handler is set; nobody takes the call.", { field: "call_handler" });
    return done("unanswered");
  }
  tracer.say(`The handler is ${handler}.`, { field: "call_handler" });
  const webhook = { service, signingKey: owner.signingKey, tracer };
  return done(await routeCall(webhook, target, handler, parameters), handler);
}

/** Lets a message come in and follows it to its end. Nobody is told its status (gap `message-status`). */
export async function placeMessage(service: Service, message: InboundMessage): Promise<Trace> {
  const { to, from, body } = message;
  const id = service.random.uuid();
  const tracer = new Tracer(service.clock);
  const target = find(service, to, message.project);
  const done = (outcome: TrafficOutcome, handler: string | null = null) =>
    tracer.finish({ kind: "message", id, from, to, project: target?.project.id ?? null, handler, outcome });

  if (target?.kind !== "number") {
    tracer.say(`No project has the number ${to}.`);
    return done("unanswered");
  }
  const { project, object, title } = target;
  tracer.say(`${title} belongs to the project ${project.id}.`);
  if (!(object.capabilities as readonly string[]).includes("sms")) {
    tracer.say("It cannot carry messages.", { field: "capabilities" });
    return done("unanswered");
  }
  const handler = object.message_handler;
  if (typeof handler !== "string") {
    tracer.say("No handler is set; nobody takes the message.", { field: "message_handler" });
    return done("unanswered");
  }
  tracer.say(`The handler is ${handler}.`, { field: "message_handler" });
  if (handler === "laml_webhooks") {
    const webhook = { service, signingKey: project.signingKey, tracer };
    const sent = { AccountSid: project.id, MessageSid: id, SmsSid: id, From: from, To: to, Body: body };
    const counts = { NumMedia: "0", NumSegments: String(segments(body)) };
    const fetched = await fetchLaml(webhook, object, "message", { ...sent, ...counts });
    return done(fetched ? "answered" : "failed", handler);
  }
  return done(handOver(tracer, object, MESSAGE_DESTINATIONS[handler]), handler);
}

type Target =
  | { readonly kind: "number" | "endpoint"; readonly title: string; readonly project: Project; readonly object: Body }
  | { readonly kind: "client"; readonly title: string; readonly project: Project };

const numbers = new Documents(phoneNumber);
const endpoints = new Documents(sipEndpoint);

function find(service: Service, to: string, only?: string): Target | undefined {
  const projects = service.projects.all().filter(({ id }) => only === undefined || id === only.toLowerCase());
  for (const project of projects) {
    const target = findIn(service, project, to);
    if (target) return target;
  }
  return undefined;
}

function findIn({ store, sessions }: Service, project: Project, to: string): Target | undefined {
  if (to.startsWith("+")) {
    const row = store.numbers.findByHandle(project.id, to);
    if (!row) return undefined;
    const object = numbers.present(row.id, row.document);
    return { kind: "number", title: `The phone number ${to}`, project, object };
  }
  if (sessions.named(project.id, to) > 0) {
    return { kind: "client", title: `The connected client ${to}`, project };
  }
  const username = to.replace(/^sips?:/, "").split("@", 1)[0] ?? "";
  const row = store.endpoints.findByHandle(project.id, username);
  return row && endpoint(project, row.id, row.document);
}

function endpoint(project: Project, id: string, document: Body): Target {
  const object = endpoints.present(id, document, profileInForce(project));
  return { kind: "endpoint", title: `The SIP endpoint ${object.username}`, project, object };
}

type WithHandler = Exclude<Target, { kind: "client" }>;

async function routeCall(
  webhook: Webhook,
  { project, object }: WithHandler,
  handler: string,
  parameters: Parameters,
): Promise<TrafficOutcome> {
  const { service, tracer } = webhook;
  switch (handler) {
    case "laml_webhooks": {
      const fetched = await fetchLaml(webhook, object, "call", parameters);
      await tellStatus(webhook, object, {
        ...callEnd(parameters, service.clock.now()),
        CallStatus: fetched ? "completed" : "failed",
      });
      return fetched ? "answered" : "failed";
    }
    case "relay_script":
      return (await fetchScript(webhook, String(object.call_relay_script_url), parameters)) ? "answered" : "failed";
    case "relay_sip_endpoint":
      return onToEndpoint(webhook, project, object, parameters);
    case "relay_verto_endpoint": {
      const name = object.call_verto_resource;
      const count = typeof name === "string" ? service.sessions.named(project.id, name) : 0;
      tracer.say(
        count > 0 ? `The client ${name} is connected and rings.` : `No client is connected as ${name ?? "nobody"}.`,
        { field: "call_verto_resource" },
      );
      return count > 0 ? "ringing" : "unanswered";
    }
    default:
      return handOver(tracer, object, CALL_DESTINATIONS[handler]);
  }
}

/** A number that rings a SIP endpoint: the endpoint's own handler takes it from here. No endpoint leads back to a number. */
async function onToEndpoint(
  webhook: Webhook,
  project: Project,
  number: Body,
  parameters: Parameters,
): Promise<TrafficOutcome> {
  const { service, tracer } = webhook;
  const field = "call_sip_endpoint_id";
  const id = number[field];
  const key = typeof id === "string" ? id.toLowerCase() : "";
  const document = service.store.endpoints.find(project.id, key);
  const target = document && endpoint(project, key, document);
  if (!target || target.kind === "client") {
    tracer.say(id === null ? "No SIP endpoint is named." : `The project has no SIP endpoint ${id}.`, { field });
    return "unanswered";
  }
  tracer.say(`${target.title} is next.`, { field });
  const handler = target.object.call_handler;
  if (typeof handler !== "string") {
    tracer.say("It rings the endpoint's devices; this server has none.", { field: "call_handler" });
    return "handed-over";
  }
  tracer.say(`Its handler is ${handler}.`, { field: "call_handler" });
  return routeCall(webhook, target, handler, parameters);
}

/** Where a handler leads that this server does not play: the name of the thing, and the field that says which. */
interface Destination {
  readonly thing: string;
  readonly field: string;
}

const CALL_DESTINATIONS: { readonly [handler: string]: Destination } = {
  relay_context: { thing: "Relay application", field: "call_relay_application" },
  relay_application: { thing: "Relay application", field: "call_relay_application" },
  laml_application: { thing: "LaML application", field: "call_laml_application_id" },
  dialogflow: { thing: "Dialogflow agent", field: "call_dialogflow_agent_id" },
  relay_connector: { thing: "Relay connector", field: "call_relay_connector_id" },
  video_room: { thing: "video room", field: "call_video_room_id" },
  call_flow: { thing: "call flow", field: "call_flow_id" },
  ai_agent: { thing: "AI agent", field: "call_ai_agent_id" },
};

const MESSAGE_DESTINATIONS: { readonly [handler: string]: Destination } = {
  relay_context: { thing: "Relay application", field: "message_relay_application" },
  relay_application: { thing: "Relay application", field: "message_relay_application" },
  laml_application: { thing: "LaML application", field: "message_laml_application_id" },
};

function handOver(tracer: Tracer, object: Body, destination: Destination | undefined): TrafficOutcome {
  if (!destination) return "unanswered";
  const { thing, field } = destination;
  const which = object[field];
  if (typeof which !== "string") {
    tracer.say(`No ${thing} is named.`, { field });
    return "unanswered";
  }
  tracer.say(`It goes to the ${thing} ${which}, which this server does not play.`, { field });
  return "handed-over";
}

/** What a status callback is told at the end of a call. */
function callEnd({ CallSid = "", AccountSid = "", From = "", To = "" }: Parameters, now: number): Parameters {
  const Timestamp = new Date(now).toUTCString().replace("GMT", "+0000");
  return { CallSid, AccountSid, From, To, Timestamp, CallDuration: "0", AudioInMos: "0.0" };
}

/** How many parts a text message takes: 160 characters alone, 153 each in a row; 70 and 67 beyond Latin letters. */
function segments(body: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the plain range is the point.
  const [alone, inRow] = /^[\x00-\x7f]*$/.test(body) ? [160, 153] : [70, 67];
  return body.length <= alone ? 1 : Math.ceil(body.length / inRow);
}
