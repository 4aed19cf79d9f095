// What the server keeps after ordinary and hostile traffic, beside a warm server. `TRIES=150` sends more of it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { basic, ENDPOINTS, JWT, NUMBERS } from "../server/support.ts";
import { tries } from "../tries.ts";

const PROGRAM = fileURLToPath(new URL("../server/measured-server.mjs", import.meta.url));
const MINUTES = tries(0.2);
/** Objects that stay stored: they are no leak. */
const STORED = 200;
/** Enough requests to fill the journal. */
const WARM = 12_000;
const WORKERS = 4;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

test("the server keeps nothing of the requests that it answered", { timeout: MINUTES * 60_000 + 120_000 }, async () => {
  const { facts, measure } = await startMeasured();
  const traffic = new Traffic(facts);
  for (let at = 0; at < STORED; at += 1) await traffic.create();
  await traffic.send(({ sent }) => sent < WARM);
  const warm = await measure();

  const end = Date.now() + MINUTES * 60_000;
  await traffic.send(() => Date.now() < end);
  // Given-up connections end within this time.
  await wait(2_000);
  const after = await measure();

  expect(traffic.unexpected).toEqual([]);
  expect(after.heapUsed / warm.heapUsed).toBeLessThan(1.3);
  expect(after.rss / warm.rss).toBeLessThan(1.5);
});

async function startMeasured() {
  const folder = mkdtempSync(join(tmpdir(), "signalwire-memory-"));
  const child = spawn(process.execPath, ["--expose-gc", PROGRAM, join(folder, "data.db")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const facts = JSON.parse((await lines.next()).value ?? "");
  const measure = async (): Promise<Memory> => {
    child.stdin.write("\n");
    return JSON.parse((await lines.next()).value ?? "");
  };
  return { facts, measure };
}

class Traffic {
  readonly #url: string;
  readonly #authorization: string;
  readonly #ids: string[] = [];
  /** Ordinary requests that were answered otherwise than they should be. */
  readonly unexpected: string[] = [];
  sent = 0;
  #serial = 0;

  constructor({ url, projectId, apiToken }: { url: string; projectId: string; apiToken: string }) {
    this.#url = url;
    this.#authorization = basic(projectId, apiToken);
  }

  async send(goesOn: (traffic: Traffic) => boolean): Promise<void> {
    const kinds = [...this.#ordinary(), ...this.#hostile()];
    const worker = async () => {
      while (goesOn(this)) {
        this.sent += 1;
        await kinds[this.sent % kinds.length]?.();
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
  }

  async create(): Promise<void> {
    this.#serial += 1;
    const body = await this.#expect(201, "POST", ENDPOINTS, `{"username":"user-${this.#serial}","password":"x"}`);
    this.#ids.push((body as { id: string }).id);
  }

  #ordinary(): (() => Promise<unknown>)[] {
    return [
      () => this.#expect(200, "GET", `${ENDPOINTS}?page_size=100`),
      () => this.#expect(200, "GET", NUMBERS),
      () => this.#expect(201, "POST", JWT),
      () => this.#expect(200, "PUT", `${ENDPOINTS}/${this.#ids[this.sent % 10]}`, `{"caller_id":"${this.sent}"}`),
      async () => {
        await this.#expect(204, "DELETE", `${ENDPOINTS}/${this.#ids.pop()}`);
        await this.create();
      },
      () => this.#expect(422, "POST", ENDPOINTS, '{"username":"a b"}'),
      () => this.#expect(404, "GET", `${ENDPOINTS}/3fa85f64-5717-4562-b3fc-2c963f66afa6`),
    ];
  }

  #hostile(): (() => Promise<unknown>)[] {
    const large = `{"username":"${"x".repeat(900_000)}"}`;
    const deep = `{"username":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    return [
      () => this.#ask("POST", ENDPOINTS, this.sent % 20 ? "{" : large),
      () => this.#ask("POST", ENDPOINTS, deep),
      () => this.#ask("GET", `/${"x".repeat(8000)}`),
      () => this.#ask("GET", NUMBERS, undefined, `Basic ${"A".repeat(2000)}`),
      () => this.#ask("PUT", NUMBERS, "\u0000\u0001"),
      () => this.#giveUp("hello\r\n\r\n"),
      () => this.#giveUp(`POST ${ENDPOINTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`),
    ];
  }

  async #expect(status: number, method: string, path: string, body?: string): Promise<unknown> {
    const answer = await this.#ask(method, path, body);
    const text = await answer.text();
    if (answer.status !== status) this.unexpected.push(`${method} ${path}: ${answer.status} ${text}`);
    return text.startsWith("{") ? JSON.parse(text) : undefined;
  }

  #ask(method: string, path: string, body?: string, authorization = this.#authorization): Promise<Response> {
    const headers = { authorization, "content-type": "application/json" };
    return fetch(this.#url + path, { method, headers, ...(body !== undefined && { body }) });
  }

  async #giveUp(text: string): Promise<void> {
    const socket = connect(Number(new URL(this.#url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(text);
    await wait(2);
    socket.destroy();
  }
}
