// `npm run bench`: every comparison, one after the other; `-- <name> …` runs those. One table on stdout, progress on stderr;
// the exit code is 1 when a goal was missed or something could not be measured.

import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, platform } from "node:os";
import { fileURLToPath } from "node:url";
import { type BenchOptions, OptionError, parseOptions } from "./bench/options.ts";
import { type Row, table } from "./bench/report.ts";

/** The scripts of each benchmark, in the order of the table. */
const BENCHMARKS: { readonly [name: string]: readonly string[] } = {
  engine: ["engine.ts"],
  provider: ["provider.ts"],
  server: ["server.ts", "emulators.ts"],
  policy: ["policy.ts"],
  drift: ["drift.ts"],
};

const HELP = `npm run bench -- [name …] [options]

Benchmarks, all when none is named:
  engine    up, preview, refresh, changed up and destroy by the real engine, beside the engine's floor, an ordinary
            dynamic provider and ours without HTTP
  provider  the provider process alone: operations a second, time to ready, memory
  server    the reference server beside a bare node:http server, Prism and Mockoon
  policy    the policy pack beside an empty one
  drift     the drift command beside a bare pulumi refresh --preview-only

Options:
  --n <numbers>            resources to measure with, for example 100,1000 (engine, provider, drift)
  --runs <number>          rounds; figures are medians of the rounds, ratios medians of the rounds' own ratios
  --contestants <names>    what to measure beside ours (engine: floor,ordinary,no-http; server: prism,mockoon)
  --json <file>            write all figures to this file as well
  --help                   show this

docs/performance.md explains every row.`;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  let options: BenchOptions;
  try {
    options = parseOptions(argv);
    const unknown = options.names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
    if (unknown.length > 0)
      throw new OptionError(`Unknown benchmark: ${unknown.join(", ")}. Known: ${Object.keys(BENCHMARKS).join(", ")}.`);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(error.message);
    return 1;
  }
  if (options.help) {
    console.log(HELP);
    return 0;
  }
  const rows: Row[] = [];
  const failed: string[] = [];
  const date = new Date().toISOString();
  for (const name of options.names.length > 0 ? options.names : Object.keys(BENCHMARKS))
    for (const script of BENCHMARKS[name] ?? []) {
      if (!(await runScript(script, argv, rows))) failed.push(script);
      // After each, so that a later failure takes nothing away.
      if (options.json !== undefined)
        writeFileSync(options.json, `${JSON.stringify({ date, ...machine(), rows }, null, 2)}\n`);
    }
  if (rows.length > 0) console.log(table(rows));
  const missed = rows.filter(({ met }) => met === false).length;
  if (missed > 0) console.log(`\n${missed} of ${rows.filter(({ met }) => met !== undefined).length} goals missed`);
  for (const script of failed) console.error(`scripts/bench/${script} did not succeed; its last lines above say why.`);
  return missed > 0 || failed.length > 0 ? 1 : 0;
}

/** A process of its own for each, so that none inherits another's heap. What it prints is progress. */
async function runScript(script: string, argv: readonly string[], rows: Row[]): Promise<boolean> {
  const program = fileURLToPath(new URL(`./bench/${script}`, import.meta.url));
  const child = fork(program, argv, { stdio: ["inherit", process.stderr, "inherit", "ipc"] });
  const own: Row[] = [];
  // A terminal sends Ctrl-C to both; whoever stops this process alone means the other one too.
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  child.on("message", (message: { rows: Row[] }) => own.push(...message.rows));
  const [code] = (await once(child, "close")) as [number | null];
  process.off("SIGINT", stop).off("SIGTERM", stop);
  rows.push(...own);
  // A missed goal is told by its row; without one, the exit code is all there is.
  return code === 0 || own.some(({ met }) => met === false);
}

function machine() {
  const [cpu] = cpus();
  return {
    node: process.version,
    platform: `${platform()}-${arch()}`,
    cores: availableParallelism(),
    processor: cpu?.model ?? "unknown",
  };
}
