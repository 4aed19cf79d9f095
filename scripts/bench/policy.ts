// Decides whether the policy pack is cheap enough, against an empty pack in the same run, thrice: the handling of the engine's
// messages alone, which is the steadiest; the processor time of the pack's process, its start, gRPC and the first, slow rounds
// included; and the preview that a user waits for, whose noise is larger than what is measured.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { obtainEngine } from "../engine/obtain.ts";
import { BenchStack } from "./engine/stack.ts";
import { parseOptions } from "./options.ts";
import { root } from "./package.ts";
import { Analyzer } from "./policy/analyzer.ts";
import { handlingTimes, packNames } from "./policy/in-process.ts";
import { progress, publish, row } from "./report.ts";
import { Service } from "./service.ts";
import { inTurns } from "./turns.ts";

/** Milliseconds beyond the empty pack, for every 100 resources. */
const GOAL = 10;
const ours = join(root, "policy");
const { runs } = parseOptions(process.argv.slice(2));

// Within the checkout, where it finds the same SDK.
const empty = await mkdtemp(join(root, "node_modules", ".bench-empty-pack-"));
try {
  await writeFile(join(empty, "PulumiPolicy.yaml"), "description: No rules at all\nruntime: nodejs\n");
  await writeFile(
    join(empty, "package.json"),
    '{ "name": "empty", "version": "0.1.0", "type": "module", "main": "index.mjs" }',
  );
  await writeFile(
    join(empty, "index.mjs"),
    'import { PolicyPack } from "@pulumi/policy";\nnew PolicyPack("empty", { policies: [] });\n',
  );
  await publishHandling();
  await publishProcess(runs ?? 6);
  await publishPreview(runs ?? 5);
} finally {
  await rm(empty, { recursive: true, force: true });
}

async function publishHandling(): Promise<void> {
  const times = await handlingTimes(60);
  progress("policy: handling measured");
  publish([
    row("policy", {
      what: "100 resources, handling alone",
      unit: "ms",
      ours: [times.ours],
      beside: { name: "empty pack", values: [times.empty] },
      goal: { moreAtMost: GOAL },
    }),
  ]);
}

/** New processes each round, each for ten previews in turns: what a stack of 1,000 resources costs, for every 100. */
async function publishProcess(rounds: number): Promise<void> {
  const first = { ours: [] as number[], empty: [] as number[] };
  const times = { ours: [] as number[], empty: [] as number[] };
  // The first round fills the caches of files and of compiled code, and counts for nothing.
  for (let round = 0; round <= rounds; round++) {
    const packs = { empty: await Analyzer.start(empty), ours: await Analyzer.start(ours) };
    const total = { empty: 0, ours: 0 };
    for (let preview = 0; preview < 10; preview++)
      for (const name of inTurns(packNames, round + preview)) {
        total[name] += await packs[name].preview();
        if (round > 0 && preview === 0) first[name].push(await packs[name].used());
      }
    for (const name of packNames) {
      if (round > 0) times[name].push(total[name] / 10);
      await packs[name].stop();
    }
    progress(`policy, processes, round ${round} of ${rounds}`);
  }
  const rows = [
    { what: "start and first 100, processor time of the process", times: first },
    { what: "every 100 of 1,000, processor time of the process", times },
  ];
  publish(
    rows.map(({ what, times: { ours, empty } }) =>
      row("policy", {
        what,
        unit: "ms",
        ours,
        beside: { name: "empty pack", values: empty },
        goal: { moreAtMost: GOAL },
      }),
    ),
  );
}

async function publishPreview(rounds: number): Promise<void> {
  const service = await Service.start();
  const stack = await BenchStack.create(await obtainEngine(), "ours", { ...service.env, BENCH_N: "100" });
  try {
    const config = join(stack.folder, "rules.json");
    // The one rule that the program violates.
    await writeFile(config, '{ "sip-endpoint-send-as": "disabled" }');
    const flags = { ours: ["--policy-pack", ours, "--policy-pack-config", config], empty: ["--policy-pack", empty] };
    const times = { ours: [] as number[], empty: [] as number[] };
    // The first round fills the file caches and counts for nothing.
    for (let round = 0; round <= rounds; round++)
      for (const name of inTurns(packNames, round)) {
        const { seconds } = await stack.run("preview", ...flags[name]);
        if (round > 0) times[name].push(seconds);
        progress(`policy, preview of 100, round ${round} of ${rounds}: ${name} ${seconds.toFixed(1)} s`);
      }
    publish([
      row("policy", {
        what: "preview of 100 with the pack",
        unit: "s",
        ours: times.ours,
        beside: { name: "empty pack", values: times.empty },
      }),
    ]);
  } finally {
    await service.stop();
    await stack.remove();
  }
}
