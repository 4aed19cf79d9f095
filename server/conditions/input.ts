import type * as z from "zod";
import { SignalWireError } from "../../contract/index.ts";

/** Thrown for invalid input to the server: every problem with its place. */
export class InputError extends SignalWireError {
  readonly code: string = "input_invalid";
  readonly problems: readonly string[];

  constructor(what: string, problems: readonly string[]) {
    super(`${what} cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** Returns the value when the schema accepts it; otherwise throws an {@link InputError}. */
export function parseInput<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new InputError(what, problemsOf(result.error, what));
  return result.data;
}

export function problemsOf(error: z.ZodError, whole: string): string[] {
  return error.issues.map(({ path, message }) => `${place(path) || whole}: ${message}`);
}

function place(path: readonly PropertyKey[]): string {
  return path.map((step, at) => (typeof step === "number" ? `[${step}]` : `${at ? "." : ""}${String(step)}`)).join("");
}
