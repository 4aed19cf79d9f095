// A gateway between the provider and the server, which changes answers for the tests of this folder.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Question {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** Empty for a request without one. */
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: { readonly [name: string]: string };
}

/** `forward` sends the request to the server; it can be called once. */
type Answering = (question: Question, forward: () => Promise<Answer>) => Answer | Promise<Answer>;

export interface Gateway {
  /** Use this address instead of the server's own. */
  readonly url: string;
  /** Every request with credentials. */
  readonly trusted: readonly Question[];
  /** Sets the answers from now on. Without a function, forwards every request. */
  answerWith(answering?: Answering): void;
  close(): Promise<void>;
}

/** Opens a gateway to the server at that address. */
export async function openGateway(server: { readonly url: string }): Promise<Gateway> {
  const forwarding: Answering = (_, forward) => forward();
  let answering = forwarding;
  const trusted: Question[] = [];
  const front = createServer(async (incoming, outgoing) => {
    const { method = "GET", url: path = "/" } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const { authorization, "content-type": contentType } = incoming.headers;
    if (authorization !== undefined) trusted.push({ method, path, body: body.toString() });
    const forward = async (): Promise<Answer> => {
      const answer = await fetch(server.url + path, {
        method,
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          ...(contentType === undefined ? {} : { "content-type": contentType }),
        },
        ...(body.length > 0 ? { body } : {}),
      });
      return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
    };
    try {
      const { status, type, text, headers } = await answering({ method, path, body: body.toString() }, forward);
      outgoing
        .writeHead(status, { ...headers, ...(type === "" ? {} : { "content-type": type }) })
        .end(text === "" ? undefined : text);
    } catch {
      // A fault of the server broke the connection, so the gateway does too.
      incoming.socket.destroy();
    }
  });
  // As in stub.ts.
  front.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    trusted,
    answerWith(changed = forwarding) {
      answering = changed;
    },
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

export function json(status: number, body: unknown): Answer {
  return { status, type: "application/json", text: JSON.stringify(body) };
}
