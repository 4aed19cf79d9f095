// Decides the answer to a failed read during a drift check: the recorded object, and the reason of the failure.

import type { dynamic } from "@pulumi/pulumi";
import {
  DRIFT,
  type DriftFindings,
  type Props,
  type ReadFailure,
  withRecords,
  withRecordsHidden,
} from "../../contract/index.ts";
import { isDriftCheck } from "../config/config.ts";
import type { Run } from "../run/run.ts";
import { OperationFailure } from "./failures.ts";

/** After this many unanswered reads in a row, the service counts as down: each further read would wait for its own time-out. */
const MOST_UNANSWERED = 20;

/** Passes failures through, except during a drift check. */
export async function reportingFailures(
  run: Pick<Run, "unansweredReads">,
  { id, props }: { readonly id: string; readonly props: Props },
  read: () => Promise<dynamic.ReadResult>,
): Promise<dynamic.ReadResult> {
  if (!isDriftCheck()) return read();
  if (run.unansweredReads >= MOST_UNANSWERED) return failedRead(id, props, { code: "unreachable", message: GIVEN_UP });
  try {
    const result = await read();
    run.unansweredReads = 0;
    return result;
  } catch (error) {
    if (!(error instanceof OperationFailure)) throw error;
    const { code, reason: message } = error;
    run.unansweredReads = code === "unreachable" || code === "timeout" ? run.unansweredReads + 1 : 0;
    return failedRead(id, props, { code, message });
  }
}

const GIVEN_UP = `the service did not answer ${MOST_UNANSWERED} times in a row, so this resource was not requested.`;

function failedRead(id: string, props: Props, failure: ReadFailure): dynamic.ReadResult {
  const found: DriftFindings = { failure };
  return { id, props: withRecordsHidden({ ...withRecords(props), [DRIFT]: found }) };
}
