// Decides what is asked of each server: the same four operations over the same connections.

import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { endWithUs, stop } from "../child.ts";
import type { Contestant } from "../contestants.ts";

export const OPERATIONS = ["create", "get", "list", "update"] as const;
export type Operation = (typeof OPERATIONS)[number];

const CONNECTIONS = 16;
const ENDPOINTS = "/api/relay/rest/endpoints/sip";
/** How long a server may take to answer for the first time. */
const PATIENCE = 30_000;

export class Target {
  readonly #child: ChildProcess;
  readonly #pool: Pool;
  readonly #headers: { readonly [name: string]: string };
  #id = "";
  #created = 0;

  private constructor(child: ChildProcess, { url, projectId, apiToken }: Contestant) {
    this.#child = child;
    endWithUs(child);
    this.#pool = new Pool(url, { connections: CONNECTIONS });
    const credentials = Buffer.from(`${projectId}:${apiToken}`).toString("base64");
    this.#headers = { authorization: `Basic ${credentials}`, "content-type": "application/json" };
  }

  /** Our server, without the limit on writes that a load of seconds would meet. */
  static async reference(): Promise<Target> {
    const child = fork(fileURLToPath(new URL("../contestants.ts", import.meta.url)), ["reference"]);
    const [contestant] = (await once(child, "message")) as [Contestant];
    return Target.#ready(new Target(child, contestant));
  }

  /** An emulator on a free port. */
  static async emulator(program: string, args: (port: string) => readonly string[]): Promise<Target> {
    const port = await freePort();
    const child = spawn(process.execPath, [program, ...args(port)], { stdio: "ignore" });
    return Target.#ready(
      new Target(child, { url: `http://127.0.0.1:${port}`, projectId: "project", apiToken: "token" }),
    );
  }

  static async #ready(target: Target): Promise<Target> {
    const until = performance.now() + PATIENCE;
    for (;;) {
      try {
        const id = await target.#create();
        // Emulators answer with an example, which need not be one that they accept; then they take any.
        target.#id = /^[\da-f-]{36}$/.test(id) ? id : "3f2b8c64-8f0e-4a7e-9d53-0c1c5b2a7e11";
        return target;
      } catch (error) {
        if (performance.now() > until || target.#child.exitCode !== null) throw error;
        await wait(100);
      }
    }
  }

  /** The description of our API, for the emulators. */
  async description(): Promise<string> {
    return (await this.#send("GET", "/openapi.json", 200)) as string;
  }

  /** Operations a second. */
  async rate(operation: Operation, count: number): Promise<number> {
    const started = performance.now();
    let left = count;
    const worker = async () => {
      while (left-- > 0) await this.#do(operation);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return count / ((performance.now() - started) / 1000);
  }

  async stop(): Promise<void> {
    await this.#pool.close();
    await stop(this.#child);
  }

  async #do(operation: Operation): Promise<void> {
    if (operation === "create") await this.#create();
    // The emulators' lists hold one object, whatever was created.
    else if (operation === "list") await this.#send("GET", `${ENDPOINTS}?page_size=1`, 200);
    else if (operation === "get") await this.#send("GET", `${ENDPOINTS}/${this.#id}`, 200);
    else await this.#send("PUT", `${ENDPOINTS}/${this.#id}`, 200, { caller_id: "Reception" });
  }

  async #create(): Promise<string> {
    this.#created += 1;
    const answer = await this.#send("POST", ENDPOINTS, 201, {
      username: `user-${this.#created}`,
      password: "correct-horse-battery-staple",
      caller_id: "Front desk",
      codecs: ["OPUS", "PCMU"],
    });
    return String(JSON.parse(answer).id);
  }

  async #send(method: "GET" | "POST" | "PUT", path: string, expected: number, body?: object): Promise<string> {
    const answer = await this.#pool.request({
      method,
      path,
      headers: this.#headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== expected) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return text;
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}
