import { expect, test } from "vitest";
import { Clock } from "../../server/index.ts";
import { clientOf, ENDPOINTS, given, JWT, NUMBERS } from "./support.ts";

function frozen(): Clock {
  const clock = new Clock();
  clock.freeze();
  return clock;
}

test("writes beyond the limit get a 429 that says how long to wait, reads do not", async () => {
  const { post, put, get, server } = await given({ clock: frozen(), rateLimit: { writes: 2, seconds: 10 } });
  expect((await post(JWT)).status).toBe(201);
  server.clock.advance({ milliseconds: 2500 });
  expect((await post(ENDPOINTS, {})).status).toBe(422);
  const third = await put(JWT, {});
  expect([third.status, third.body]).toStrictEqual([429, { error: "Too Many Requests" }]);
  expect(third.headers.get("retry-after")).toBe("8");
  expect((await get(NUMBERS)).status).toBe(200);
});

test("the count starts afresh when its time is over", async () => {
  const { post, server } = await given({ clock: frozen(), rateLimit: { writes: 1, seconds: 10 } });
  await post(JWT);
  expect((await post(JWT)).status).toBe(429);
  server.clock.advance({ seconds: 10 });
  expect((await post(JWT)).status).toBe(201);
});

test("each project has a count of its own", async () => {
  const client = await given({ seed: { projects: [{}, {}] }, rateLimit: { writes: 1, seconds: 10 } });
  const [, second] = client.server.projects;
  await client.post(JWT);
  expect((await client.post(JWT)).status).toBe(429);
  expect((await clientOf(client.server, second?.id, second?.apiToken).post(JWT)).status).toBe(201);
});

test("a bad credential does not count as a write", async () => {
  const client = await given({ clock: frozen(), rateLimit: { writes: 1, seconds: 10 } });
  const stranger = clientOf(client.server, client.server.project.id, "PTwrong");
  for (let n = 0; n < 3; n += 1) expect((await stranger.post(JWT)).status).toBe(401);
  expect((await client.post(JWT)).status).toBe(201);
});

test("it can be changed and lifted while the server runs", async () => {
  const { post, server } = await given({ rateLimit: false, clock: frozen() });
  server.rateLimit.set({ writes: 1, seconds: 10 });
  await post(JWT);
  expect((await post(JWT)).status).toBe(429);
  server.rateLimit.set(false);
  expect((await post(JWT)).status).toBe(201);
});

test("by default it is 13,800 writes in ten seconds", async () => {
  const { server } = await given({ clock: frozen() });
  for (let n = 0; n < 13_800; n += 1) expect(server.rateLimit.count("a project")).toBeUndefined();
  expect(server.rateLimit.count("a project")).toBe(10);
});
