// Assertions about calls, messages and paths, for a test of any runner.

import { AssertionError } from "node:assert";
import type { Expectation, Expected } from "../../contract/index.ts";
import { reportOf } from "../calls/report.ts";
import type { Trace } from "../calls/trace.ts";
import { TAKEN } from "../calls/verdict.ts";
import type { Exploration, ExploreOptions } from "./explore.ts";
import { isHeldBy } from "./outcomes.ts";
import { expectationTitle, pathTitle, titleOf } from "./titles.ts";

/**
 * Asserts in a test that a call or message was taken. With an outcome, as in the argument `expects`, also asserts who rings, answers or
 * gets it. Throws an `AssertionError` with the verdict and every step.
 *
 * @example
 * ```ts
 * import { assertTaken, startServer } from "pulumi-signalwire/server";
 *
 * const server = await startServer();
 * const trace = await server.call({ to: server.project.numbers[0] ?? "", from: "+12025550177" });
 * assertTaken(trace, { rings: "front-desk" });
 * ```
 */
export function assertTaken(trace: Trace, expected?: Exclude<Expected, { reaches: "nobody" }>): void {
  if (!TAKEN.has(trace.outcome)) throw notTaken(trace, expected, reportOf(trace));
  if (expected !== undefined && !isHeldBy(trace, expected))
    throw notTaken(trace, expected, `✗ Not ${inWords(expected)}. ${reportOf(trace)}`);
}

/** A running server that tries every path. */
interface Explorable {
  explore(options?: ExploreOptions): Promise<Exploration>;
}

export interface ReachedOptions {
  /** Paths that may reach nobody: a caller ("+12025550101"), or one of its paths ("+12025550101: key 3"). Default: none. */
  readonly allow?: readonly string[];
  /** What is expected of the calls to a number or a domain application, as its argument `expects`. Default: nothing. */
  readonly expects?: { readonly [called: string]: readonly Expectation[] };
}

/**
 * Fails unless every path of every caller reaches somebody. Paths with an assumed failure do not count, and neither do paths that end
 * outside of the project, where the end is not known. Spare numbers, which have neither a name nor a handler, do not count.
 *
 * @throws AssertionError with each path that reaches nobody, and its cause.
 *
 * @example
 * ```ts
 * await expectEveryCallerReached(server);
 * ```
 */
export async function expectEveryCallerReached(
  server: Explorable,
  { allow = [], expects }: ReachedOptions = {},
): Promise<void> {
  const { callers, expectations } = await server.explore({ expects });
  // Loaded here: a server that is only started needs no player.
  const { expectedNobody } = await import("./expectations.ts");
  const isExpected = expectedNobody(expectations);
  const allowed = new Set(allow);
  const missed = callers.flatMap((caller) => {
    const { to, paths, isUnnamed } = caller;
    if (allowed.has(to)) return [];
    return paths
      .filter((path) => {
        const { end, isFailure, choices } = path;
        // A spare number is not in use yet, and an address outside of the list is meant to be refused.
        const isSpare = isUnnamed && end.code === "handler_unset";
        const isMeant =
          isFailure ||
          isSpare ||
          end.code === "source_refused" ||
          allowed.has(pathTitle(to, choices.join(", "))) ||
          isExpected(caller, path);
        return end.kind === "nobody" && !isMeant;
      })
      .map(({ choices, end }) => `${pathTitle(titleOf(caller), choices.join(", "))} → ${end.text}`);
  });
  const broken = expectations
    .filter(({ verdict }) => verdict !== "held")
    .map((each) => {
      const { party, verdict, path, found } = each;
      return `${expectationTitle(party.name, each)}: ${path} → ${verdict === "broken" ? found : `not tried: ${found}`}`;
    });
  const parts = [
    ...(missed.length === 0
      ? []
      : [missed.length === 1 ? "1 path reaches nobody" : `${missed.length} paths reach nobody`]),
    ...(broken.length === 0
      ? []
      : [broken.length === 1 ? "1 expectation is not held" : `${broken.length} expectations are not held`]),
  ];
  if (parts.length === 0) return;
  const lines = [...missed, ...broken].map((line) => `  ${line}`);
  throw new AssertionError({ message: `${parts.join(", and ")}:\n${lines.join("\n")}` });
}

function inWords(expected: Expected): string {
  return Object.entries(expected)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join();
}

function notTaken({ outcome }: Trace, expected: Expected | undefined, message: string): AssertionError {
  const wanted = expected ? inWords(expected) : "taken";
  return new AssertionError({ message, actual: outcome, expected: wanted, operator: "assertTaken" });
}
