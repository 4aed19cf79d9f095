// Follows a call from an object with a handler: to a document, to an endpoint, or to the destinations that a document dials. It
// ends where the call is taken, or where it meets an object for the second time.

import { sipEndpoint } from "../../contract/index.ts";
import { refusal } from "./admission.ts";
import { missedBy, type Option } from "./choices.ts";
import { handOver } from "./hand-over.ts";
import { playHandler } from "./play-handler.ts";
import type { HandledCall, Leg, RunningCall } from "./running-call.ts";
import {
  CLIENT,
  domainIn,
  findDialled,
  findEndpoint,
  type Handling,
  namesOf,
  type Target,
  usernameIn,
} from "./targets.ts";
import type { TrafficOutcome } from "./trace.ts";
import { TAKEN } from "./verdict.ts";

/** Documents that dial each other create many routes, even without a circle. */
const MOST_DIALLED = 50;

/** Follows a call to this target. */
export async function arrive(way: RunningCall, target: Target, leg: Leg): Promise<TrafficOutcome> {
  way.tracer.by = undefined;
  if (!target.resource) {
    way.switchboard.sessions.ring(target.project.id, target.id, leg);
    way.tracer.note("rings_itself");
    return taken(way, namesOf(target).who, "ringing");
  }
  const { tracer } = way;
  const isFax = target.object.call_receive_mode === "fax";
  if (isFax) tracer.note("taken_as_fax", {}, { field: "call_receive_mode" });
  const isEndpoint = target.resource === sipEndpoint;
  const handler = target.object.call_handler;
  // An endpoint's own handler takes the calls to it, unless an option says otherwise (gap `endpoint-handler-direction`).
  const isRung = isEndpoint && (typeof handler !== "string" || way.switchboard.outboundHandlers);
  if (isRung) {
    tracer.note("rings_devices", {}, typeof handler === "string" ? {} : { field: "call_handler" });
    return taken(way, namesOf(target).who, "handed-over");
  }
  if (typeof handler !== "string") {
    tracer.note("handler_unset", {}, { field: "call_handler" });
    return "unanswered";
  }
  tracer.note(isEndpoint ? "endpoint_handler_chosen" : "handler_chosen", { handler }, { field: "call_handler" });
  return handled(way, { target, handler, isFax }, leg);
}

interface Handled {
  readonly target: Handling;
  readonly handler: string;
  readonly isFax: boolean;
}

/** Follows a call that the device of an endpoint places, where its handler takes such calls. */
export function placedBy(way: RunningCall, target: Handling, leg: Leg): Promise<TrafficOutcome> {
  const handler = String(target.object.call_handler);
  way.tracer.note("endpoint_places", { handler }, { field: "call_handler" });
  return handled(way, { target, handler, isFax: false }, leg);
}

async function handled(way: RunningCall, { target, handler, isFax }: Handled, leg: Leg): Promise<TrafficOutcome> {
  const { tracer } = way;
  const dial = (to: readonly string[], from: string | undefined) => dialAll(call, leg, to, from);
  const call: HandledCall = {
    ...way,
    been: [...way.been, target],
    target,
    delivered: { ...leg, kind: "call", isFax, dial },
  };
  const outcome = await playHandler(call);
  if (outcome !== undefined) return outcome;
  if (handler === "relay_sip_endpoint") return ringEndpoint(call, leg);
  if (handler === "relay_verto_endpoint") return ringClient(call, leg);
  if (handler !== "dialogflow" || target.resource !== sipEndpoint) return handOver(call);
  // The agent has no name (gap `endpoint-dialogflow`).
  tracer.note("agent_unnamed", {}, { field: "call_handler" });
  return "handed-over";
}

/** Rings a SIP endpoint from a number: the endpoint's own handler decides the rest. */
async function ringEndpoint(call: HandledCall, leg: Leg): Promise<TrafficOutcome> {
  const { switchboard, tracer, target } = call;
  const { project, object } = target;
  const field = "call_sip_endpoint_id";
  const id = object[field];
  if (typeof id !== "string") {
    tracer.note("endpoint_unnamed", {}, { field });
    return "unanswered";
  }
  const next = findEndpoint(switchboard, project, id);
  if (!next) {
    const absence = switchboard.absence(id);
    if (absence === undefined) tracer.note("endpoint_unchecked", { id }, { field });
    else tracer.note("endpoint_unknown", { id, absence }, { field });
    return absence === undefined ? "handed-over" : "unanswered";
  }
  tracer.note("next", namesOf(next), { field, next: next.party });
  return isCircle(call, next) ? "looped" : arrive(call, next, leg);
}

function ringClient({ switchboard, tracer, choose, target }: HandledCall, leg: Leg): TrafficOutcome {
  const { project, object } = target;
  const field = "call_verto_resource";
  const name = object[field];
  if (typeof name !== "string") {
    tracer.note("client_unnamed", {}, { field });
    return "unanswered";
  }
  const isConnected = choose(`client ${name}`, CONNECTED) ?? switchboard.sessions.named(project.id, name) > 0;
  if (!isConnected) {
    tracer.note("client_absent", { name }, { field });
    return "unanswered";
  }
  tracer.note("client_rings", { name }, { field, next: { what: CLIENT, name } });
  switchboard.sessions.ring(project.id, name, leg);
  return "ringing";
}

/** A client connects when its program runs, so an exploration assumes both. */
const CONNECTED: readonly Option<boolean>[] = [
  { name: "connected", value: true },
  { name: "not connected", value: false, isFailure: true },
];

/** The outcome of several routes is the first of these that one of them has. */
const STRONGEST: readonly TrafficOutcome[] = ["looped", "answered", "ringing", "handed-over", "failed", "unanswered"];

async function dialAll(
  way: HandledCall,
  leg: Leg,
  to: readonly string[],
  from: string | undefined,
): Promise<TrafficOutcome> {
  const outcomes: TrafficOutcome[] = [];
  const { by } = way.tracer;
  way.used.missed = undefined;
  for (const address of to) {
    if (way.used.dialled === MOST_DIALLED) {
      way.tracer.note("dialled_too_many", { most: MOST_DIALLED });
      outcomes.push("failed");
      break;
    }
    way.used.dialled += 1;
    way.used.isAlone = !outcomes.some((each) => TAKEN.has(each));
    const seen = from === undefined ? { from: leg.from, name: leg.name } : { from };
    outcomes.push(await dial(way, { id: way.switchboard.random.uuid(), ...seen, to: address, parent: leg.id }));
    // The documents of that destination are not this one.
    way.tracer.by = by;
  }
  return STRONGEST.find((each) => outcomes.includes(each)) ?? "unanswered";
}

/** Returns the outcome for devices that ring. An exploration may assume that they do not take the call. */
function taken(way: RunningCall, who: string, outcome: TrafficOutcome): TrafficOutcome {
  const { choose, tracer, used, assumed } = way;
  // A device that did not take the call does not take its next ring either: it is the same failure.
  const missed = used.silent?.get(who) ?? missedBy(choose, who, assumed.readsReasons, used.isAlone ?? true);
  if (missed === undefined) return outcome;
  used.silent = new Map(used.silent).set(who, missed);
  tracer.note("not_taken", { who, reason: missed });
  used.missed = missed;
  return "unanswered";
}

async function dial(way: HandledCall, { to: written, ...more }: Leg): Promise<TrafficOutcome> {
  const address = written.trim().replace(/^tel:/i, "");
  const { switchboard, tracer, choose, target } = way;
  if (/^(?!sips?:|client:)[a-z_]+:|^\/|\{\{|^[\d\s().-]{7,}$/i.test(address) && !isFound(way, address)) {
    tracer.note("dials_unplayed", { to: address });
    return "handed-over";
  }
  const to = address.replace(/^client:/i, "");
  const leg: Leg = { ...more, to };
  const found = findDialled(switchboard, target.project, to);
  if (found === "elsewhere") {
    const domain = switchboard.movedTo(domainIn(to) ?? "");
    if (domain !== undefined) {
      tracer.note("dials_unknown", { to, absence: ` any more: the project's SIP domain is ${domain}` });
      return "unanswered";
    }
    tracer.note("dials_outside", { to });
    return taken(way, `destination ${to}`, "handed-over");
  }
  if (!found && to !== address && choose(`client ${to}`, CONNECTED)) {
    tracer.note("client_rings", { name: to }, { next: { what: CLIENT, name: to } });
    return taken(way, `client ${to}`, "ringing");
  }
  if (!found && to !== address) {
    tracer.note("client_absent", { name: to });
    return "unanswered";
  }
  if (!found) {
    const absence = switchboard.absence(usernameIn(to));
    if (absence !== undefined) tracer.note("dials_unknown", { to, absence });
    else tracer.note("dials_unchecked", { to });
    return absence === undefined ? taken(way, `destination ${to}`, "handed-over") : "unanswered";
  }
  tracer.note("dials", { to, ...namesOf(found) }, { next: found.party });
  const refused = refusal(tracer, found, to);
  if (refused !== undefined) return refused;
  return isCircle(way, found) ? "looped" : arrive(way, found, leg);
}

/** True for a number without its country code, or a user name of digits, that the project knows. */
function isFound({ switchboard, target }: HandledCall, address: string): boolean {
  return /^[\d\s().-]+$/.test(address) && findDialled(switchboard, target.project, address) !== undefined;
}

/** True when the call has already been at this target; records a step. */
function isCircle({ tracer, been }: RunningCall, next: Target): boolean {
  const first = been.findIndex(({ id }) => id === next.id);
  if (first < 0) return false;
  const circle = [...been.slice(first), next].map((each) => `The ${namesOf(each).who}`);
  tracer.note("goes_round", { circle: circle.join(" → ") });
  return true;
}
