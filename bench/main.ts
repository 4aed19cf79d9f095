// `npm run bench -- <name> …`: prints the table to stdout and progress to stderr. The exit code is 1 for a missed goal or a
// failed measurement.

import { arch, availableParallelism, platform } from "node:os";
import { Argument, Command, InvalidArgumentError } from "commander";
import { engine, fast } from "./engine.ts";
import { policy } from "./policy.ts";
import { type Options, type Row, table } from "./report.ts";
import { startUp } from "./start-up.ts";

const BENCHMARKS: { readonly [name: string]: (options: Options) => Promise<Row[]> } = {
  engine,
  fast,
  "start-up": startUp,
  policy,
};

await new Command("npm run bench --")
  .addArgument(
    new Argument("[names...]", "what to measure, all by default; bench/<name>.ts explains each").choices(
      Object.keys(BENCHMARKS),
    ),
  )
  .option("--sizes <numbers>", "resources to measure with, as 100,1000 (engine, fast, policy)", sizes)
  .option("--runs <number>", "rounds; figures are medians of the rounds, ratios medians of the rounds' own", positive)
  .action(measure)
  .parseAsync();
// Running servers would keep this process alive. They end with it.
process.exit();

async function measure(names: readonly string[], options: Options): Promise<void> {
  const rows: Row[] = [];
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      rows.push(...(await benchmark(options)));
    } catch (error) {
      console.error(`${name} could not be measured: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  const machine = `Node ${process.versions.node}, ${platform()}-${arch()}, ${availableParallelism()} cores`;
  console.log(`${new Date().toISOString().slice(0, 10)}, ${machine}\n\n${table(rows)}`);
  if (rows.some(({ met }) => met === false)) process.exitCode = 1;
}

function sizes(text: string): number[] {
  return text.split(",").map(positive);
}

function positive(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text.trim())) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1 to 999999.");
}
