// Measures the plugin: a YAML stack of ours beside the same stack on a provider that does nothing, and a TypeScript stack through
// the plugin beside the same stack through the dynamic provider.

import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { obtainHost } from "../scripts/engine/language-hosts.ts";
import { root, startReferenceServer } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";
import { createProject } from "./stack.ts";

const COMMANDS = {
  preview: ["preview"],
  up: ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--preview-only"],
} as const;
const STEPS = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

export async function plugin({ sizes = [1000], runs: rounds = 3 }: Options): Promise<Row[]> {
  const rows: Row[] = [...(await doors("preview", 10, rounds)), ...(await doors("up", 1000, rounds))];
  for (const size of sizes) {
    const contestants = {
      ours: () => measure(join(root, "dist/provider/plugin/main.js"), size),
      idle: () => measure(join(root, "bench/programs/idle-plugin.mjs"), size),
    };
    const { ours, idle } = await inTurns(`plugin, ${size}`, contestants, { rounds, warmUp: false });
    for (const step of STEPS) {
      const what = [`fast ${step} of ${size.toLocaleString("en-US")} in YAML`, step, "s"] as const;
      rows.push(compare(what, ours, "idle plugin", idle));
    }
  }
  return rows;
}

/** Compares the two doors of a TypeScript program in one command, without checkpoints. */
async function doors(step: "preview" | "up", size: number, rounds: number): Promise<Row[]> {
  const through = (program: "declared" | "ours") => async () => {
    const server = await startReferenceServer();
    const runtime = "{ name: nodejs, options: { typescript: false } }";
    const providers = [{ name: "signalwire", path: "node_modules/.bin" }];
    const plugins = program === "declared" ? `plugins: ${JSON.stringify({ providers })}\n` : "";
    const manifest = `name: bench\nruntime: ${runtime}\nmain: ${program}.mjs\n${plugins}`;
    const stack = await createProject(manifest, server);
    linkPlugin(stack.folder, join(root, "dist/provider/plugin/main.js"));
    stack.env.BENCH_N = String(size);
    stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
    const seconds = await stack.pulumi(...COMMANDS[step]);
    await server.stop();
    return { seconds };
  };
  const contestants = { plugin: through("declared"), dynamic: through("ours") };
  const measured = await inTurns(`doors, ${step} of ${size}`, contestants, { rounds, warmUp: false });
  const what = [`fast ${step} of ${size.toLocaleString("en-US")} in TypeScript`, "seconds", "s"] as const;
  return [compare(what, measured.plugin, "dynamic provider", measured.dynamic)];
}

/** Installs the plugin where npm would. */
function linkPlugin(folder: string, executable: string): void {
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  chmodSync(executable, 0o755);
  symlinkSync(executable, join(bin, "pulumi-resource-signalwire"));
}

/** Measures the seconds of the commands, without checkpoints. */
async function measure(executable: string, size: number) {
  const server = await startReferenceServer();
  const stack = await createProject(program(size), server);
  linkPlugin(stack.folder, executable);
  stack.env.PATH = [await obtainHost("yaml"), stack.env.PATH].join(delimiter);
  stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
  const figures = { preview: 0, up: 0, refresh: 0 };
  for (const step of STEPS) figures[step] = await stack.pulumi(...COMMANDS[step]);
  await server.stop();
  return figures;
}

/** The same endpoints as in programs/arguments.mjs. */
function program(size: number): string {
  const endpoints = Array.from({ length: size }, (_, at) => {
    const args = {
      username: `desk-${at}`,
      password: { "fn::secret": `correct-horse-battery-${at}` },
      callerId: "Front desk",
      encryption: "required",
      callHandler: "relay_script",
      callRelayScriptUrl: "https://example.com/after-hours.json",
    };
    return [`desk-${at}`, { type: "signalwire:SipEndpoint", properties: args }] as const;
  });
  const providers = [{ name: "signalwire", path: "node_modules/.bin" }];
  // JSON is valid YAML.
  return JSON.stringify({
    name: "bench",
    runtime: "yaml",
    plugins: { providers },
    resources: Object.fromEntries(endpoints),
  });
}
