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

test("a call whose webhook never answers ends with the server, and nothing is called afterwards", async () => {
  const asked = await receiver({ "/call": never, "/status": ok() });
  const { server } = await deskThatAsks(asked.url);
  const call = server.call({ to: "desk", from: "+12025550177" });
  await expect.poll(() => asked.received.map(({ path }) => path), { timeout: 10_000 }).toContain("/call");
  const started = performance.now();
  await server.close();
  expect(performance.now() - started).toBeLessThan(5000);
  const trace = await call;
  expect(trace.outcome).toBe("stopped");
  expect(trace.steps.at(-1)).toMatchObject({ code: "server_stopped" });
  const before = asked.received.length;
  await pause(300);
  expect(asked.received.slice(before)).toEqual([]);
  expect(asked.received.map(({ path }) => path)).not.toContain("/fallback");
});

test("a call that came in over the control API ends with the server too", async () => {
  const asked = await receiver({ "/call": never, "/status": ok() });
  const client = await deskThatAsks(asked.url);
  const call = { to: "desk", from: "+12025550177" };
  const answer = askControl(client, "POST", "calls", call).catch(() => "cut off");
  await expect.poll(() => asked.received.map(({ path }) => path), { timeout: 10_000 }).toContain("/call");
  await client.server.close();
  const before = asked.received.length;
  await answer;
  await pause(300);
  expect(asked.received.slice(before)).toEqual([]);
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
