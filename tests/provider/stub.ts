// Decides what a service answers that does not behave: whatever the test says, over real HTTP.

import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it arrived. */
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  /** The reason phrase, where it is not the usual one. */
  readonly reason?: string;
  /** By default JSON. */
  readonly type?: string;
  readonly headers?: { readonly [name: string]: string };
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Never answered at all. */
  readonly hangs?: boolean;
}

export class Stub {
  readonly #server: Server;
  /** Every request since it was last emptied. */
  readonly received: Received[] = [];
  /** Replaced by each test. */
  answer: (request: Received) => Reply = () => ({ status: 500, body: { error: "the test says nothing" } });

  private constructor() {
    this.#server = createServer(async (incoming, outgoing) => {
      const request: Received = {
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        headers: incoming.headers,
        body: (await incoming.toArray()).join(""),
      };
      this.received.push(request);
      const { status, reason, type = "application/json", headers, body, hangs } = this.answer(request);
      if (hangs) return;
      outgoing.statusCode = status;
      if (reason !== undefined) outgoing.statusMessage = reason;
      if (type !== "") outgoing.setHeader("content-type", type);
      for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value);
      outgoing.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
    });
  }

  static async start(): Promise<Stub> {
    const stub = new Stub();
    await new Promise<void>((resolve) => stub.#server.listen(0, "127.0.0.1", resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What was asked, without bodies: "GET /api/…". */
  get requests(): string[] {
    return this.received.map(({ method, path }) => `${method} ${path}`);
  }

  /** Forgets what was received and answers differently from now on. */
  reset(answer: (request: Received) => Reply): void {
    this.received.length = 0;
    this.answer = answer;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
