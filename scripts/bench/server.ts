// Decides whether the reference server is fast enough: against a bare one in the same run, and as it fills up.
// Goals: create and get at 0.6 of the bare server or more; as fast with 100,000 endpoints as with 100; started in 150 ms.

import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import type { Contestant } from "./contestants.ts";

const PROGRAM = fileURLToPath(new URL("./contestants.ts", import.meta.url));
const CONNECTIONS = 16;
const ROUNDS = 4;
const REQUESTS = 8000;
const ENDPOINTS = "/api/relay/rest/endpoints/sip";

interface Rate {
  /** Requests a second. */
  readonly throughput: number;
  /** Microseconds of the server's processor time a request. */
  readonly cost: number;
}

/** A server to load, and what was created in it. */
class Load {
  readonly #child: ChildProcess;
  readonly #pool: Pool;
  readonly #headers: { readonly [name: string]: string };
  readonly #ids: string[] = [];

  private constructor(child: ChildProcess, { url, projectId, apiToken }: Contestant) {
    this.#child = child;
    this.#pool = new Pool(url, { connections: CONNECTIONS });
    const credentials = Buffer.from(`${projectId}:${apiToken}`).toString("base64");
    this.#headers = { authorization: `Basic ${credentials}`, "content-type": "application/json" };
  }

  static async start(kind: "bare" | "reference"): Promise<Load> {
    const child = fork(PROGRAM, [kind]);
    const [contestant] = await once(child, "message");
    return new Load(child, contestant);
  }

  get stored(): number {
    return this.#ids.length;
  }

  create(count: number): Promise<Rate> {
    return this.#measure(count, async () => {
      const body = JSON.stringify({
        username: `user-${this.#ids.length}-${Math.random()}`,
        password: "correct-horse-battery-staple",
        caller_id: "Front desk",
        codecs: ["OPUS", "PCMU"],
      });
      const answer = await this.#pool.request({ method: "POST", path: ENDPOINTS, headers: this.#headers, body });
      const { id } = (await answer.body.json()) as { id: string };
      if (answer.statusCode !== 201) throw new Error(`create answered ${answer.statusCode}`);
      this.#ids.push(id);
    });
  }

  get(count: number): Promise<Rate> {
    return this.#measure(count, async () => {
      const id = this.#ids[Math.floor(Math.random() * this.#ids.length)];
      const answer = await this.#pool.request({ method: "GET", path: `${ENDPOINTS}/${id}`, headers: this.#headers });
      await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`get answered ${answer.statusCode}`);
    });
  }

  async stop(): Promise<void> {
    await this.#pool.close();
    this.#child.kill();
  }

  async #measure(count: number, request: () => Promise<void>): Promise<Rate> {
    const [before, start] = [await this.#usage(), performance.now()];
    let left = count;
    const worker = async () => {
      while (left-- > 0) await request();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    const seconds = (performance.now() - start) / 1000;
    return { throughput: count / seconds, cost: ((await this.#usage()) - before) / count };
  }

  async #usage(): Promise<number> {
    this.#child.send("usage");
    const [{ user, system }] = await once(this.#child, "message");
    return user + system;
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function line(name: string, ...rates: readonly Rate[]): string {
  const cells = rates.map(
    ({ throughput, cost }) => `${throughput.toFixed(0).padStart(7)}/s ${cost.toFixed(0).padStart(5)} µs`,
  );
  return `${name.padEnd(22)}${cells.join("   ")}`;
}

async function compare(): Promise<void> {
  console.log(`\n${"".padEnd(22)}${"create".padStart(9)}${"get".padStart(20)}   (a second; processor time each)`);
  const ratios: { create: number[]; get: number[] } = { create: [], get: [] };
  const contestants = { bare: await Load.start("bare"), reference: await Load.start("reference") };
  for (const load of Object.values(contestants)) {
    await load.create(REQUESTS);
    await load.get(REQUESTS);
  }
  // Turn by turn, so that whatever else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = [await contestants.bare.create(REQUESTS), await contestants.bare.get(REQUESTS)] as const;
    const reference = [
      await contestants.reference.create(REQUESTS),
      await contestants.reference.get(REQUESTS),
    ] as const;
    ratios.create.push(reference[0].throughput / bare[0].throughput);
    ratios.get.push(reference[1].throughput / bare[1].throughput);
    console.log(line("bare node:http + Map", ...bare));
    console.log(line("reference server", ...reference));
  }
  for (const load of Object.values(contestants)) await load.stop();
  const [create, get] = [median(ratios.create), median(ratios.get)];
  console.log(`of the bare server: create ${create.toFixed(2)}, get ${get.toFixed(2)} (goal: 0.60 or more)`);
}

async function fill(): Promise<void> {
  console.log("\nas it fills up");
  const load = await Load.start("reference");
  await load.create(100);
  await load.get(REQUESTS);
  for (const size of [100, 1000, 10_000, 100_000]) {
    await load.create(Math.max(size - load.stored, 0));
    const get = await load.get(REQUESTS);
    const create = await load.create(2000);
    console.log(line(`${size} endpoints`, create, get));
  }
  await load.stop();
}

/** Processor time from nothing to listening, beyond that of an empty program. */
function startUp(): void {
  const server = new URL("../../dist/server/index.js", import.meta.url).href;
  const used = (code: string) =>
    median(
      Array.from({ length: 9 }, () => {
        const program = `${code}; const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
        const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
          encoding: "utf8",
        });
        return Number(stdout);
      }),
    );
  const nothing = used("");
  const started = used(
    `import { enableCompileCache } from "node:module"; enableCompileCache(); const { startServer } = await import("${server}"); const server = await startServer(); await server.close()`,
  );
  console.log(
    `start-up: ${(started - nothing).toFixed(0)} ms of processor time beyond Node's own ${nothing.toFixed(0)} (goal: 150 or less; build first)`,
  );
}

startUp();
await compare();
await fill();
