import type { End } from "./document.ts";
import type { HandledCall } from "./running-call.ts";
import { type LamlSource, type Parameters, sendStatus } from "./webhooks.ts";

/**
 * Sends the status callbacks of a call: for a number only one at the end, otherwise one for each change (gap
 * `webhook-requests`, gap `number-status-callback`, gap
 * `status-callback-counters`, gap `audio-quality`).
 */
export class CallStatus {
  readonly #call: HandledCall;
  readonly #source: LamlSource;
  readonly #parameters: Parameters;
  #count = 0;

  constructor(call: HandledCall, source: LamlSource, parameters: Parameters) {
    this.#call = call;
    this.#source = source;
    this.#parameters = parameters;
  }

  async becomes(status: "initiated" | "ringing" | "in-progress"): Promise<void> {
    if (this.#call.target.kind !== "number") await this.#send({ CallStatus: status });
  }

  async ends(status: End["status"]): Promise<void> {
    const { FaxSid } = this.#parameters;
    if (FaxSid !== undefined) return this.#send({ FaxSid, FaxStatus: status === "completed" ? "received" : "failed" });
    return this.#send({ CallStatus: status, CallDuration: "0", AudioInMos: "0.0" });
  }

  #send(status: Parameters): Promise<void> {
    const { CallSid = "", FaxSid, AccountSid = "", From = "", To = "", ApiVersion = "" } = this.#parameters;
    const now = new Date(this.#call.switchboard.clock.now()).toUTCString().replace("GMT", "+0000");
    const common = { AccountSid, From, To, Timestamp: now, ...status };
    if (FaxSid !== undefined) return sendStatus(this.#call, this.#source, { ...common, ApiVersion });
    const progress: Parameters = {
      ApiVersion,
      Direction: "inbound",
      CallbackSource: "call-progress-events",
      SequenceNumber: String(this.#count),
    };
    this.#count += 1;
    const more = this.#call.target.kind !== "number" ? progress : {};
    return sendStatus(this.#call, this.#source, { ...common, CallSid, ...more });
  }
}
