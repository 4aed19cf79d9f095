// Decides what the drift command adds to what it is made of: `pulumi refresh --preview-only` on the same stack, in turns.

import { join } from "node:path";
import { obtainEngine } from "../engine/obtain.ts";
import { BenchStack } from "./engine/stack.ts";
import { parseOptions } from "./options.ts";
import { root } from "./package.ts";
import { progress, publish, row } from "./report.ts";
import { Service } from "./service.ts";

const options = parseOptions(process.argv.slice(2));
const rounds = options.runs ?? 5;
const engine = await obtainEngine();
for (const size of options.sizes ?? [1000]) await measure(size);

async function measure(size: number): Promise<void> {
  const service = await Service.start();
  const stack = await BenchStack.create(engine, "ours", { ...service.env, BENCH_N: String(size) });
  try {
    progress(`drift, ${size}: creating the stack`);
    await stack.run("up", "--yes", "--skip-preview");
    const ours: number[] = [];
    const bare: number[] = [];
    const drift = [join(root, "dist/cli/main.js"), "drift", "--cwd", stack.folder, "--stack", "bench"];
    // The first round fills the file caches and counts for nothing.
    for (let round = 0; round <= rounds; round++) {
      const refresh = await stack.run("refresh", "--preview-only");
      const command = await stack.execute(process.execPath, drift);
      if (round > 0) bare.push(refresh.seconds);
      if (round > 0) ours.push(command.seconds);
      progress(`drift, ${size}, round ${round} of ${rounds}: ${command.seconds.toFixed(1)} s`);
    }
    const beside = { name: "pulumi refresh", values: bare };
    publish([row("drift", { what: `drift of ${size.toLocaleString("en-US")}`, unit: "s", ours, beside })]);
  } finally {
    await service.stop();
    stack.remove();
  }
}
