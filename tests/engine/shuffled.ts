// A proxy for a service that returns lists of values in a random order each time.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "./service.ts";

export interface Shuffled {
  /** Use this address instead of the server's own. */
  readonly url: string;
  /** The number of lists whose order changed. */
  readonly moved: number;
  close(): Promise<void>;
}

/** Starts the proxy between the provider and this server. */
export async function shuffle({ url }: Pick<Server, "url">): Promise<Shuffled> {
  let [answers, moved] = [0, 0];

  function shuffled(value: unknown): unknown {
    if (Array.isArray(value) && value.length > 1 && value.every((member) => typeof member === "string")) {
      moved += 1;
      const first = 1 + (answers % (value.length - 1));
      return [...value.slice(first), ...value.slice(0, first)];
    }
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shuffled(member)]));
  }

  const front = createServer(async (incoming, outgoing) => {
    const answer = await forward(url, incoming);
    const text = await answer.text();
    answers += 1;
    outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    outgoing.end(text === "" ? undefined : JSON.stringify(shuffled(JSON.parse(text))));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    get moved() {
      return moved;
    },
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

async function forward(url: string, incoming: IncomingMessage): Promise<Response> {
  const body = Buffer.concat(await incoming.toArray());
  const { authorization = "", "content-type": type } = incoming.headers;
  return fetch(url + incoming.url, {
    method: incoming.method ?? "GET",
    headers: { authorization, ...(type === undefined ? {} : { "content-type": type }) },
    ...(body.length > 0 ? { body } : {}),
  });
}
