// Measures what the reference server keeps after hostile and ordinary traffic, and whether its data file survives a kill.

import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { commandLine, root, start, startServer, temporaryFolder } from "./processes.ts";
import { compare, type Options, progress, type Row } from "./report.ts";

const ENDPOINTS = "/api/relay/rest/endpoints/sip";
const NUMBERS = "/api/relay/rest/phone_numbers";
/** Objects that stay: what is stored counts for no leak. */
const STORED = 200;

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly journal: number;
}

/** @throws Error when an ordinary request is answered wrongly, or the data file lost a write. */
export async function serverLoad({ minutes = 1 }: Options): Promise<Row[]> {
  const data = join(temporaryFolder(), "data.db");
  const child = start(process.execPath, ["--expose-gc", join(root, "bench/programs/measured-server.mjs"), data], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout as Readable)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? "");
  const traffic = new Traffic(await next());
  const measure = async (): Promise<Memory> => {
    (child.stdin as Writable).write("\n");
    return next();
  };

  for (let at = 0; at < STORED; at += 1) await traffic.create();
  // Warm: each kind of request was answered, and the journal is full.
  await traffic.until({ requests: 12_000 });
  const warm = await measure();
  progress(`server-load: warm, ${figuresOf(warm)}`);
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    await traffic.until({ requests: 5000, end });
    progress(`server-load: ${traffic.count} requests, ${figuresOf(await measure())}`);
  }
  await wait(2000);
  const after = await measure();
  progress(`server-load: after ${minutes} minutes and ${traffic.count} requests, ${figuresOf(after)}`);
  await traffic.create();

  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  await checkData(data, traffic);
  const row = (figure: "rss" | "heapUsed", what: string) =>
    compare([what, figure, "bytes"], [figures(after)], "a warm start", [figures(warm)], { atMost: 1.3 });
  return [row("heapUsed", "heap after traffic"), row("rss", "memory after traffic")];
}

function figures({ rss, heapUsed }: Memory) {
  return { rss, heapUsed };
}

function figuresOf({ rss, heapUsed, journal }: Memory): string {
  const [memory, heap] = [rss, heapUsed].map((bytes) => Math.round(bytes / 2 ** 20));
  return `memory ${memory} MB, heap ${heap} MB, ${journal} entries in the journal`;
}

/** Starts the server on the data file and compares it with what was acknowledged. */
async function checkData(data: string, traffic: Traffic): Promise<void> {
  const server = await startServer([commandLine, "serve", "--json", "--data", data]);
  const again = new Traffic(server);
  for (const [id, caller] of traffic.stored) {
    const answer = await again.ask("GET", `${ENDPOINTS}/${id}`);
    if (answer.status !== 200 || (answer.body as { caller_id?: unknown }).caller_id !== caller)
      throw new Error(`The data file lost the endpoint ${id}, which was acknowledged.`);
  }
  await server.stop();
}

class Traffic {
  readonly #url: string;
  readonly #authorization: string;
  /** Id → the caller ID that was acknowledged last. */
  readonly stored = new Map<string, string>();
  count = 0;
  #serial = Date.now();

  constructor({ url, projectId, apiToken }: { url: string; projectId: string; apiToken: string }) {
    this.#url = url;
    this.#authorization = `Basic ${Buffer.from(`${projectId}:${apiToken}`).toString("base64")}`;
  }

  async until({ requests, end = Number.POSITIVE_INFINITY }: { requests: number; end?: number }): Promise<void> {
    const last = this.count + requests;
    const kinds = [...this.#ordinary(), ...this.#hostile()];
    const worker = async () => {
      while (this.count < last && Date.now() < end) {
        this.count += 1;
        await kinds[this.count % kinds.length]?.();
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }

  async create(): Promise<void> {
    this.#serial += 1;
    const body = JSON.stringify({ username: `user-${this.#serial}`, password: "x", caller_id: "0" });
    const answer = await this.ask("POST", ENDPOINTS, body);
    expectStatus(answer.status, 201);
    this.stored.set((answer.body as { id: string }).id, "0");
  }

  async ask(method: string, path: string, body?: string, headers: { [name: string]: string } = {}) {
    const answer = await fetch(this.#url + path, {
      method,
      ...(body !== undefined && { body }),
      headers: { authorization: this.#authorization, "content-type": "application/json", ...headers },
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? (JSON.parse(text) as unknown) : undefined };
  }

  #ordinary(): (() => Promise<void>)[] {
    const expecting = (status: number, method: string, path: string, body?: string) => async () =>
      expectStatus((await this.ask(method, path, body)).status, status);
    return [
      expecting(200, "GET", `${ENDPOINTS}?page_size=100`),
      expecting(200, "GET", NUMBERS),
      expecting(201, "POST", "/api/relay/rest/jwt"),
      () => this.#change(),
      () => this.#replace(),
      expecting(422, "POST", ENDPOINTS, '{"username":"a b"}'),
      expecting(404, "GET", `${ENDPOINTS}/3fa85f64-5717-4562-b3fc-2c963f66afa6`),
    ];
  }

  async #change(): Promise<void> {
    const [id] = [...this.stored.keys()].slice(this.count % this.stored.size);
    if (id === undefined) return;
    // No other worker may change it meanwhile.
    this.stored.delete(id);
    const caller = String(this.count);
    const answer = await this.ask("PUT", `${ENDPOINTS}/${id}`, JSON.stringify({ caller_id: caller }));
    expectStatus(answer.status, 200);
    this.stored.set(id, caller);
  }

  async #replace(): Promise<void> {
    const [id] = this.stored.keys();
    if (id === undefined) return;
    this.stored.delete(id);
    expectStatus((await this.ask("DELETE", `${ENDPOINTS}/${id}`)).status, 204);
    await this.create();
  }

  #hostile(): (() => Promise<unknown>)[] {
    const large = `{"username":"${"x".repeat(900_000)}"}`;
    const deep = `{"username":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    return [
      () => this.ask("POST", ENDPOINTS, this.count % 20 ? "{" : large),
      () => this.ask("POST", ENDPOINTS, deep),
      () => this.ask("GET", `/${"x".repeat(8000)}`),
      () => this.ask("GET", NUMBERS, undefined, { authorization: `Basic ${"A".repeat(2000)}` }),
      () => this.ask("PUT", NUMBERS, "\u0000\u0001"),
      () => this.#broken("hello\r\n\r\n"),
      () => this.#broken(`POST ${ENDPOINTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`),
    ];
  }

  /** A connection that is given up. */
  async #broken(text: string): Promise<void> {
    const socket = connect(Number(new URL(this.#url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(text);
    await wait(2);
    socket.destroy();
  }
}

function expectStatus(status: number, expected: number): void {
  if (status !== expected) throw new Error(`An ordinary request was answered with ${status} in place of ${expected}.`);
}
