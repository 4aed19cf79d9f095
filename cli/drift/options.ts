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

export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

function isFailureKind(text: string): text is FailureKind {
  return (FAILURE_KINDS as readonly string[]).includes(text);
}
