// Decides whether a stack of ours is close to the engine's floor and ahead of what a user would write: whole commands of the real
// engine on the file backend. The contestants take turns at every operation, so whatever else the machine does falls on all.

import { obtainEngine } from "../engine/obtain.ts";
import { BenchStack, CONTESTANTS, type Contestant, type Operation } from "./engine/stack.ts";
import { chosen, parseOptions } from "./options.ts";
import { type Figures, type Goal, progress, publish, type Row, row } from "./report.ts";
import { Service } from "./service.ts";
import { inTurns } from "./turns.ts";

const OPERATIONS = {
  up: ["up", "--yes", "--skip-preview"],
  preview: ["preview"],
  refresh: ["refresh", "--preview-only"],
  "changed up": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
} as const;
type Step = keyof typeof OPERATIONS;

/** The goals of 1,000 resources. With fewer, the engine's own start weighs more than anything that grows. */
const GOALS: { readonly [step in Step]?: { readonly [beside in Contestant]?: Goal } } = {
  up: { floor: { ratioAtMost: 1.5 }, ordinary: { ratioAtMost: 1 / 3.5 } },
  preview: { floor: { ratioAtMost: 1.25 } },
  refresh: { "no-http": { moreAtMost: 0.5 } },
  destroy: { ordinary: { ratioAtMost: 1 / 4 } },
};

const NAMES: { readonly [contestant in Contestant]: string } = {
  ours: "ours",
  floor: "engine's floor",
  ordinary: "ordinary provider",
  "no-http": "ours without HTTP",
};

interface Measured extends Operation {
  readonly requests: { readonly [kind: string]: number };
}
/** What was measured at one size: one figure a round. */
type Measurements = { readonly [contestant in Contestant]?: { readonly [step in Step]: Measured[] } };

const options = parseOptions(process.argv.slice(2));
const contestants = chosen(CONTESTANTS, options.contestants && ["ours", ...options.contestants]);
const engine = await obtainEngine();
// One each, so that neither's endpoints are in the other's lists. The floor and ours without HTTP send nothing.
const services = { ours: await Service.start(), ordinary: await Service.start() };
try {
  await publishStart();
  for (const size of options.sizes ?? [100, 1000]) await publishSize(size, options.runs ?? (size < 500 ? 3 : 1));
} finally {
  for (const service of Object.values(services)) await service.stop();
}

/** The first preview of ten resources, which is what a user waits for most often. */
async function publishStart(): Promise<void> {
  const stacks = await openStacks(10);
  const seconds = new Map<Contestant, number[]>(contestants.map((name) => [name, []]));
  // The first round fills the file caches and counts for nothing.
  for (let round = 0; round <= (options.runs ?? 5); round++)
    for (const contestant of inTurns(contestants, round)) {
      const operation = await stacks[contestant].run("preview");
      if (round > 0) seconds.get(contestant)?.push(operation.seconds);
      progress(`engine, preview of 10: ${contestant} ${told(operation)}`);
    }
  removeAll(stacks);
  publish(compared("preview of 10", "s", (contestant) => seconds.get(contestant) ?? [], {}));
}

async function publishSize(size: number, runs: number): Promise<void> {
  const measured = Object.fromEntries(
    contestants.map((name) => [name, Object.fromEntries(Object.keys(OPERATIONS).map((step) => [step, []]))]),
  ) as unknown as { [contestant in Contestant]: { [step in Step]: Measured[] } };
  const bytes: { [contestant in Contestant]?: number } = {};
  for (let round = 0; round < runs; round++) {
    const stacks = await openStacks(size);
    for (const step of Object.keys(OPERATIONS) as Step[])
      for (const contestant of inTurns(contestants, round)) {
        const stack = stacks[contestant];
        stack.env.BENCH_CHANGED = step === "changed up" ? "1" : "0";
        const operation = await stack.run(...OPERATIONS[step]);
        measured[contestant][step].push({ ...operation, requests: await serviceOf(contestant).requests() });
        if (step === "up") bytes[contestant] = (await stack.stateBytes()) / size;
        progress(`engine, ${size}, round ${round + 1} of ${runs}, ${step}: ${contestant} ${told(operation)}`);
      }
    removeAll(stacks);
  }
  publish(rowsOf(size, measured, bytes));
}

function rowsOf(size: number, measured: Measurements, bytes: { [contestant in Contestant]?: number }): Row[] {
  const goals = size === 1000;
  const count = size.toLocaleString("en-US");
  const steps = Object.keys(OPERATIONS) as Step[];
  const times = steps.flatMap((step) =>
    compared(
      `${step} of ${count}`,
      "s",
      (contestant) => measured[contestant]?.[step].map(({ seconds }) => seconds) ?? [],
      goals ? (GOALS[step] ?? {}) : {},
    ),
  );
  const processor = steps.flatMap((step) =>
    compared(
      `processor, ${step} of ${count}`,
      "s",
      (contestant) => measured[contestant]?.[step].map(({ processorSeconds }) => processorSeconds) ?? [],
      {},
    ),
  );
  const requests = steps.flatMap((step) =>
    compared(
      `requests, ${step} of ${count}`,
      "requests",
      (contestant) => measured[contestant]?.[step].map(({ requests }) => total(requests)) ?? [],
      {},
      ["ordinary"],
      step === "refresh" ? { atMost: 2 } : undefined,
    ),
  );
  const memory = compared(
    `provider process, up of ${count}`,
    "MB",
    (contestant) => measured[contestant]?.up.map(({ memory }) => memory ?? Number.NaN) ?? [],
    goals ? { "no-http": { ratioAtMost: 1.2 } } : {},
    ["ordinary", "no-http"],
  );
  const state = compared(
    `state a resource, ${count}`,
    "bytes",
    (contestant) => [bytes[contestant] ?? Number.NaN],
    { ordinary: { ratioAtMost: 0.15 } },
    ["floor", "ordinary"],
  );
  return [...times, ...processor, ...requests, ...state, ...memory];
}

/** Ours beside each contestant that was measured; alone where there is none. */
function compared(
  what: string,
  unit: Figures["unit"],
  of: (contestant: Contestant) => readonly number[],
  goals: { readonly [beside in Contestant]?: Goal },
  among: readonly Contestant[] = CONTESTANTS,
  alone?: Goal,
): Row[] {
  const ours = of("ours");
  const beside = contestants.filter((name) => name !== "ours" && among.includes(name));
  const rows = beside.map((name) =>
    row("engine", { what, unit, ours, beside: { name: NAMES[name], values: of(name) }, goal: goals[name] ?? alone }),
  );
  return rows.length > 0 ? rows : [row("engine", { what, unit, ours, goal: alone })];
}

function total(requests: { readonly [kind: string]: number }): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}

function serviceOf(contestant: Contestant): Service {
  return contestant === "ordinary" ? services.ordinary : services.ours;
}

function told({ seconds, processorSeconds }: Operation): string {
  return `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processors`;
}

async function openStacks(size: number): Promise<{ [contestant in Contestant]: BenchStack }> {
  const stacks: { [contestant: string]: BenchStack } = {};
  for (const contestant of contestants)
    stacks[contestant] = await BenchStack.create(engine, contestant, {
      ...serviceOf(contestant).env,
      BENCH_N: String(size),
    });
  return stacks as { [contestant in Contestant]: BenchStack };
}

function removeAll(stacks: { [contestant: string]: BenchStack }): void {
  for (const stack of Object.values(stacks)) stack.remove();
}
