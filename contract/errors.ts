// Decides how a refusal looks: one problem of one field, and the bodies in which the service reports failures
// (the specification shows none; see gap `error-bodies`).

import { lazily } from "./lazy-schema.ts";

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
export const validationErrorBody = {
  safeParse: (body: unknown) => validationError().safeParse(body),
};

/** The body of every other failure. */
export const plainErrorBody = {
  safeParse: (body: unknown) => plainError().safeParse(body),
};

export type ValidationErrorBody = ReturnType<ReturnType<typeof validationError>["parse"]>;

const validationError = lazily((z) =>
  z.object({
    errors: z.array(
      z.object({
        detail: z.string().nullable(),
        status: z.string(),
        title: z.string(),
        code: z.string(),
      }),
    ),
  }),
);

const plainError = lazily((z) => z.object({ error: z.string() }));
