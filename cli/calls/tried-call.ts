// The trace of a tried call, in the words of `call --stack`.

import { isGiven } from "../../contract/index.ts";
import { isStatus } from "../../server/calls/status-callback.ts";
import type { Attempt } from "../../server/calls/trace.ts";
import type { Step, Trace } from "../../server/index.ts";
import { isNeverRequested, shownValue } from "./hidden-values.ts";
import type { KnownObject } from "./objects.ts";

export interface TriedStep {
  readonly text: string;
  readonly field?: string;
}

export interface TriedCall extends Pick<Trace, "to" | "from" | "outcome" | "verdict" | "way"> {
  readonly steps: readonly TriedStep[];
  /** False if no object of the stack has the called address. Another object of the account may have it. */
  readonly isAddressKnown: boolean;
  /** For each outcome that was expected, whether the call has it. */
  readonly held: readonly boolean[];
}

/** Returns a text that is equal for two calls with the same route. */
export function wayOf({ outcome, steps }: Pick<TriedCall, "outcome" | "steps">): string {
  return JSON.stringify([outcome, steps]);
}

/** @param objectOf - Returns the object with this `who` in the details of a step. */
export function triedCall(trace: Trace, objectOf: (who: unknown) => KnownObject | undefined): Omit<TriedCall, "held"> {
  const { to, from, outcome, verdict, way, steps } = trace;
  let object: KnownObject | undefined;
  const shown = steps.map((step): TriedStep => {
    const { details, field } = step;
    object = objectOf(details.who) ?? object;
    return { text: textOf(step, object), ...(field === undefined ? {} : { field }) };
  });
  const isAddressKnown = !steps.some(({ code }) => code === "address_unknown");
  return { to, from, outcome, verdict: `${verdict}${assumptionIn(steps)}`, way, steps: shown, isAddressKnown };
}

function assumptionIn(steps: readonly Step[]): string {
  if (steps.some(({ code }) => code === "value_hidden")) return " (assumed: a value is not known)";
  return steps.some(isAssumed) ? " (assumed: it was not asked)" : "";
}

/** True for the request of a document that was not sent. */
function isAssumed(step: Step): boolean {
  const { attempt } = step;
  return attempt !== undefined && attempt.status === null && !attempt.failure && !isStatus(step);
}

function requestIn({ attempt }: Step): string {
  return `${attempt?.method} ${attempt?.url}`;
}

/** Returns the sentence of a step, without the times that differ between two calls. */
function textOf(step: Step, object: KnownObject | undefined): string {
  const { code, details, attempt, text } = step;
  // The project has a random id here.
  if (code === "belongs_to_project") return `The ${details.who} is called.`;
  return attempt ? `${requestIn(step)} ${resultOf(step, attempt, object)}` : text;
}

function resultOf(step: Step, { url, status, failure, script }: Attempt, object: KnownObject | undefined): string {
  if (isStatus(step)) return "would receive the call's status.";
  if (failure) return `failed (${failure.code}): ${failure.reason}.`;
  if (script) return "answered with a script of the stack.";
  if (status !== null) return "answered with a document.";
  const reason = isNeverRequested(url) ? "" : `: ${new URL(url).hostname} is not allowed (--allow)`;
  const fallback = object?.fields[(step.field ?? "").replace(/_request_url$/, "_fallback_url")];
  const more = `; after a failure, ${shownValue(fallback)} would be requested`;
  const isNamed = step.field?.endsWith("_request_url") && isGiven(fallback);
  return `was not requested${reason}. The trace assumes a document that keeps the call${isNamed ? more : ""}.`;
}
