// Client sessions are WebSocket upgrades of the path `/`, as the client SDK opens them.

import type { IncomingMessage, Server } from "node:http";
import { type Admission, ClientConnection } from "./connection.ts";

/** Whether a request asks for a session. Any other offer to change the protocol is passed over, as HTTP has it. */
export function asksForSession({ url, headers }: IncomingMessage): boolean {
  return url?.split("?", 1)[0] === "/" && headers.upgrade?.toLowerCase() === "websocket";
}

/** Lets clients connect to a server. Returns how to hang up on those that never showed a token. */
export function acceptClients(admission: Admission, server: Server): () => void {
  // Loaded at the first upgrade: a server without clients starts faster.
  let loading: Promise<import("ws").WebSocketServer> | undefined;
  const load = async () => {
    const { WebSocketServer } = await import("ws");
    return new WebSocketServer({ noServer: true, maxPayload: LARGEST });
  };

  server.on("upgrade", async (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    // Only a Node below 22.21 or 24.9 comes here with one that does not.
    if (!asksForSession(request)) {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    loading ??= load();
    const accepting = await loading;
    accepting.handleUpgrade(request, socket, head, (client) => {
      const connection = new ClientConnection(admission, client);
      const stranger = setTimeout(() => connection.authenticated || client.close(1008, "No token"), PATIENCE);
      stranger.unref();
      // One at a time, in the order they came.
      let last = Promise.resolve();
      client.on("message", (data) => {
        // Whoever sends and does not read would have the answers pile up here.
        if (client.bufferedAmount > LARGEST) return client.terminate();
        last = last.then(() => connection.receive(data.toString())).catch(() => client.close(1011, "Failed"));
      });
      client.on("error", () => client.terminate());
      client.on("close", () => {
        clearTimeout(stranger);
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

/** Bytes of one message. */
const LARGEST = 256 * 1024;
/** Milliseconds that a connection may stay without showing a token. */
const PATIENCE = 30_000;
