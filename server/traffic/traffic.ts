import { SegmentedMessage } from "sms-segments-calculator";
import { timestamp } from "../conditions/clock.ts";
import { admits } from "./admission.ts";
import { findCaller, shownFrom } from "./caller.ts";
import { assumeNothing } from "./choices.ts";
import { handOver } from "./hand-over.ts";
import { timeIn } from "./hours.ts";
import { Keys } from "./keys.ts";
import { playHandler } from "./play-handler.ts";
import { arrive } from "./route-call.ts";
import type { Assumed, HandledCall, RunningCall } from "./running-call.ts";
import { messageRequest } from "./script-request.ts";
import { followed, type Switchboard } from "./switchboard.ts";
import { find, findDialled, namesOf } from "./targets.ts";
import type { Trace, Tracer, TrafficOutcome } from "./trace.ts";

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
 * Places a call from outside, or from an endpoint or client of this server, and follows it to its end (gap `outbound-calls`).
 */
export function placeCall(switchboard: Switchboard, call: InboundCall): Promise<Trace> {
  const clock = switchboard.clock.now();
  const time = call.at === undefined ? clock : (timeIn(call.at, clock) ?? clock);
  return followed(switchboard, () => followCall(switchboard, call, nothingAt(time)));
}

type Assumptions = Pick<RunningCall, "choose" | "assumed">;

/** For traffic that is placed: assumes nothing. */
function nothingAt(time: number): Assumptions {
  const assumed: Assumed = {
    ...{ week: [time], times: [time], told: new Map(), dates: new Set<string>(), evaluated: new Map() },
    ...{ readsClock: false, readsCall: false, readsReasons: false },
  };
  return { choose: assumeNothing, assumed };
}

export async function followCall(
  switchboard: Switchboard,
  { to, from, project: only, digits, sourceIp }: InboundCall,
  assumptions: Assumptions,
): Promise<Trace> {
  const id = switchboard.random.uuid();
  const tracer = switchboard.traces.open(switchboard.clock, { kind: "call", id, from, to });
  const caller = findCaller(switchboard, from, only);
  const target = caller ? findDialled(switchboard, caller.project, to) : find(switchboard, to, only);
  const found = target === "elsewhere" ? undefined : target;
  const seen = caller ? shownFrom(switchboard, tracer, caller, to) : { from };
  const handler = found && found.kind !== "client" ? found.object.call_handler : null;
  let outcome: TrafficOutcome = "unanswered";
  if (seen === undefined) {
    outcome = "failed";
  } else if (found) {
    tracer.note("belongs_to_project", { ...namesOf(found), project: found.project.id });
    const way = begin(switchboard, tracer, assumptions, digits);
    const isTaken = found.kind !== "application" || admits(tracer, found, to, sourceIp);
    if (isTaken) outcome = await arrive(way, found, { id, ...seen, to });
  } else if (target === "elsewhere") {
    tracer.note("leaves_server", { to });
    outcome = "handed-over";
  } else {
    tracer.note("address_unknown", { to });
  }
  const project = found?.project.id ?? null;
  return tracer.finish({ project, handler: nameOf(handler), outcome: endOf(switchboard, tracer, outcome) });
}

/** Places a message and follows it to its end. Sends no status callback (gap `message-status`). */
export function placeMessage(switchboard: Switchboard, message: InboundMessage): Promise<Trace> {
  return followed(switchboard, () => followMessage(switchboard, message, nothingAt(switchboard.clock.now())));
}

export async function followMessage(
  switchboard: Switchboard,
  message: InboundMessage,
  assumptions: Assumptions,
): Promise<Trace> {
  const { to, from, body } = message;
  const id = switchboard.random.uuid();
  const tracer = switchboard.traces.open(switchboard.clock, { kind: "message", id, from, to });
  const target = find(switchboard, to, message.project);
  const done = (outcome: TrafficOutcome, handler: unknown = null) => {
    const project = target?.project.id ?? null;
    return tracer.finish({ project, handler: nameOf(handler), outcome: endOf(switchboard, tracer, outcome) });
  };

  if (target?.kind !== "number") {
    tracer.note("number_unknown", { to });
    return done("unanswered");
  }
  const { project, object } = target;
  tracer.note("belongs_to_project", { ...namesOf(target), project: project.id });
  if (!(object.capabilities as readonly string[]).includes("sms")) {
    tracer.note("messages_unsupported", {}, { field: "capabilities" });
    return done("unanswered");
  }
  const handler = object.message_handler;
  if (typeof handler !== "string") {
    tracer.note("message_handler_unset", {}, { field: "message_handler" });
    return done("unanswered");
  }
  tracer.note("handler_chosen", { handler }, { field: "message_handler" });
  const way = begin(switchboard, tracer, assumptions);
  const call: HandledCall = { ...way, been: [target], target };
  const segments = new SegmentedMessage(body).segmentsCount;
  const outcome = await playHandler(call, {
    traffic: "message",
    playback: { sender: from },
    parameters: {
      ...{ AccountSid: project.id, MessageSid: id, SmsSid: id, From: from, To: to, Body: body },
      ...{ NumMedia: "0", NumSegments: String(segments) },
    },
    script: () => {
      const received = timestamp(switchboard.clock.now());
      const sent = { id, from, to, body, segments, received, project: project.id };
      return {
        request: (_, passed) => messageRequest(sent, passed),
        subject: (playback) => {
          const { message: described } = messageRequest({ ...sent, body: playback.assumeBody() ?? body });
          const { direction, type } = described;
          return { message: playback.isExplored ? { to, body: described.body, direction, type } : described };
        },
      };
    },
  });
  return done(outcome ?? handOver(call, "message"), handler);
}

function begin(switchboard: Switchboard, tracer: Tracer, assumptions: Assumptions, digits?: string): RunningCall {
  return { switchboard, tracer, been: [], used: { dialled: 0, documents: 0 }, keys: new Keys(digits), ...assumptions };
}

/** A call that was cut off has no other outcome, whatever its steps are. */
function endOf({ cutOff }: Switchboard, tracer: Tracer, outcome: TrafficOutcome): TrafficOutcome {
  if (!cutOff.aborted) return outcome;
  tracer.note("server_stopped");
  return "stopped";
}

function nameOf(handler: unknown): string | null {
  return typeof handler === "string" ? handler : null;
}
