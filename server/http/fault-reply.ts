import type { FaultEffect } from "../conditions/faults.ts";
import { type Answer, tooMany } from "./answers.ts";

/** Returns the answer that a fault defines, in place of the operation's answer. */
export function faultReply(fault: FaultEffect, now: number): Answer | undefined {
  if (fault.effect === "status" || fault.effect === "late-status") {
    const { status, body, headers } = fault;
    return { status, body, ...(headers && { headers }) };
  }
  if (fault.effect !== "rate-limit") return undefined;
  const { retryAfter = 1, as = "seconds" } = fault;
  return tooMany(as === "seconds" ? String(retryAfter) : new Date(now + retryAfter * 1000).toUTCString());
}
