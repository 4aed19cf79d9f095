// A receiver for webhooks: answers by path, and records the requests.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  readonly form: { readonly [name: string]: string };
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
}

export type Answers = { readonly [path: string]: (response: ServerResponse) => void };

/** The usual answer of a receiver. */
export const LAML = '<?xml version="1.0" encoding="UTF-8"?>\n<Response><Say>Hello</Say></Response>';

export const ok =
  (body = LAML) =>
  (response: ServerResponse) =>
    response.end(body);

export const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end();

/** @param otherwise - The answer at any other path. Default: 404. */
export async function receiver(answers: Answers, otherwise = status(404)): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? "", "http://localhost");
    received.push({
      method: request.method ?? "",
      url: request.url ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      form: Object.fromEntries(new URLSearchParams(body)),
      body,
      headers: request.headers,
    });
    (answers[url.pathname] ?? otherwise)(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
