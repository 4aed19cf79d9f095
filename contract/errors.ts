// The bodies in which the service reports failures are assumed: the specification shows none (gap `error-bodies`).

import * as z from "zod";

/** The base class of every error in the package. docs/errors.md lists the codes; the meaning of a code never changes. */
export abstract class SignalWireError extends Error {
  abstract readonly code: string;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

export type ProblemCode = "required" | "invalid" | "unknown_field" | "read_only";

export interface Problem {
  /** The field's name in the API. */
  readonly field: string;
  readonly code: ProblemCode;
  /** Completes the sentence "<field> …". Never contains the value. */
  readonly detail: string;
}

/** The body of a 422: one entry for each problem, every member a string. On the live service, `detail` is sometimes null. */
export const validationErrorBody = z.object({
  errors: z.array(
    z.object({
      detail: z.string().nullable(),
      status: z.string(),
      title: z.string(),
      code: z.string(),
    }),
  ),
  /** What the service would accept instead, for a refused emergency address. */
  candidates: z.array(z.record(z.string(), z.string().nullable())).optional(),
});

/** The body of a refusal by the Fabric API: `message` names the field. */
export const fabricErrorBody = z.object({
  errors: z.array(
    z.object({
      type: z.string(),
      code: z.string(),
      message: z.string(),
      attribute: z.string().nullish(),
      url: z.string().nullish(),
    }),
  ),
});

export const lamlErrorBody = z.strictObject({
  code: z.union([z.int(), z.string()]),
  message: z.string(),
  more_info: z.string(),
  status: z.int(),
});

/** The exact body of the API's own 404. Other programs also answer 404 with an `error`, but with more members. */
export const notFoundBody = z.union([
  z.strictObject({ error: z.literal("Not Found") }),
  lamlErrorBody.extend({ status: z.literal(404) }),
]);
