// The published client SDK with this server: its own messages and timers, and the server's clock, which the test moves.

import { createRequire } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { given, JWT } from "./support.ts";

const require = createRequire(import.meta.url);

interface RelayClient {
  readonly expired: boolean;
  on(event: string, handler: (payload: { type?: string; session?: RelayClient }) => void): RelayClient;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  refreshToken(jwt: string): Promise<void>;
}

/** Loads the SDK, which expects a browser, with the few browser objects that it uses. */
function loadSdk(): { Relay: new (options: { project: string; token: string; host: string }) => RelayClient } {
  const nothing = () => {};
  vi.stubGlobal("WebSocket", WebSocket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { readyState: "complete", addEventListener: nothing, createElement: () => ({}) });
  vi.stubGlobal("navigator", { mediaDevices: { addEventListener: nothing }, userAgent: "test", platform: "test" });
  vi.stubGlobal("addEventListener", nothing);
  // The SDK's logger reads its level here.
  const storage = { "loglevel:signalwire": "SILENT", getItem: () => null, setItem: nothing, removeItem: nothing };
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  return require("@signalwire/js");
}

test("the SDK connects, is notified, refreshes, outlives its first token, and is cut off after the second", async () => {
  const { server, post, put } = await given();
  const { Relay } = loadSdk();
  const first = (await post(JWT, { resource: "alice", expires_in: 1 })).body;
  const client = new Relay({
    project: server.project.id,
    token: first.jwt_token,
    host: server.url.replace("http", "ws"),
  });
  onTestFinished(() => client.disconnect());

  const notifications: (string | undefined)[] = [];
  const closes: unknown[] = [];
  let refreshed = false;
  const done = new Promise<void>((resolve, reject) => {
    client.on("signalwire.error", (error) => reject(new Error(JSON.stringify(error))));
    client.on("signalwire.socket.close", () => closes.push("closed"));
    client.on("signalwire.notification", ({ type }) => {
      notifications.push(type);
      if (type !== "refreshToken" || refreshed) return;
      refreshed = true;
      // Thirty seconds later, so that the second token ends thirty seconds after the first.
      server.clock.advance({ seconds: 30 });
      put(JWT, { refresh_token: first.refresh_token })
        .then(({ body }) => client.refreshToken(body.jwt_token))
        .then(resolve, reject);
    });
  });
  const ready = new Promise((resolve) => client.on("signalwire.ready", resolve));
  await client.connect();
  await Promise.all([ready, done]);

  expect(notifications).toContain("refreshToken");
  expect(server.sessions).toMatchObject([{ resource: "alice" }]);

  server.clock.advance({ seconds: 40 });
  expect(server.sessions).toHaveLength(1);
  expect(closes).toStrictEqual([]);

  server.clock.advance({ seconds: 25 });
  expect(server.sessions).toStrictEqual([]);
  await expect.poll(() => closes).toStrictEqual(["closed"]);
});

test("the SDK reports a refused token", async () => {
  const { server } = await given();
  const { Relay } = loadSdk();
  const client = new Relay({ project: server.project.id, token: "nonsense", host: server.url.replace("http", "ws") });
  onTestFinished(() => client.disconnect());
  const error = new Promise((resolve) => client.on("signalwire.error", resolve));
  void client.connect();
  expect(await error).toMatchObject({ code: -32002 });
});
