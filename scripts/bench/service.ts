// Decides what a benchmark runs against: the reference server as a user starts it, in a process of its own, with its journal.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endWithUs, stop } from "./child.ts";

const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

interface Facts {
  readonly url: string;
  readonly projectId: string;
  readonly apiToken: string;
  readonly controlToken: string;
}

export class Service {
  readonly #child: ChildProcess;
  readonly #facts: Facts;

  private constructor(child: ChildProcess, facts: Facts) {
    this.#child = child;
    this.#facts = facts;
  }

  static async start(): Promise<Service> {
    const child = spawn(process.execPath, [program, "serve", "--json", "--control"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    endWithUs(child);
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`The reference server ended with ${code} before it answered.`);
    });
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])) as [string];
    ended.catch(() => undefined);
    return new Service(child, JSON.parse(line));
  }

  /** What a user exports to work with it. */
  get env(): { readonly [name: string]: string } {
    const { url, projectId, apiToken } = this.#facts;
    return { SIGNALWIRE_BASE_URL: url, SIGNALWIRE_PROJECT_ID: projectId, SIGNALWIRE_API_TOKEN: apiToken };
  }

  /** How many requests came since the last call, by method, lists apart: `{ POST: 100 }`. */
  async requests(): Promise<{ readonly [kind: string]: number }> {
    const answer = await this.#control("GET");
    const { entries } = (await answer.json()) as { entries: { method: string; path: string }[] };
    await this.#control("DELETE");
    const counts: { [kind: string]: number } = {};
    for (const { method, path } of entries) {
      const kind = method === "GET" && path.includes("?") ? "list" : method;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  async stop(): Promise<void> {
    await stop(this.#child);
  }

  #control(method: string): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#facts.controlToken}` };
    return fetch(`${this.#facts.url}/_reference/journal`, { method, headers });
  }
}
