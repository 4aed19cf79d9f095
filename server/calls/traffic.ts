import { SegmentedMessage } from "sms-segments-calculator";
import { type Body, phoneNumber, sipEndpoint } from "../../contract/index.ts";
import type { HostedScript } from "../api/script.ts";
import type { Project } from "../store/store.ts";
import { refusal } from "./admission.ts";
import { findCaller, shownFrom } from "./caller.ts";
import { assumeNothing } from "./choices.ts";
import { handOver } from "./hand-over.ts";
import { timeIn } from "./hours.ts";
import { CALLER, Keys } from "./keys.ts";
import { playHandler } from "./play-handler.ts";
import { arrive, placedBy } from "./route-call.ts";
import { type Assumptions, assumedAt, type HandledCall, type RunningCall } from "./running-call.ts";
import type { Switchboard } from "./switchboard.ts";
import { find, findDialled, type Handling, namesOf, type Target } from "./targets.ts";
import type { Trace, TrafficOutcome } from "./trace.ts";

export interface InboundCall {
  /** A number in E.164, a SIP address or username, the resource name of a connected client, or any user at the domain of a domain application. */
  readonly to: string;
  /** Any caller outside. For a call, also the SIP user name or address of an endpoint, or the name of a connected client. */
  readonly from: string;
  /** The project, when several have that address. Default: the first that has it. */
  readonly project?: string | undefined;
  /**
   * The keys that the caller presses: 0-9, * and #, at most 64. Each menu takes its own from the front. A `w` waits until the
   * menu that listens times out. Default: none.
   */
  readonly digits?: string | undefined;
  /**
   * The time of the call for the scripts that read the clock, in UTC: "Mon 10:00" is the next Monday from today on, "2026-12-25 10:00"
   * a date. Default: the server's clock.
   */
  readonly at?: string | undefined;
  /** The IP address that a call by SIP comes from. A domain application with IP authentication requires it. */
  readonly sourceIp?: string | undefined;
}

export interface InboundMessage extends Omit<InboundCall, "digits" | "at" | "sourceIp"> {
  readonly body: string;
}

/**
 * Follows a call or message that comes in to its end. A call comes from outside, or from an endpoint or client of this server (gap
 * `outbound-calls`). A message has no status callback (gap `message-status`).
 */
export function place(switchboard: Switchboard, inbound: InboundCall | InboundMessage): Promise<Trace> {
  const now = switchboard.clock.now();
  const time = "at" in inbound && inbound.at !== undefined ? (timeIn(inbound.at, now) ?? now) : now;
  return follow(switchboard, inbound, { choose: assumeNothing, assumed: assumedAt(time) });
}

export async function follow(
  switchboard: Switchboard,
  inbound: InboundCall | InboundMessage,
  assumptions: Assumptions,
): Promise<Trace> {
  return opened(switchboard, inbound, assumptions, (way, id) =>
    "body" in inbound ? deliver(way, id, inbound) : putThrough(way, id, inbound),
  );
}

/** Plays a script of the project to a call or a message, as a number does whose handler names the script. */
export function followScript(
  switchboard: Switchboard,
  project: Project,
  { address, party, resource: { hosted }, traffic }: HostedScript,
  assumptions: Assumptions,
): Promise<Trace> {
  const isSwml = hosted.language === "swml";
  const object = {
    [`${traffic}_handler`]: isSwml ? "relay_script" : "laml_webhooks",
    [`${traffic}_${isSwml ? "relay_script" : "request"}_url`]: address,
  };
  const target: Handling = { resource: phoneNumber, id: address, party, project, object };
  const call = { to: "", from: CALLER };
  const inbound = traffic === "call" ? call : { ...call, body: "" };
  return opened(switchboard, inbound, assumptions, async (way, id) => ({
    target,
    outcome: await ("body" in inbound ? carry(way, target, id, inbound) : arrive(way, target, { id, ...call })),
  }));
}

async function opened(
  switchboard: Switchboard,
  inbound: InboundCall | InboundMessage,
  assumptions: Assumptions,
  run: (way: RunningCall, id: string) => Promise<Followed>,
): Promise<Trace> {
  const { to, from } = inbound;
  const [kind, digits] = "body" in inbound ? (["message", ""] as const) : (["call", inbound.digits] as const);
  const id = switchboard.random.uuid();
  const tracer = switchboard.traces.open(switchboard.clock, { kind, id, from, to });
  const used = { dialled: 0, documents: 0, characters: 0 };
  const way: RunningCall = { switchboard, tracer, been: [], used, keys: new Keys(digits), ...assumptions };
  const { target, handler, outcome } = await run(way, id);
  // A call that was cut off has no other outcome, whatever its steps are.
  const isStopped = switchboard.cutOff.aborted;
  if (isStopped) tracer.note("server_stopped");
  return tracer.finish({
    project: target?.project.id ?? null,
    handler: typeof handler === "string" ? handler : null,
    outcome: isStopped ? "stopped" : outcome,
  });
}

interface Followed {
  readonly target: Target | undefined;
  readonly handler?: unknown;
  readonly outcome: TrafficOutcome;
}

async function putThrough(
  way: RunningCall,
  id: string,
  { to, from, project: only, sourceIp }: InboundCall,
): Promise<Followed> {
  const { switchboard, tracer } = way;
  const caller = findCaller(switchboard, from, only);
  const found = caller ? findDialled(switchboard, caller.project, to) : find(switchboard, to, only);
  const target = found === "elsewhere" ? undefined : found;
  const placing = caller && handlerOfDevice(switchboard, caller);
  if (placing !== undefined && caller?.resource && !DIALS.has(placing)) {
    // The address that the device dials is for its handler alone.
    const seen = shownFrom(switchboard, tracer, caller, "") ?? { from };
    tracer.note("belongs_to_project", { ...namesOf(caller), project: caller.project.id });
    return { target: caller, handler: placing, outcome: await placedBy(way, caller, { id, ...seen, to }) };
  }
  const handler = target?.resource && target.object.call_handler;
  const done = (outcome: TrafficOutcome): Followed => ({ target, handler, outcome });
  const seen = caller ? shownFrom(switchboard, tracer, caller, to) : { from };
  if (seen === undefined) return done("failed");
  if (caller && placing === "block-pstn" && to.startsWith("+")) {
    tracer.note("pstn_blocked", { who: namesOf(caller).who, to }, { field: "call_handler" });
    return done("failed");
  }
  if (found === "elsewhere") {
    tracer.note("leaves_server", { to });
    return done("handed-over");
  }
  if (!target) {
    tracer.note("address_unknown", { to });
    return done("unanswered");
  }
  tracer.note("belongs_to_project", { ...namesOf(target), project: target.project.id });
  const refused = refusal(tracer, target, to, sourceIp);
  if (refused !== undefined) return done(refused);
  return done(await arrive(way, target, { id, ...seen, to }));
}

/** Handlers of an endpoint with which its device dials addresses itself. */
const DIALS: ReadonlySet<string> = new Set(["passthrough", "block-pstn"]);

/** Returns the handler that takes the calls of an endpoint's device (gap `endpoint-handler-direction`). */
function handlerOfDevice({ outboundHandlers }: Switchboard, { resource, object }: Target & { object?: Body }) {
  const handler = outboundHandlers && resource === sipEndpoint ? object?.call_handler : undefined;
  return typeof handler === "string" ? handler : undefined;
}

async function deliver(way: RunningCall, id: string, inbound: InboundMessage): Promise<Followed> {
  const { to, project: only } = inbound;
  const { switchboard, tracer } = way;
  const target = find(switchboard, to, only);
  if (target?.resource !== phoneNumber) {
    tracer.note("number_unknown", { to });
    return { target, outcome: "unanswered" };
  }
  const { project, object } = target;
  tracer.note("belongs_to_project", { ...namesOf(target), project: project.id });
  if (!(object.capabilities as readonly string[]).includes("sms")) {
    tracer.note("messages_unsupported", {}, { field: "capabilities" });
    return { target, outcome: "unanswered" };
  }
  const handler = object.message_handler;
  if (typeof handler !== "string") {
    tracer.note("message_handler_unset", {}, { field: "message_handler" });
    return { target, outcome: "unanswered" };
  }
  tracer.note("handler_chosen", { handler }, { field: "message_handler" });
  return { target, handler, outcome: await carry(way, target, id, inbound) };
}

async function carry(
  way: RunningCall,
  target: Handling,
  id: string,
  { to, from, body }: InboundMessage,
): Promise<TrafficOutcome> {
  const { segmentsCount: segments } = new SegmentedMessage(body);
  const call: HandledCall = {
    ...way,
    ...{ been: [target], target },
    delivered: { kind: "message", id, from, to, body, segments },
  };
  return (await playHandler(call)) ?? handOver(call);
}
