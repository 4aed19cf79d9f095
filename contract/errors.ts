// The bodies in which the service reports failures are assumed: the specification shows none (gap `error-bodies`).

import { z } from "zod";

/** What every error of the package extends. docs/errors.md lists the codes; none of them ever changes its meaning. */
export abstract class SignalWireError extends Error {
  abstract readonly code: string;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

export type ProblemCode = "required" | "invalid" | "unknown_field" | "read_only";

/** One thing wrong with one field. */
export interface Problem {
  /** The field's name in the API. */
  readonly field: string;
  readonly code: ProblemCode;
  /** Completes the sentence "<field> …". Never holds the value. */
  readonly detail: string;
}

/** The body of a 422: one entry a problem, every member a string, `detail` null at times on the live service. */
export const validationErrorBody = z.object({
  errors: z.array(
    z.object({
      detail: z.string().nullable(),
      status: z.string(),
      title: z.string(),
      code: z.string(),
    }),
  ),
});

/** The body of a 404 by the API itself, to the letter. Other programs answer 404 with an `error` among other members. */
export const notFoundBody = z.strictObject({ error: z.literal("Not Found") });
