// A misbehaving service: answers as the test defines, over real HTTP.

import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As received. */
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  /** The reason phrase. Default: the usual one. */
  readonly reason?: string;
  /** Default: JSON. */
  readonly type?: string;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  /** A text is sent as it is, any other value as JSON. */
  readonly body?: unknown;
  /** The request is never answered. */
  readonly hangs?: boolean;
  /** The request is answered when this resolves. */
  readonly until?: Promise<unknown>;
}

export class Stub {
  readonly #server: Server;
  /** Every request since the last reset. */
  readonly received: Received[] = [];
  /** Replaced by each test. */
  answer: (request: Received) => Reply | Promise<Reply> = () => ({
    status: 500,
    body: { error: "the test says nothing" },
  });

  private constructor() {
    this.#server = createServer(async (incoming, outgoing) => {
      const request: Received = {
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        headers: incoming.headers,
        body: (await incoming.toArray()).join(""),
      };
      this.received.push(request);
      // A fault of a server behind breaks the connection.
      const reply = await Promise.resolve(this.answer(request)).catch(() => undefined);
      if (!reply) return void incoming.socket.destroy();
      const { status, reason, type = "application/json", headers, body, hangs, until } = reply;
      if (hangs) return;
      await until;
      outgoing.statusCode = status;
      if (reason !== undefined) outgoing.statusMessage = reason;
      if (type !== "") outgoing.setHeader("content-type", type);
      for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value);
      outgoing.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
    });
    // Node ends idle connections after five seconds. If a busy machine stops this process for longer, its client would use such a
    // connection, and its next request would break before it arrives.
    this.#server.keepAliveTimeout = 0;
  }

  static async start(): Promise<Stub> {
    const stub = new Stub();
    await new Promise<void>((resolve) => stub.#server.listen(0, "127.0.0.1", resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The requests without bodies: "GET /api/…". */
  get requests(): string[] {
    return this.received.map(({ method, path }) => `${method} ${path}`);
  }

  /** Clears the received requests and changes the answers. */
  reset(answer: (request: Received) => Reply): void {
    this.received.length = 0;
    this.answer = answer;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
