// Opens client sessions: WebSocket upgrades of the path `/`, as the client SDK requests them.

import type { IncomingMessage, Server } from "node:http";
import { type Admission, ClientConnection } from "./connection.ts";

/** True when a request asks for a session. Other protocol upgrades are ignored, as HTTP allows. */
export function asksForSession({ url, headers }: IncomingMessage): boolean {
  return url?.split("?", 1)[0] === "/" && headers.upgrade?.toLowerCase() === "websocket";
}

/** Lets clients connect to a server. Returns a function that disconnects clients without a token. */
export function acceptClients(admission: Admission, server: Server): () => void {
  // Loaded for the first upgrade, so that a server without clients starts faster.
  let loading: Promise<import("ws").WebSocketServer> | undefined;
  const load = async () => {
    const { WebSocketServer } = await import("ws");
    return new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES });
  };

  server.on("upgrade", async (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    // Only Node below 22.21 or 24.9 calls this for other upgrades.
    if (!asksForSession(request)) {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    loading ??= load();
    const accepting = await loading;
    accepting.handleUpgrade(request, socket, head, (client) => {
      const connection = new ClientConnection(admission, client);
      const deadline = setTimeout(() => connection.authenticated || client.close(1008, "No token"), TOKEN_DEADLINE_MS);
      deadline.unref();
      // Handles messages one at a time, in order.
      let last = Promise.resolve();
      client.on("message", (data) => {
        // Without this limit, a client that does not read could fill the memory with answers.
        if (client.bufferedAmount > LARGEST_MESSAGE_BYTES) return client.terminate();
        last = last.then(() => connection.receive(data.toString())).catch(() => client.close(1011, "Failed"));
      });
      client.on("error", () => client.terminate());
      client.on("close", () => {
        clearTimeout(deadline);
        connection.ended();
      });
    });
  });

  return () => {
    void loading?.then((accepting) => {
      for (const client of accepting.clients) client.terminate();
    });
  };
}

/** The largest message in bytes. */
const LARGEST_MESSAGE_BYTES = 256 * 1024;
/** Milliseconds that a connection may stay without a token. */
const TOKEN_DEADLINE_MS = 30_000;
