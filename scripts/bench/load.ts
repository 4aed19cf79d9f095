// Decides how a server is loaded: so many requests over so many connections, and what each took of the server's processor time.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { endWithUs, stop } from "./child.ts";
import type { Contestant } from "./contestants.ts";

const PROGRAM = fileURLToPath(new URL("./contestants.ts", import.meta.url));
const CONNECTIONS = 16;
const ENDPOINTS = "/api/relay/rest/endpoints/sip";

export interface Rate {
  /** Requests a second. */
  readonly throughput: number;
  /** Microseconds of the server's processor time a request. */
  readonly cost: number;
}

/** A server under load, and what was created in it. */
export class Load {
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

  /** @param data - The reference server's data file; in memory when not given. */
  static async start(kind: "bare" | "reference", data?: string): Promise<Load> {
    const child = fork(PROGRAM, data === undefined ? [kind] : [kind, data]);
    endWithUs(child);
    const [contestant] = await once(child, "message");
    return new Load(child, contestant);
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

  /** Deletes the last created, so that no more is stored than before. */
  async remove(count: number): Promise<void> {
    await this.#measure(count, async () => {
      const path = `${ENDPOINTS}/${this.#ids.pop()}`;
      const answer = await this.#pool.request({ method: "DELETE", path, headers: this.#headers });
      await answer.body.text();
      if (answer.statusCode !== 204) throw new Error(`delete answered ${answer.statusCode}`);
    });
  }

  async stop(): Promise<void> {
    await this.#pool.close();
    await stop(this.#child);
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
