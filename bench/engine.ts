// Measures the cost of our stacks, compared with the engine alone and with a provider that a user would write.

import { startReferenceServer } from "./processes.ts";
import { compare, type Goal, inTurns, type Options, type Row } from "./report.ts";
import { type Contestant, createStack } from "./stack.ts";

const COMMANDS = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--preview-only"],
  "changed up": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} as const;
const STEPS = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

interface Goals {
  readonly floor?: Goal;
  readonly ordinary?: Goal;
}

/** Goals by number of resources. With few resources, the engine's start dominates. */
const GOALS: { readonly [size: number]: { readonly [step: string]: Goals } } = {
  10: { preview: { floor: { atMost: 1.25 } } },
  1000: {
    up: { floor: { atMost: 1.5 }, ordinary: { atMost: 1 / 3.5 } },
    preview: { floor: { atMost: 1.15 } },
    destroy: { ordinary: { atMost: 1 / 4 } },
    state: { ordinary: { atMost: 0.15 } },
  },
};
/** The goals for runs that write the state once (docs/scale.md). */
const FAST_GOALS: { readonly [step: string]: Goal } = { up: { atMost: 1.25 }, preview: { atMost: 1.15 } };

export async function engine({ sizes = [10, 100, 1000], runs }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const contestants = {
      ours: () => measure("ours", size),
      floor: () => measure("floor", size),
      ordinary: () => measure("ordinary", size),
    };
    const { ours, floor, ordinary } = await inTurns(`engine, ${size}`, contestants, {
      rounds: runs ?? (size < 500 ? 3 : 1),
      // A warm-up of a few seconds is not worth a quarter of an hour.
      warmUp: size < 500,
    });
    for (const figure of [...STEPS, "state"] as const) {
      const title = `${figure === "state" ? "state a resource" : figure} of ${size.toLocaleString("en-US")}`;
      const what = [title, figure, figure === "state" ? "bytes" : "s"] as const;
      const goals = GOALS[size]?.[figure];
      rows.push(compare(what, ours, "engine's floor", floor, goals?.floor));
      rows.push(compare(what, ours, "ordinary provider", ordinary, goals?.ordinary));
    }
  }
  return rows;
}

/** Measures without checkpoints, compared with the engine's floor in the same mode. */
export async function fast({ sizes = [1000, 5000], runs: rounds = 3 }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const contestants = { ours: () => measure("ours", size, true), floor: () => measure("floor", size, true) };
    const { ours, floor } = await inTurns(`fast, ${size}`, contestants, { rounds, warmUp: false });
    for (const step of STEPS) {
      const what = [`fast ${step} of ${size.toLocaleString("en-US")}`, step, "s"] as const;
      rows.push(compare(what, ours, "engine's floor", floor, size === 1000 ? FAST_GOALS[step] : undefined));
    }
  }
  return rows;
}

/** Measures the life of a stack: seconds of each step, and bytes of state for each resource. */
async function measure(contestant: Contestant, size: number, isFast = false) {
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
