// close() and a signal end running calls.

import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startServer } from "../../../server/index.ts";
import { addEndpoint, lamlFields } from "../called.ts";
import { ok, receiver } from "../receiver.ts";
import { askControl, clientOf, ENDPOINTS } from "../support.ts";

const never = () => undefined;

async function deskThatAsks(url: string) {
  const client = clientOf(await startServer({ control: true }));
  const fields = lamlFields(`${url}/call#rt=15000`, `${url}/fallback#rt=15000`, `${url}/status`);
  await addEndpoint(client, "desk", fields);
  return client;
}

test("calls whose webhook never answers end with the server, also over the control API, and nothing is called then", async () => {
  const asked = await receiver({ "/call": never, "/status": ok() });
  const client = await deskThatAsks(asked.url);
  const request = { to: "desk", from: "+12025550177" };
  const call = client.server.call(request);
  const answer = askControl(client, "POST", "calls", request).catch(() => "cut off");
  const isAsked = () => asked.received.filter(({ path }) => path === "/call").length;
  await expect.poll(isAsked, { timeout: 10_000 }).toBe(2);
  const started = performance.now();
  await client.server.close();
  expect(performance.now() - started).toBeLessThan(5000);
  const { outcome, steps } = await call;
  expect([outcome, steps.at(-1)?.code]).toEqual(["stopped", "server_stopped"]);
  await answer;
  const before = asked.received.length;
  await pause(300);
  expect(asked.received.slice(before)).toEqual([]);
  expect(asked.received.map(({ path }) => path)).not.toContain("/fallback");
});

test("a request that a fault delays does not hold the server up", async () => {
  const server = await startServer();
  server.faults.add({ effect: "delay", milliseconds: 60_000 });
  const request = fetch(`${server.url}${ENDPOINTS}`).catch(() => "cut off");
  await expect.poll(() => server.journal.entries.length, { timeout: 10_000 }).toBe(1);
  const started = performance.now();
  await server.close();
  expect(performance.now() - started).toBeLessThan(5000);
  expect(await request).toBe("cut off");
});
