// What stands between the provider and the server in the tests of this folder, and changes an answer now and then.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Question {
  readonly method: string;
  /** With its query. */
  readonly path: string;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: { readonly [name: string]: string };
}

/** `forward` lets the server do what is asked; it can be called once. */
type Answering = (question: Question, forward: () => Promise<Answer>) => Answer | Promise<Answer>;

export interface Gateway {
  /** To be used instead of the server's own. */
  readonly url: string;
  /** Every request that came with credentials. */
  readonly trusted: readonly Question[];
  /** From now on; without one everything is forwarded. */
  answerWith(answering?: Answering): void;
  close(): Promise<void>;
}

/** Opens a gateway before the server at that address. */
export async function openGateway(server: { readonly url: string }): Promise<Gateway> {
  const forwarding: Answering = (_, forward) => forward();
  let answering = forwarding;
  const trusted: Question[] = [];
  const front = createServer(async (incoming, outgoing) => {
    const { method = "GET", url: path = "/" } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const { authorization, "content-type": contentType } = incoming.headers;
    if (authorization !== undefined) trusted.push({ method, path });
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
      const { status, type, text, headers } = await answering({ method, path }, forward);
      outgoing
        .writeHead(status, { ...headers, ...(type === "" ? {} : { "content-type": type }) })
        .end(text === "" ? undefined : text);
    } catch {
      // The server broke the connection, as a fault of it does; so does this.
      incoming.socket.destroy();
    }
  });
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
