// Decides what `drift` takes on the command line, and which findings make it fail.

import { InvalidArgumentError } from "commander";
import { FAILURE_KINDS, type FailureKind } from "./model.ts";

export interface DriftOptions {
  readonly cwd: string;
  readonly stack: readonly string[];
  readonly configFile?: string;
  readonly unmanaged?: boolean;
  readonly failOn: readonly FailureKind[];
  /** Files; `true` stands for standard output. */
  readonly json?: string | true;
  readonly junit?: string | true;
  readonly markdown?: string | true;
  readonly fix?: boolean;
  readonly yes?: boolean;
}

/** Several may be given, with commas between them or one option each. */
export function failureKinds(text: string, earlier: readonly FailureKind[] = []): FailureKind[] {
  const kinds = text.split(",").map((each) => each.trim());
  for (const kind of kinds) {
    if (!isFailureKind(kind)) throw new InvalidArgumentError(`"${kind}" is not one of ${FAILURE_KINDS.join(", ")}.`);
  }
  const all = [...new Set([...earlier, ...kinds.filter(isFailureKind)])];
  if (all.includes("never") && all.length > 1) throw new InvalidArgumentError('"never" stands alone.');
  return all;
}

/** An empty name is a variable that was not set: taken for no stack at all, it would pass for one that is in sync. */
export function stackNames(name: string, earlier: readonly string[] = []): string[] {
  if (name.trim() === "") throw new InvalidArgumentError("It must be a stack's name, and is empty.");
  return [...earlier, name.trim()];
}

function isFailureKind(text: string): text is FailureKind {
  return (FAILURE_KINDS as readonly string[]).includes(text);
}
