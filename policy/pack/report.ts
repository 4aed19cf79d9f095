// Decides how a verdict reads, and how "cannot be judged yet" reaches the engine as a note instead of a violation.

import type { ReportViolation } from "@pulumi/policy";
import * as sdk from "@pulumi/policy";
import type { Rule, Verdict } from "../rule.ts";

/** Reports the violations; then, where a value is missing, says that the rest cannot be judged yet. */
export function report(rule: Rule, { violations, awaited }: Verdict, reportViolation: ReportViolation): void {
  for (const { message, urn } of violations) {
    const text = `${message}. ${rule.remedy}`;
    if (urn === undefined) reportViolation(text);
    else reportViolation(text, urn);
  }
  if (awaited.length > 0) throw unjudged(awaited);
}

/** The one error that the SDK turns into a note which blocks no preview. Its package exports the class without a type. */
const { UnknownValueError } = sdk as unknown as {
  readonly UnknownValueError: new (sentinel: string, path: readonly string[]) => Error;
};
const UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function unjudged(awaited: readonly string[]): Error {
  const error = new UnknownValueError(UNKNOWN_TEXT, awaited);
  const which = awaited.length === 1 ? `${awaited[0]} is` : `${awaited.join(", ")} are`;
  error.message = `cannot be judged yet, because ${which} known only during the update`;
  return error;
}
