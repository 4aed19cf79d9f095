// A write whose effect is unknown: the failure with which the engine keeps the object.

import { type Body, type Props, TRIED } from "../../contract/index.ts";
import type { Live } from "../client/answers.ts";
import { RequestFailure } from "../client/errors.ts";
import type { Run } from "../run/run.ts";

/**
 * The object exists, but the effect of a write on it is unknown. The engine stores the outputs, and the next `up` updates it.
 */
export class PartialWrite extends Error {
  readonly id: string;
  /** The outputs to store. The next `up` sends arguments that are missing here. */
  readonly outputs: Props;

  declare readonly cause: RequestFailure;

  constructor(id: string, outputs: Props, cause: RequestFailure) {
    super(cause.message, { cause });
    this.id = id;
    this.outputs = outputs;
  }
}

/** Runs a write. @throws PartialWrite for an unknown outcome, with what `kept` returns: the next `up` sends the same fields again. */
export async function tryingFields(
  { cancellation }: Run,
  write: () => Promise<Live>,
  kept: () => { readonly id: string; readonly sent: Body; readonly outputs: Props },
): Promise<Live> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof RequestFailure) || !cancellation.operation.mayHaveWritten) throw error;
    const { id, sent, outputs } = kept();
    throw new PartialWrite(id, { ...outputs, [TRIED]: Object.keys(sent) }, error);
  }
}
