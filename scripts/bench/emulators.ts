// Decides whether the reference server is faster than what else could stand in its place: emulators that read our own
// description of the API. They keep nothing and check less. All take turns in one run.

import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeWithUs } from "./child.ts";
import { type Emulator, install } from "./emulators/install.ts";
import { OPERATIONS, Target } from "./emulators/target.ts";
import { chosen, parseOptions } from "./options.ts";
import { progress, publish, row } from "./report.ts";

const REQUESTS = 1500;

const EMULATORS = {
  prism: {
    package: "@stoplight/prism-cli",
    version: "5.16.0",
    program: "@stoplight/prism-cli/dist/index.js",
    args: (file: string) => (port: string) => ["mock", file, "--port", port, "--verboseLevel", "silent"],
  },
  mockoon: {
    package: "@mockoon/cli",
    version: "9.9.0",
    program: "@mockoon/cli/bin/run.js",
    args: (file: string) => (port: string) => [
      ...["start", "--data", file, "--port", port, "--hostname", "127.0.0.1"],
      ...["--disable-log-to-file", "--disable-admin-api"],
    ],
  },
} as const satisfies { readonly [name: string]: Emulator & { readonly args: unknown } };

const options = parseOptions(process.argv.slice(2));
const rounds = options.runs ?? 5;
const folder = await mkdtemp(join(tmpdir(), "signalwire-bench-"));
removeWithUs(folder);
const reference = await Target.reference();
const others = new Map<string, Target>();
try {
  const file = join(folder, "openapi.json");
  await writeFile(file, await reference.description());
  for (const name of chosen(["prism", "mockoon"], options.contestants)) {
    const emulator = EMULATORS[name];
    try {
      progress(`server: obtaining ${emulator.package} ${emulator.version}`);
      others.set(name, await Target.emulator(await install(emulator), emulator.args(file)));
    } catch (error) {
      // The others are measured all the same.
      progress(`server: ${name} cannot be had, so nothing is said of it. ${(error as Error).message}`);
    }
  }
  await measure();
} finally {
  for (const target of [reference, ...others.values()]) await target.stop();
}

async function measure(): Promise<void> {
  for (const operation of OPERATIONS) {
    const ours: number[] = [];
    const theirs = new Map<string, number[]>([...others.keys()].map((name) => [name, []]));
    // The first round warms up and counts for nothing.
    for (let round = 0; round <= rounds; round++) {
      const rate = await reference.rate(operation, REQUESTS);
      if (round > 0) ours.push(rate);
      for (const [name, target] of others) {
        const other = await target.rate(operation, REQUESTS);
        if (round > 0) theirs.get(name)?.push(other);
      }
      progress(`server, ${operation} beside emulators, round ${round} of ${rounds}`);
    }
    publish(
      [...theirs].map(([name, values]) =>
        row("server", { what: operation, unit: "/s", ours, beside: { name, values }, goal: { ratioAtLeast: 1 } }),
      ),
    );
  }
}
