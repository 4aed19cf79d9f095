// Measures the life of our stacks, compared with the engine alone.

import { startReferenceServer } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";
import { type Contestant, createStack } from "./stack.ts";

const COMMANDS = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--preview-only"],
  "changed up": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} as const;
const STEPS = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

/** The largest ratios by figure and number of resources. With few resources, the engine's start dominates. */
type Goals = { readonly [comparison: string]: number };
const WITH_CHECKPOINTS: Goals = {
  "preview of 10": 1.25,
  "up of 1,000": 1.5,
  "preview of 1,000": 1.15,
};
/** For runs that write the state once (docs/scale.md). */
const FAST: Goals = {
  "up of 1,000": 1.25,
  "preview of 1,000": 1.15,
};

export async function engine({ sizes = [10, 100, 1000], runs }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    // A warm-up of a few seconds is not worth a quarter of an hour.
    const turns = { rounds: runs ?? (size < 500 ? 3 : 1), warmUp: size < 500 };
    rows.push(...(await besideFloor(size, turns, WITH_CHECKPOINTS)));
  }
  return rows;
}

/** Measures without checkpoints. */
export async function fast({ sizes = [1000, 5000], runs: rounds = 3 }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await besideFloor(size, { rounds, warmUp: false }, FAST)));
  return rows;
}

async function besideFloor(size: number, turns: { rounds: number; warmUp: boolean }, goals: Goals): Promise<Row[]> {
  const mode = goals === FAST ? "fast " : "";
  const contestants = {
    ours: () => measure("ours", size, goals === FAST),
    floor: () => measure("floor", size, goals === FAST),
  };
  const { ours, floor } = await inTurns(`${mode || "engine "}${size}`, contestants, turns);
  return [...STEPS, "state" as const].map((figure) => {
    const what = `${figure} of ${size.toLocaleString("en-US")}`;
    const unit = figure === "state" ? "bytes" : "s";
    return compare([mode + what, figure, unit], ours, "engine's floor", floor, goals[what]);
  });
}

/** Measures the life of a stack: seconds of each step, and bytes of state for each resource. */
async function measure(contestant: Contestant, size: number, isFast: boolean) {
  const server = await startReferenceServer();
  const stack = await createStack(contestant, size, server);
  if (isFast) stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
  const figures = { up: 0, preview: 0, refresh: 0, "changed up": 0, destroy: 0, state: 0 };
  for (const step of STEPS) {
    stack.env.BENCH_CHANGED = step === "changed up" ? "1" : "0";
    figures[step] = await stack.pulumi(...COMMANDS[step]);
    if (step === "up") figures.state = stack.stateBytes() / size;
  }
  await server.stop();
  return figures;
}
