import { expect, test } from "vitest";
import { startServer } from "../../server/index.ts";
import {
  type Client,
  clientOf,
  controlled,
  ENDPOINTS,
  frozen,
  given,
  JWT,
  NUMBERS,
  PROFILE,
  secondOf,
} from "./support.ts";

const NOW = "2025-06-01T12:00:00Z";

test("writes beyond the limit get a 429 that says how long to wait, reads do not", async () => {
  const { post, put, get, server } = await given({ clock: frozen(NOW), rateLimit: { writes: 2, seconds: 10 } });
  expect((await post(ENDPOINTS, {})).status).toBe(422);
  server.clock.advance({ milliseconds: 2500 });
  expect((await post(ENDPOINTS, {})).status).toBe(422);
  const third = await put(PROFILE, {});
  expect([third.status, third.body]).toStrictEqual([429, { error: "Too Many Requests" }]);
  expect(third.headers.get("retry-after")).toBe("8");
  expect((await get(NUMBERS)).status).toBe(200);
  server.clock.advance({ milliseconds: 7499 });
  expect((await put(PROFILE, {})).headers.get("retry-after")).toBe("1");
  server.clock.advance({ milliseconds: 1 });
  expect((await put(PROFILE, {})).status).toBe(201);
});

test("each project has a count of its own, without bad credentials, and afresh when the clock is set back or the limit set", async () => {
  const seed = { projects: [{}, {}] };
  const client = await given({ clock: frozen(NOW), seed, rateLimit: { writes: 1, seconds: 10 } });
  const { server } = client;
  const writes = async ({ post }: Client) => [(await post(ENDPOINTS, {})).status, (await post(ENDPOINTS, {})).status];
  expect(await writes(clientOf(server, server.project.id, "PTwrong"))).toEqual([401, 401]);
  for (const each of [client, secondOf(client)]) expect(await writes(each)).toEqual([422, 429]);
  server.clock.set("2025-06-01T11:00:00Z");
  expect(await writes(client)).toEqual([422, 429]);
  server.rateLimit.set({ writes: 1, seconds: 10 });
  expect(await writes(client)).toEqual([422, 429]);
});

test("by default there is none, and client tokens are never counted", async () => {
  const { server, post } = await given({ clock: frozen(NOW) });
  for (let n = 0; n < 20_000; n += 1) expect(server.rateLimit.count("a project")).toBeUndefined();
  server.rateLimit.set({ writes: 1, seconds: 10 });
  const refresh = (await post(JWT)).body.refresh_token;
  const { put } = clientOf(server);
  for (let n = 0; n < 5; n += 1) {
    expect((await post(JWT)).status).toBe(201);
    expect((await put(JWT, { refresh_token: refresh })).status).toBe(200);
  }
  expect((await post(ENDPOINTS, {})).status).toBe(422);
  expect((await post(ENDPOINTS, {})).status).toBe(429);
  expect((await post(JWT)).status).toBe(201);
});

test.each([
  [{ writes: 0, seconds: 1 }, "writes: must be a whole number from 1"],
  [{ writes: 1.5, seconds: 1 }, "writes: must be a whole number from 1"],
  [{ writes: 1, seconds: 0 }, "seconds: must be a number above 0"],
])("a rate limit of %j is refused as an option, from code and over the control API", async (limit, problem) => {
  const { server, ask } = await controlled();
  await expect(startServer({ rateLimit: limit })).rejects.toThrow(problem);
  expect(() => server.rateLimit.set(limit)).toThrow(problem);
  const { status, body } = await ask("PUT", "rate-limit", { limit });
  expect([status, body]).toStrictEqual([422, { problems: [`limit.${problem}`] }]);
});
