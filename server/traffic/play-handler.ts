// Plays the documents of a handler: LaML from its webhooks or its application, or SWML scripts.

import { CallStatus } from "./call-status.ts";
import { findLamlApplication } from "./laml-application.ts";
import { playLaml, type RequestNext } from "./play-laml.ts";
import { playSwml, type RequestScript } from "./play-swml.ts";
import { FAILS, Playback, type PlaybackOptions } from "./playback.ts";
import type { HandledCall } from "./running-call.ts";
import type { Passed } from "./script-request.ts";
import type { TrafficOutcome } from "./trace.ts";
import type { Subject } from "./variables.ts";
import { fetchLaml, fetchScript, type LamlSource, type Parameters, requestLaml, webhooksOf } from "./webhooks.ts";

/** What differs between calls and messages. */
export interface Delivery {
  readonly traffic: "call" | "message";
  readonly playback: PlaybackOptions;
  /** The parameters of each request for LaML. */
  readonly parameters: Parameters;
  readonly script: () => ScriptDelivery;
}

/** The call or message, as requests for scripts describe it. */
interface ScriptDelivery {
  /** Returns the JSON to post. Without variables, it is the request for the first script. */
  request(playback: Playback, passed?: Passed): object;
  /** Returns what expressions can read. An explored call stands for those of every caller. */
  subject(playback: Playback): Subject;
}

/** Plays the documents of the target's handler. Returns undefined for a handler whose documents this server does not have. */
export async function playHandler(call: HandledCall, delivery: Delivery): Promise<TrafficOutcome | undefined> {
  const { traffic } = delivery;
  switch (call.target.object[`${traffic}_handler`]) {
    case "laml_webhooks":
      return playForms(call, delivery, webhooksOf(call.target.object, traffic));
    case "laml_application": {
      const application = findLamlApplication(call, traffic);
      return application && playForms(call, delivery, application);
    }
    case "relay_script":
      return playScripts(call, delivery);
    default:
      return undefined;
  }
}

async function playForms(
  call: HandledCall,
  { traffic, playback: options, parameters }: Delivery,
  source: LamlSource,
): Promise<TrafficOutcome> {
  // A message has no status callback (gap `message-status`).
  const status = traffic === "call" ? new CallStatus(call, source, parameters) : undefined;
  await status?.becomes("initiated");
  await status?.becomes("ringing");
  const document = await fetchLaml(call, source, parameters);
  const playback = new Playback(call, { ...options, onAnswer: async () => status?.becomes("in-progress") });
  const next: RequestNext = (method, url, more) =>
    requestLaml(call, method, url, { ...parameters, ...progressOf(playback, parameters), ...more });
  const end = document ? await playLaml(playback, document, next) : FAILS;
  await status?.ends(end.status);
  return end.outcome;
}

async function playScripts(
  call: HandledCall,
  { traffic, playback: options, script }: Delivery,
): Promise<TrafficOutcome> {
  const field = `${traffic}_relay_script_url`;
  const url = call.target.object[field];
  if (typeof url !== "string") {
    call.tracer.note("script_unnamed", {}, { field });
    return "unanswered";
  }
  const { request, subject } = script();
  const playback = new Playback(call, options);
  const document = await fetchScript(call, field, url, request(playback));
  if (!document) return "failed";
  const next: RequestScript = (address, passed) => fetchScript(call, undefined, address, request(playback, passed));
  return (await playSwml(playback, document, subject(playback), next)).outcome;
}

/** Returns the `CallStatus` for the request of a further document. Requests about a fax have no such parameter. */
function progressOf({ answered }: Playback, { CallStatus: status }: Parameters): Parameters {
  return status !== undefined && answered ? { CallStatus: "in-progress" } : {};
}
