// Measures a TypeScript stack with a declared provider, which the plugin serves, beside the same stack on the dynamic provider.

import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root, startReferenceServer } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";
import { createStack } from "./stack.ts";

const COMMANDS = { preview: ["preview"], up: ["up", "--yes", "--skip-preview"] } as const;

/** Returns the seconds of one command of a new stack, without checkpoints. */
async function measure(program: "declared" | "ours", size: number, step: keyof typeof COMMANDS) {
  const server = await startReferenceServer();
  const stack = await createStack(program, size, server);
  // Where npm installs it.
  const bin = join(stack.folder, "node_modules/.bin");
  const executable = join(root, "dist/provider/plugin/main.js");
  mkdirSync(bin, { recursive: true });
  chmodSync(executable, 0o755);
  symlinkSync(executable, join(bin, "pulumi-resource-signalwire"));
  stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
  const seconds = await stack.pulumi(...COMMANDS[step]);
  await server.stop();
  return { seconds };
}

export async function plugin({ sizes = [10, 1000], runs: rounds = 3 }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes)
    for (const step of ["preview", "up"] as const) {
      const contestants = {
        plugin: () => measure("declared", size, step),
        dynamic: () => measure("ours", size, step),
      };
      const measured = await inTurns(`plugin, ${step} of ${size}`, contestants, { rounds, warmUp: false });
      const what = [`fast ${step} of ${size.toLocaleString("en-US")} by the plugin`, "seconds", "s"] as const;
      rows.push(compare(what, measured.plugin, "dynamic provider", measured.dynamic));
    }
  return rows;
}
