import * as z from "zod";
import { KEYS, KEYS_RULE } from "../../contract/calling.ts";
import { TIME_RULE, timeIn } from "../calls/hours.ts";
import type { InboundCall, InboundMessage } from "../calls/traffic.ts";
import type { Clock, Duration } from "../conditions/clock.ts";
import { parseInput } from "../conditions/input.ts";
import { type RateLimitOptions, rateLimitOptions } from "../conditions/rate-limit.ts";

export function parseCall(value: unknown): InboundCall {
  return parseInput<InboundCall>("The call", call, value);
}

export function parseMessage(value: unknown): InboundMessage {
  return parseInput<InboundMessage>("The message", message, value);
}

export function parseRateLimit(value: unknown): RateLimitOptions | false {
  const { limit } = parseInput("The rate limit", rateLimit, value);
  return limit ?? false;
}

/** Moves the clock as instructed; one instruction in a request. */
export function moveClock(clock: Clock, value: unknown): void {
  const instruction = parseInput("The instruction for the clock", clockInstruction, value);
  if ("advance" in instruction) clock.advance(instruction.advance as Duration);
  else if ("set" in instruction) clock.set(instruction.set);
  else if ("resume" in instruction) clock.resume();
  else clock.freeze(instruction.freeze === true ? undefined : instruction.freeze);
}

const text = z.string("must be a string");
const place = { to: text, from: text, project: z.guid("must be a UUID").optional() };
const sourceIp = z.union([z.ipv4(), z.ipv6()], { error: "must be an IP address, for example 203.0.113.5" });
const digits = text.regex(KEYS, KEYS_RULE);
const at = text.refine((value) => timeIn(value, 0) !== undefined, TIME_RULE);
const call = z.strictObject({
  ...place,
  digits: digits.optional(),
  at: at.optional(),
  sourceIp: sourceIp.optional(),
});
const message = z.strictObject({ ...place, body: text });

const moment = z.iso.datetime({ offset: true, error: "must be a date and time, for example 2026-01-01T00:00:00Z" });

const clockInstruction = z.union(
  [
    // The clock refuses other units, and amounts that are no numbers.
    z.strictObject({ advance: z.record(z.string(), z.unknown()) }),
    z.strictObject({ set: moment }),
    z.strictObject({ freeze: z.union([z.literal(true), moment]) }),
    z.strictObject({ resume: z.literal(true) }),
  ],
  {
    error:
      'must be one of {"advance": {"minutes": 1}}, {"set": "2026-01-01T00:00:00Z"}, {"freeze": true}, {"freeze": "2026-01-01T00:00:00Z"}, {"resume": true}',
  },
);

const rateLimit = z.strictObject({ limit: rateLimitOptions.nullable() });
