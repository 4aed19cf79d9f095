// Measures the reference server's speed, compared with a minimal server, with a full store, and with other emulators.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon, { type Request } from "autocannon";
import { root, type Server, start, startReferenceServer, startServer, stop, temporaryFolder } from "./processes.ts";
import { compare, type Goal, inTurns, type Options, progress, type Row } from "./report.ts";

const FULL = 100_000;
const ENDPOINTS = "/api/relay/rest/endpoints/sip";
const OPERATIONS = ["create", "get", "list", "update"] as const;
type Operation = (typeof OPERATIONS)[number];

const AHEAD: Goal = { atLeast: 1 };
const GOALS: { readonly [beside: string]: { readonly [operation in Operation]?: Goal } } = {
  "bare node:http": { create: { atLeast: 0.5 }, get: { atLeast: 0.6 } },
  "100,000 stored": { create: { atMost: 1.25 }, get: { atMost: 1.25 } },
  prism: { create: AHEAD, get: AHEAD, list: AHEAD, update: AHEAD },
  mockoon: { create: AHEAD, get: AHEAD, list: AHEAD, update: AHEAD },
};

export async function server({ runs: rounds = 5 }: Options): Promise<Row[]> {
  const bare = new Load(await startServer([join(root, "bench/programs/bare-server.mjs")]));
  const full = new Load(await startReferenceServer("--rate-limit", "none"));
  progress(`server: storing ${FULL.toLocaleString("en-US")} endpoints`);
  await full.run("create", { amount: FULL });
  const others: { [name: string]: () => Promise<Rates> } = {
    "bare node:http": () => bare.rates("create", "get"),
    "100,000 stored": () => full.rates("create", "get"),
  };
  const description = join(temporaryFolder(), "openapi.json");
  writeFileSync(description, await (await fetch(`${full.server.url}/openapi.json`)).text());
  for (const name of ["prism", "mockoon"] as const)
    try {
      const emulator = new Load(await startEmulator(name, description), "3f2b8c64-8f0e-4a7e-9d53-0c1c5b2a7e11");
      others[name] = () => emulator.rates(...OPERATIONS);
    } catch (error) {
      progress(`server: ${name} is not available, so it was not measured. ${(error as Error).message}`);
    }
  const { ours = [], ...measured } = await inTurns<string, Operation>(
    "server",
    { ...others, ours: measureOurs },
    { rounds },
  );
  return Object.entries(measured).flatMap(([beside, theirs]) =>
    (Object.entries(GOALS[beside] ?? {}) as [Operation, Goal][]).map(([operation, goal]) =>
      compare([operation, operation, "/s"], ours, beside, theirs, goal),
    ),
  );
}

/** Measures all operations in one new server. */
async function measureOurs(): Promise<Rates> {
  const load = new Load(await startReferenceServer("--rate-limit", "none"));
  await load.run("create", { amount: 1000 });
  const rates = await load.rates(...OPERATIONS);
  await load.server.stop();
  return rates;
}

/** Answers in a second. */
type Rates = { readonly [operation in Operation]: number };

class Load {
  readonly server: Server;
  readonly #onlyId: string | undefined;
  readonly #ids: string[] = [];
  #created = 0;

  /** @param onlyId - The id to read and update, for a server that does not store what it creates. */
  constructor(server: Server, onlyId?: string) {
    this.server = server;
    this.#onlyId = onlyId;
  }

  /** Measures each of these operations for two seconds. */
  async rates(...operations: Operation[]): Promise<Rates> {
    const rates = { create: Number.NaN, get: Number.NaN, list: Number.NaN, update: Number.NaN };
    for (const operation of operations) rates[operation] = await this.run(operation, { duration: 2 });
    return rates;
  }

  async run(operation: Operation, until: { duration: number } | { amount: number }): Promise<number> {
    const { url, projectId, apiToken } = this.server;
    const authorization = `Basic ${Buffer.from(`${projectId}:${apiToken}`).toString("base64")}`;
    const headers = { authorization, "content-type": "application/json" };
    const requests = [this.#request(operation)];
    const result = await autocannon({ url, headers, connections: 16, requests, ...until });
    const failed = result.non2xx + result.errors;
    if (failed > 0)
      throw new Error(`${failed} of ${result["2xx"] + failed} requests to ${operation} at ${url} failed.`);
    return result["2xx"] / result.duration;
  }

  #request(operation: Operation): Request {
    const anyId = () => this.#ids[Math.floor(Math.random() * this.#ids.length)];
    const path = () => `${ENDPOINTS}/${this.#onlyId ?? anyId()}`;
    const requests: { readonly [operation in Operation]: () => Request } = {
      create: () => ({
        method: "POST",
        path: ENDPOINTS,
        setupRequest: (request) => ({ ...request, body: this.#endpoint() }),
        onResponse: (_, body) => void this.#ids.push(JSON.parse(body).id),
      }),
      get: () => ({ setupRequest: (request) => ({ ...request, path: path() }) }),
      // One endpoint on each page, as in the emulators' lists.
      list: () => ({ path: `${ENDPOINTS}?page_size=1` }),
      update: () => ({ method: "PUT", path: path(), body: JSON.stringify({ caller_id: "Reception" }) }),
    };
    return requests[operation]();
  }

  #endpoint(): string {
    const username = `user-${this.#created++}`;
    return JSON.stringify({ username, password: "correct-horse-battery", caller_id: "Desk", codecs: ["OPUS", "PCMU"] });
  }
}

/** Starts an emulator. It reads our OpenAPI description, stores nothing, and answers each request with the same example. */
async function startEmulator(name: "prism" | "mockoon", description: string): Promise<Server> {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  const command = {
    prism: ["@stoplight/prism-cli@5.16.0", "mock", description, "--port", port, "--verboseLevel", "silent"],
    mockoon: ["@mockoon/cli@9.9.0", "start", "--data", description, "--port", port, "--disable-admin-api"],
  }[name];
  progress(`server: starting ${name}, which npm downloads the first time`);
  const child = start("npx", ["--yes", ...command], { stdio: "ignore", cwd: temporaryFolder() });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    await wait(100);
  }
  return { url, projectId: "project", apiToken: "token", stop: () => stop(child) };
}
