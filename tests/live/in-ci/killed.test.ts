// Kills the server or the suite at random moments of a run: the next run leaves nothing. `TRIES=7` tries more moments.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tries } from "../../tries.ts";

const main = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const suite = fileURLToPath(new URL("../main.ts", import.meta.url));
const KILLS = tries(3);

let folder: string;
let env: { [name: string]: string };
let server: ChildProcess;
let port = "0";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "signalwire-live-"));
  port = "0";
  await startServer();
  await request("POST", { username: "live-test-of-somebody", password: "canary-password" });
});

afterEach(async () => {
  await kill(server);
  await rm(folder, { recursive: true });
});

async function startServer(): Promise<void> {
  server = spawn(process.execPath, [main, "serve", "--json", "--port", port, "--data", join(folder, "data")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((done, failed) => {
    server.stdout?.once("data", (bytes) => done(String(bytes)));
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const { url, projectId, apiToken } = JSON.parse(line);
  port = new URL(url).port;
  const { PATH = "" } = process.env;
  env = { PATH, SIGNALWIRE_BASE_URL: url, SIGNALWIRE_PROJECT_ID: projectId, SIGNALWIRE_API_TOKEN: apiToken };
}

async function request(method: string, body?: object): Promise<string[]> {
  const { SIGNALWIRE_BASE_URL, SIGNALWIRE_PROJECT_ID, SIGNALWIRE_API_TOKEN } = env;
  const answer = await fetch(`${SIGNALWIRE_BASE_URL}/api/relay/rest/endpoints/sip`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${SIGNALWIRE_PROJECT_ID}:${SIGNALWIRE_API_TOKEN}`)}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data = [] } = (await answer.json()) as { data?: { username: string }[] };
  return data.map(({ username }) => username);
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
}

function startSuite(): Running {
  const child = spawn(process.execPath, [suite, "--yes", "--record", join(folder, "record.json")], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (text += bytes));
  return { child, ended: new Promise((done) => child.once("close", done)), output: () => text };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await gone;
}

/** Resolves at a random moment after the suite has made its first endpoint, or at once where that is over. */
async function randomMoment({ ended }: Running): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver && (await request("GET")).length < 2) await new Promise((done) => setTimeout(done, 5));
  await new Promise((done) => setTimeout(done, Math.random() * 150));
}

async function expectNothingLeftAfterTheNext(): Promise<void> {
  const next = startSuite();
  expect(await next.ended, next.output()).toBe(0);
  expect(await request("GET"), next.output()).toEqual(["live-test-of-somebody"]);
}

it(`a run that is killed at ${KILLS} random moments leaves nothing after the next one`, async () => {
  let left = 0;
  for (let run = 0; run < KILLS; run += 1) {
    const running = startSuite();
    await randomMoment(running);
    await kill(running.child);
    left += (await request("GET")).length - 1;
    await expectNothingLeftAfterTheNext();
  }
  expect(left).toBeGreaterThan(0);
});

it(`a run whose server is killed at ${KILLS} random moments says so, and leaves nothing after the next one`, async () => {
  for (let run = 0; run < KILLS; run += 1) {
    const running = startSuite();
    await randomMoment(running);
    await kill(server);
    const code = await running.ended;
    await startServer();
    if ((await request("GET")).length > 1)
      expect([code, running.output()]).toEqual([1, expect.stringMatching(/ot (?:certain to be )?removed/)]);
    await expectNothingLeftAfterTheNext();
  }
});

it("a run that is ended by Ctrl+C removes what it made", async () => {
  const running = startSuite();
  await randomMoment(running);
  running.child.kill("SIGINT");
  await running.ended;
  expect(await request("GET"), running.output()).toEqual(["live-test-of-somebody"]);
});
