// Decides whether the provider process itself is cheap: Pulumi's dynamic provider with our provider in it, beside the same
// process with a provider that does nothing and with ours without HTTP. New processes each round, in turns.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeWithUs } from "./child.ts";
import { parseOptions } from "./options.ts";
import { placePackage, placePackageWithoutHttp } from "./package.ts";
import { Host, type Props, type Subject } from "./provider/host.ts";
import { type Figures, type Goal, progress, publish, type Row, row } from "./report.ts";
import { Service } from "./service.ts";
import { inTurns } from "./turns.ts";

const IN_FLIGHT = 16;
const WARM_UP = 100;
const OURS = "exports.handler=()=>require('pulumi-signalwire/provider').sipEndpoint";
const NOTHING =
  "exports.handler=()=>({check:async(_,inputs)=>({inputs}),diff:async()=>({}),create:async(outs)=>({id:outs.username,outs})," +
  "read:async(id,props)=>({id,props}),update:async(_,olds,outs)=>({outs}),delete:async()=>{}})";

const NAMES = { ours: "ours", nothing: "does nothing", "no-http": "ours without HTTP" } as const;
type Name = keyof typeof NAMES;
const STEPS = ["check", "diff", "create", "update", "read"] as const;
type Figure = (typeof STEPS)[number] | "ready" | "memory";

const options = parseOptions(process.argv.slice(2));
const rounds = options.runs ?? 5;
const [ours, withoutHttp] = [await newFolder(), await newFolder()];
await placePackage(ours);
await placePackageWithoutHttp(withoutHttp);
const subjects: { readonly [name in Name]: Subject } = {
  ours: { reference: OURS, folder: ours },
  nothing: { reference: NOTHING, folder: ours },
  "no-http": { reference: OURS, folder: withoutHttp },
};
const names = Object.keys(subjects) as Name[];
for (const size of options.sizes ?? [1000]) publish(await measure(size));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-bench-"));
  removeWithUs(folder);
  return folder;
}

async function measure(size: number): Promise<Row[]> {
  const rows: { [name in Name]: { [figure in Figure]: number[] } } = {
    ours: none(),
    nothing: none(),
    "no-http": none(),
  };
  // The first round fills the file caches and counts for nothing.
  for (let round = 0; round <= rounds; round++)
    for (const name of inTurns(names, round)) {
      const figures = await measureOne(subjects[name], size);
      if (round > 0) for (const [figure, value] of Object.entries(figures)) rows[name][figure as Figure].push(value);
      progress(`provider, ${size}, round ${round} of ${rounds}: ${name} ready in ${figures.ready.toFixed(0)} ms`);
    }
  const compared = (figure: Figure, what: string, unit: Figures["unit"], goals: { [name in Name]?: Goal } = {}) =>
    (["nothing", "no-http"] as const).map((name) =>
      row("provider", {
        what,
        unit,
        ours: rows.ours[figure],
        beside: { name: NAMES[name], values: rows[name][figure] },
        goal: goals[name],
      }),
    );
  return [
    ...compared("ready", "process ready", "ms", { nothing: { ratioAtMost: 1.15 } }),
    ...STEPS.flatMap((step) => compared(step, step, "/s")),
    ...compared("memory", `memory, ${size.toLocaleString("en-US")} resources`, "MB", {
      "no-http": { ratioAtMost: 1.2 },
    }),
  ];
}

/** One process that checks, creates and updates as an `up` does, and one that reads as a refresh does. */
async function measureOne(subject: Subject, size: number): Promise<{ [figure in Figure]: number }> {
  const service = await Service.start();
  const started = performance.now();
  const host = await Host.start(subject, service.env);
  await host.check(inputs("first"));
  const ready = performance.now() - started;

  for (let at = 0; at < WARM_UP; at++) await host.check(inputs(`warm-${at}`));
  const warm = await host.create(inputs("warm"));
  for (let at = 0; at < WARM_UP; at++) await host.diff(warm.id, warm.outputs, inputs("warm"));

  const all = Array.from({ length: size }, (_, at) => inputs(`desk-${at}`));
  const created: { id: string; outputs: Props }[] = [];
  const rates = {
    check: await rate(all, (each) => host.check(each)),
    create: await rate(all, async (each, at) => {
      created[at] = await host.create(each);
    }),
    diff: await rate(created, ({ id, outputs }, at) => host.diff(id, outputs, all[at] ?? {})),
    update: await rate(created, ({ id, outputs }, at) =>
      host.update(id, outputs, { ...all[at], callerId: "Reception" }),
    ),
  };
  const memory = host.memory ?? Number.NaN;
  await host.stop();

  const reader = await Host.start(subject, service.env);
  await reader.read(warm.id, warm.outputs);
  const read = await rate(created, ({ id, outputs }) => reader.read(id, outputs));
  const largest = Math.max(memory, reader.memory ?? Number.NaN);
  await reader.stop();
  await service.stop();
  return { ready, ...rates, read, memory: largest };
}

/** Calls a second. */
async function rate<Item>(items: readonly Item[], call: (item: Item, at: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  const left = items.entries();
  const worker = async () => {
    for (const [at, item] of left) await call(item, at);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return items.length / ((performance.now() - started) / 1000);
}

function inputs(username: string): Props {
  return {
    username,
    password: "correct-horse-battery-staple",
    callerId: "Front desk",
    encryption: "required",
    callHandler: "relay_script",
    callRelayScriptUrl: "https://example.com/after-hours.json",
  };
}

function none(): { [figure in Figure]: number[] } {
  return { ready: [], check: [], diff: [], create: [], update: [], read: [], memory: [] };
}
