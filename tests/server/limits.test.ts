// Options, code and the control API refuse limits that would let nothing through, in the same words.

import { expect, test } from "vitest";
import { startServer } from "../../server/index.ts";
import { given } from "./support.ts";

test.each([
  { bodyLimit: 0 },
  { journalLimit: 0 },
  { journalLimit: -1 },
  { bodyLimit: 1.5 },
  { maximumTokenLifetime: 0 },
  { timeLimits: { headers: 0 } },
  { timeLimits: { request: 0 } },
])("a server is not started with %j", async (options) => {
  await expect(startServer(options)).rejects.toThrow("must be a whole number from 1");
});

test.each([
  [{ writes: 0, seconds: 1 }, "writes: must be a whole number from 1"],
  [{ writes: 1.5, seconds: 1 }, "writes: must be a whole number from 1"],
  [{ writes: 1, seconds: 0 }, "seconds: must be a number above 0"],
])("a rate limit of %j is refused as an option, from code and over the control API", async (limit, problem) => {
  const { server } = await given({ control: { token: "control" } });
  await expect(startServer({ rateLimit: limit })).rejects.toThrow(problem);
  expect(() => server.rateLimit.set(limit)).toThrow(problem);
  const reply = await fetch(`${server.url}/_reference/rate-limit`, {
    method: "PUT",
    headers: { authorization: "Bearer control", "content-type": "application/json" },
    body: JSON.stringify({ limit }),
  });
  expect([reply.status, await reply.json()]).toStrictEqual([422, { problems: [`limit.${problem}`] }]);
});

test("a clock that stands at the end of the year 9999 goes no further", async () => {
  const { server, get, put } = await given();
  server.clock.set("9999-12-31T23:59:59.999Z");
  await get("/api/relay/rest/phone_numbers");
  expect(new Date(server.clock.now()).toISOString()).toBe("9999-12-31T23:59:59.999Z");
  const [number] = (await get("/api/relay/rest/phone_numbers")).body.data;
  const { body } = await put(`/api/relay/rest/phone_numbers/${number.id}`, { name: "x" });
  expect(body.updated_at).toBe("9999-12-31T23:59:59Z");
  expect(() => server.clock.advance({ seconds: 1 })).toThrow("is not within the years 0 to 9999.");
});
