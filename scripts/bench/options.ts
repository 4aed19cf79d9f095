// Decides what can be asked of a benchmark on the command line.

import { parseArgs } from "node:util";

export interface BenchOptions {
  /** The benchmarks to run, all when empty. */
  readonly names: readonly string[];
  /** Numbers of resources to measure with; each benchmark has its own when not given. */
  readonly sizes: readonly number[] | undefined;
  /** Rounds to take the median of; each benchmark has its own when not given. */
  readonly runs: number | undefined;
  /** What to measure beside ours; all when not given. */
  readonly contestants: readonly string[] | undefined;
  readonly json: string | undefined;
  readonly help: boolean;
}

/** A command line that cannot be meant. The message says what is possible. */
export class OptionError extends Error {}

/** @throws OptionError for an unknown option or an impossible value. */
export function parseOptions(argv: readonly string[]): BenchOptions {
  const { values, positionals } = parsed(argv);
  return {
    names: positionals,
    sizes: values.n?.split(",").map((text) => positive("--n", text)),
    runs: values.runs === undefined ? undefined : positive("--runs", values.runs),
    contestants: values.contestants?.split(",").map((name) => known(name.trim())),
    json: values.json,
    help: values.help ?? false,
  };
}

/** What can stand beside ours: the first three in `engine`, the others in `server`. */
const CONTESTANTS = ["floor", "ordinary", "no-http", "prism", "mockoon"];

/** The contestants to measure, of those there are. */
export function chosen<Name extends string>(known: readonly Name[], asked: readonly string[] | undefined): Name[] {
  return known.filter((name) => asked === undefined || asked.includes(name));
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        n: { type: "string" },
        runs: { type: "string" },
        contestants: { type: "string" },
        json: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [problem] = (error as Error).message.split(". ", 1);
    throw new OptionError(`${problem}. Options: --n, --runs, --contestants, --json, --help.`);
  }
}

function known(contestant: string): string {
  if (CONTESTANTS.includes(contestant)) return contestant;
  throw new OptionError(`--contestants takes some of ${CONTESTANTS.join(",")}, not "${contestant}".`);
}

function positive(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text.trim())) return Number(text);
  throw new OptionError(`${option} takes whole numbers from 1 to 999999, not "${text}".`);
}
