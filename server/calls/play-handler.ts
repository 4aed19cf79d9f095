// Plays the documents of a handler: LaML from its webhooks or its application, or SWML scripts.

import { phoneNumber } from "../../contract/index.ts";
import { bodiesFor } from "./choices.ts";
import type { End } from "./document.ts";
import { type LamlSource, lamlSourceOf, type Parameters, parametersOf } from "./laml-request.ts";
import { playLaml } from "./play-laml.ts";
import { playSwml } from "./play-swml.ts";
import { BODY, FAILS, Playback } from "./playback.ts";
import type { HandledCall } from "./running-call.ts";
import { scriptRequests } from "./script-request.ts";
import type { TrafficOutcome } from "./trace.ts";
import type { Subject } from "./variables.ts";
import { fetchLaml, fetchScript, requestLaml, sendStatus } from "./webhooks.ts";

/** Plays the documents of the target's handler. Returns undefined for a handler whose documents this server does not have. */
export async function playHandler(call: HandledCall): Promise<TrafficOutcome | undefined> {
  if (call.target.object[`${call.delivered.kind}_handler`] === "relay_script") return playScripts(call);
  const source = lamlSourceOf(call);
  return source && playForms(call, source);
}

async function playForms(call: HandledCall, source: LamlSource): Promise<TrafficOutcome> {
  const parameters = parametersOf(call);
  const send = statusSender(call, source, parameters);
  await send("initiated");
  await send("ringing");
  const document = await fetchLaml(call, source, parameters);
  const playback = new Playback(call, () => send("in-progress"));
  // Requests about a fax or a message have no such parameter.
  const progress = () => (playback.answered && parameters.CallStatus ? { CallStatus: "in-progress" } : {});
  const end = document
    ? await playLaml(playback, document, (method, url, more) =>
        requestLaml(call, method, url, { ...parameters, ...progress(), ...more }),
      )
    : FAILS;
  await send(end.status);
  return end.outcome;
}

async function playScripts(call: HandledCall): Promise<TrafficOutcome> {
  const field = `${call.delivered.kind}_relay_script_url`;
  const url = call.target.object[field];
  if (typeof url !== "string") {
    call.tracer.note("script_unnamed", {}, { field });
    return "unanswered";
  }
  const describe = scriptRequests(call);
  const first = describe(false);
  const playback = new Playback(call);
  const document = await fetchScript(call, field, url, first);
  if (!document) return "failed";
  const { outcome } = await playSwml(playback, document, subjectOf(playback, first), (address, passed) =>
    fetchScript(call, undefined, address, describe(playback.answered, passed)),
  );
  return outcome;
}

/** Returns what expressions can read. An explored call or message stands for those of every caller. */
function subjectOf(playback: Playback, described: ReturnType<ReturnType<typeof scriptRequests>>): Subject {
  const { choose, assumed } = playback.call;
  if ("call" in described) {
    const { to, direction } = described.call;
    return { call: playback.isExplored && !assumed.given?.isCallerKnown ? { to, direction } : described.call };
  }
  const { to, direction, type } = described.message;
  if (!playback.isExplored) return { message: described.message };
  const { from, body: written } = described.message;
  const bodies = bodiesFor(assumed.told.get(BODY) ?? new Set());
  const like = bodies.find(({ value }) => value === written) ?? bodies.at(-1);
  const given = () => ({ name: like?.name ?? "", value: written, body: written });
  const body = choose("message", bodies, given);
  return { message: { to, direction, type, body, ...(assumed.given?.isCallerKnown && { from }) } };
}

/**
 * Returns a function that sends the changes of a call to its status callback: for a number only the end, otherwise each one (gaps
 * `webhook-requests`, `number-status-callback`, `status-callback-counters`, `audio-quality`).
 */
function statusSender(call: HandledCall, source: LamlSource, parameters: Parameters) {
  const { CallSid, FaxSid, AccountSid = "", From = "", To = "", ApiVersion = "" } = parameters;
  const isNumber = call.target.resource === phoneNumber;
  let count = 0;
  return async (status: "initiated" | "ringing" | "in-progress" | End["status"]): Promise<void> => {
    const isEnd = !["initiated", "ringing", "in-progress"].includes(status);
    if (call.delivered.kind === "message" || (isNumber && !isEnd)) return;
    const Timestamp = new Date(call.switchboard.clock.now()).toUTCString().replace("GMT", "+0000");
    const common = { AccountSid, From, To, Timestamp };
    if (FaxSid !== undefined) {
      const FaxStatus = status === "completed" ? "received" : "failed";
      return sendStatus(call, source, { ...common, ApiVersion, FaxSid, FaxStatus });
    }
    const counted = {
      ...{ ApiVersion, Direction: "inbound", CallbackSource: "call-progress-events" },
      SequenceNumber: String(count),
    };
    count += 1;
    return sendStatus(call, source, {
      ...{ ...common, CallSid: CallSid ?? "", CallStatus: status },
      ...(isEnd && { CallDuration: "0", AudioInMos: "0.0" }),
      ...(!isNumber && counted),
    });
  };
}
