import { AssertionError } from "node:assert";
import type { Exploration, Path } from "./explore.ts";

export interface ReachedOptions {
  /** Paths that may reach nobody: a caller ("+12025550101"), or one of its paths ("+12025550101: key 3"). Default: none. */
  readonly allow?: readonly string[];
}

/**
 * Fails unless every path of every caller reaches somebody. Paths with an assumed failure do not count, and neither do paths that end
 * outside of the project, where the end is not known.
 *
 * @throws AssertionError with each path that reaches nobody, and its cause.
 *
 * @example
 * ```ts
 * assertEveryCallerReached(await server.explore());
 * ```
 */
export function assertEveryCallerReached({ callers }: Exploration, { allow = [] }: ReachedOptions = {}): void {
  const allowed = new Set(allow);
  const missed = callers.flatMap(({ to, kind, sourceIp, paths }) => {
    // An address outside of the list is meant to be refused.
    if (sourceIp !== undefined || allowed.has(to)) return [];
    return paths
      .filter(({ end, isFailure }) => end.kind === "nobody" && !isFailure)
      .map((path) => [
        nameOf(to, path),
        `${kind === "call" ? "" : "a message to "}${nameOf(to, path)} → ${path.end.text}`,
      ])
      .filter(([name = ""]) => !allowed.has(name))
      .map(([, line]) => line);
  });
  if (missed.length === 0) return;
  const title = missed.length === 1 ? "1 path reaches nobody" : `${missed.length} paths reach nobody`;
  throw new AssertionError({ message: `${title}:\n${missed.map((line) => `  ${line}`).join("\n")}` });
}

function nameOf(to: string, { choices }: Path): string {
  return choices.length === 0 ? to : `${to}: ${choices.join(", ")}`;
}
