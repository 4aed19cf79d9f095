// Decides whether the reference server is fast enough: against a bare one in turns of one run, as it fills up, and when it starts.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Load, type Rate } from "./load.ts";
import { parseOptions } from "./options.ts";
import { progress, publish, row } from "./report.ts";
import { processorTimeOf } from "./start-up.ts";

const ROUNDS = parseOptions(process.argv.slice(2)).runs ?? 9;
const REQUESTS = 4000;
const FULL = [1000, 10_000, 100_000];

/** The figures of each round, by what was measured. */
type Rounds = { readonly create: Rate[]; readonly get: Rate[] };

await startUp();
await beside();
await filled();

async function startUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-bench-"));
  const cache = join(folder, "cache");
  const times: { [name in "nothing" | "warm" | "cold"]: number[] } = { nothing: [], warm: [], cold: [] };
  try {
    await processorTimeOf("serve", cache);
    for (let round = 0; round < 15; round += 1) {
      times.nothing.push(await processorTimeOf("nothing", cache));
      times.warm.push(await processorTimeOf("serve", cache));
      times.cold.push(await processorTimeOf("serve", join(folder, String(round))));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const node = { name: "node -e", values: times.nothing };
  const what = (how: string) => `start of serve, ${how}, processor time`;
  publish([
    row("server", { what: what("again"), unit: "ms", ours: times.warm, beside: node, goal: { moreAtMost: 150 } }),
    row("server", { what: what("first ever"), unit: "ms", ours: times.cold, beside: node, goal: { moreAtMost: 150 } }),
  ]);
}

/** The bare server, the reference server, and the reference server that keeps a data file. */
async function beside(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-bench-"));
  const loads = [
    await Load.start("bare"),
    await Load.start("reference"),
    await Load.start("reference", join(folder, "data.db")),
  ];
  try {
    const [bare, ours, kept] = (await turns(loads, "beside a bare server", REQUESTS)) as [Rounds, Rounds, Rounds];
    for (const operation of ["create", "get"] as const) {
      const figures = (rounds: Rounds, figure: keyof Rate) => rounds[operation].map((rate) => rate[figure]);
      const throughput = { name: "bare", values: figures(bare, "throughput") };
      const cost = { name: "bare", values: figures(bare, "cost") };
      publish([
        row("server", {
          what: operation,
          unit: "/s",
          ours: figures(ours, "throughput"),
          beside: throughput,
          goal: { ratioAtLeast: 0.6 },
        }),
        row("server", {
          what: `${operation}, data file`,
          unit: "/s",
          ours: figures(kept, "throughput"),
          beside: throughput,
        }),
        row("server", { what: `${operation}, processor time`, unit: "µs", ours: figures(ours, "cost"), beside: cost }),
      ]);
    }
  } finally {
    for (const load of loads) await load.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Servers with more and more in them, against one with a hundred endpoints: by what a request costs, which other programs change least. */
async function filled(): Promise<void> {
  const loads: Load[] = [];
  try {
    for (const size of [100, ...FULL]) {
      progress(`server: storing ${size.toLocaleString("en-US")} endpoints`);
      const load = await Load.start("reference");
      loads.push(load);
      await load.create(size);
    }
    const [small, ...large] = await turns(loads, "as it fills up", REQUESTS / 4, true);
    for (const operation of ["create", "get"] as const) {
      const figures = (rounds: Rounds | undefined) => (rounds?.[operation] ?? []).map(({ cost }) => cost);
      publish(
        large.map((rounds, at) =>
          row("server", {
            what: `${operation}, ${FULL[at]?.toLocaleString("en-US")} stored, processor time`,
            unit: "µs",
            ours: figures(rounds),
            beside: { name: "100 stored", values: figures(small) },
            goal: { ratioAtMost: 1.25 },
          }),
        ),
      );
    }
  } finally {
    for (const load of loads) await load.stop();
  }
}

/**
 * Turn by turn, so that whatever else the machine does falls on all. The first round warms up and counts for nothing.
 *
 * @param again - Whether what a round created is deleted after it.
 */
async function turns(loads: readonly Load[], what: string, creates: number, again = false): Promise<Rounds[]> {
  const all = loads.map((): Rounds => ({ create: [], get: [] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const operation of ["create", "get"] as const) {
      for (const [at, load] of loads.entries()) {
        const rate = await load[operation](operation === "create" ? creates : REQUESTS);
        if (round > 0) all[at]?.[operation].push(rate);
        if (again && operation === "create") await load.remove(creates);
      }
    }
    progress(`server, ${what}, round ${round} of ${ROUNDS}`);
  }
  return all;
}
