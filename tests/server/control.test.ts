import { once } from "node:events";
import { get } from "node:http";
import { describe, expect, test } from "vitest";
import { turnAway } from "../../server/control/guard.ts";
import { FROM, TO } from "./called.ts";
import { controlled, ENDPOINTS, given, JWT, NUMBERS } from "./support.ts";

const INBOUND = { to: TO, from: FROM };

describe("the control API", () => {
  test("is not there unless it was asked for", async () => {
    const { get, server } = await given();
    expect(server.controlToken).toBeUndefined();
    expect(server.inspector).toBeUndefined();
    for (const path of ["journal", "", "inspector.js"]) expect((await get(`/_reference/${path}`)).status).toBe(404);
  });

  test("needs its own token, not the project's", async () => {
    const { get, send, ask } = await controlled();
    const { status, body, headers } = await get("/_reference/journal");
    expect([status, body, headers.get("www-authenticate")]).toEqual([
      ...[401, { error: "Unauthorized" }, 'Bearer realm="control API"'],
    ]);
    expect((await send("GET", "/_reference/journal", { headers: { authorization: "Bearer nonsense" } })).status).toBe(
      401,
    );
    expect((await ask("GET", "journal")).status).toBe(200);
  });

  test("refuses a host name that DNS rebinding redirects here", async () => {
    const { server } = await controlled();
    const statusFor = async (host: string, path: string) => {
      const headers = { host, authorization: `Bearer ${server.controlToken}` };
      const [answer] = await once(get(`${server.url}/_reference/${path}`, { headers }), "response");
      return answer.resume().statusCode;
    };
    const foreign = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example"];
    // The clock, and the page.
    for (const host of [...foreign, "127.0.0.1", "localhost:8080", "[::1]:80", "127.8.9.10"])
      for (const path of ["clock", ""])
        expect([host, path, await statusFor(host, path)]).toStrictEqual([
          host,
          path,
          foreign.includes(host) ? 403 : 200,
        ]);
  });

  test("takes requests of its own page at an address of this machine, and at no name but localhost", () => {
    const statusFor = (localAddress: string, host: string) => {
      const headers = { host, origin: `http://${host}`, authorization: "bearer  mine " };
      return turnAway({ headers, socket: { localAddress } } as never, "mine")?.status ?? 200;
    };
    const [lan, loopback] = ["192.168.1.2", "127.0.0.1"];
    const asked = [statusFor(lan, `${lan}:80`), statusFor("fe80::2", "[fe80::2]:80"), statusFor(lan, "localhost")];
    expect([...asked, statusFor(lan, "evil.example"), statusFor(loopback, lan)]).toEqual([200, 200, 200, 403, 403]);
  });

  test("leaves no trace in the journal and meets no fault", async () => {
    const { ask, server } = await controlled();
    server.faults.add({ effect: "drop", times: "always" });
    expect((await ask("GET", "journal")).body).toStrictEqual({ entries: [] });
  });

  test.each([
    ["GET", "nothing", 404],
    ["GET", "journal/1", 404],
    ["GET", "faults/1/2", 404],
    ["GET", "__proto__", 404],
    ["DELETE", "faults/unknown", 404],
    ["POST", "journal", 405],
  ])("answers %s %s with %i", async (method, path, status) => {
    expect((await (await controlled()).ask(method, path)).status).toBe(status);
  });
});

test("faults are set, listed, removed and cleared", async () => {
  const { ask, get } = await controlled();
  const set = await ask("POST", "faults", { effect: "status", status: 503, times: 2 });
  expect([set.status, set.body]).toStrictEqual([201, { id: expect.any(String) }]);
  expect((await get(NUMBERS)).status).toBe(503);
  expect((await ask("GET", "faults")).body.faults).toStrictEqual([
    { id: set.body.id, options: { effect: "status", status: 503, times: 2 }, struck: 1 },
  ]);
  expect((await ask("DELETE", `faults/${set.body.id}`)).status).toBe(204);
  expect((await get(NUMBERS)).status).toBe(200);
  await ask("POST", "faults", { effect: "drop" });
  await ask("DELETE", "faults");
  expect((await get(NUMBERS)).status).toBe(200);
});

test("invalid input is refused with every problem", async () => {
  const { ask } = await controlled();
  const reply = await ask("POST", "faults", { effect: "drop", times: 0, path: "x" });
  expect(reply.status).toBe(422);
  expect(reply.body.problems).toHaveLength(2);
  expect((await ask("POST", "clock", { advance: "far" })).status).toBe(422);
  expect((await ask("POST", "clock", {})).status).toBe(422);
  const tooFar = await ask("POST", "clock", { advance: { days: 1e12 } });
  expect([tooFar.status, tooFar.body.problems]).toStrictEqual([422, [expect.stringMatching(/is not a date and time/)]]);
  expect(Math.abs(Date.parse((await ask("GET", "clock")).body.now) - Date.now())).toBeLessThan(60_000);
  expect((await ask("POST", "calls", { to: "x" })).body.problems).toStrictEqual([expect.stringMatching(/^from: /)]);
  expect((await ask("PUT", "snapshot", {})).status).toBe(422);
});

test("the clock is frozen, moved and let go", async () => {
  const { ask, post } = await controlled();
  expect((await ask("POST", "clock", { freeze: "2025-01-01T00:00:00Z" })).body).toStrictEqual({
    now: "2025-01-01T00:00:00.000Z",
    frozen: true,
  });
  expect((await ask("POST", "clock", { advance: { days: 1, minutes: 5 } })).body.now).toBe("2025-01-02T00:05:00.000Z");
  expect((await ask("POST", "clock", { set: "2025-03-01T00:00:00Z" })).body.now).toBe("2025-03-01T00:00:00.000Z");
  const { jwt_token } = (await post(JWT)).body;
  expect(JSON.parse(Buffer.from(jwt_token.split(".")[1], "base64url").toString()).iat).toBe(1_740_787_200);
  expect((await ask("POST", "clock", { resume: true })).body.frozen).toBe(false);
  expect((await ask("POST", "clock", { freeze: true })).body).toEqual({ now: expect.any(String), frozen: true });
  await ask("POST", "clock", { resume: true });
  expect((await ask("GET", "clock")).body.frozen).toBe(false);
});

test("the rate limit is set and lifted, a snapshot restored, and projects listed with their credentials", async () => {
  const { ask, post, get, server } = await controlled();
  await ask("PUT", "rate-limit", { limit: { writes: 1, seconds: 60 } });
  const limited = [await post(ENDPOINTS, {}), await post(ENDPOINTS, {})];
  await ask("PUT", "rate-limit", { limit: null });
  expect([...limited, await post(ENDPOINTS, {})].map(({ status }) => status)).toEqual([422, 429, 422]);
  const snapshot = (await ask("GET", "snapshot")).body;
  await post(ENDPOINTS, { username: "alice", password: "x" });
  expect((await ask("PUT", "snapshot", snapshot)).status).toBe(204);
  expect((await get(ENDPOINTS)).body.data).toStrictEqual([]);
  expect((await ask("GET", "projects")).body).toStrictEqual({ projects: [server.project] });
});

test("calls and messages come in and answer with their trace", async () => {
  const { ask } = await controlled();
  const replies = [await ask("POST", "calls", INBOUND), await ask("POST", "messages", { ...INBOUND, body: "Hi" })];
  expect(replies.map(({ status, body }) => [status, body.kind, body.outcome])).toEqual([
    [200, "call", "unanswered"],
    [200, "message", "unanswered"],
  ]);
  expect((await ask("GET", "sessions")).body).toStrictEqual({ sessions: [] });
});

test("the control API tries every path of all callers, or of one", async () => {
  const { ask } = await controlled();
  const named = async (path: string) =>
    (await ask("GET", path)).body.callers.map(({ to, paths }: { to: string; paths: { end: { text: string } }[] }) => [
      to,
      paths[0]?.end.text,
    ]);
  const second = ["+12025550102", "Did not ring: the phone number has no handler"];
  expect(await named("callers")).toHaveLength(3);
  expect(await named("callers")).toContainEqual(second);
  expect(await named(`callers/${encodeURIComponent("+12025550102")}`)).toStrictEqual([second]);
  expect(await named("callers/nobody")).toStrictEqual([]);
  const { paths } = (await ask("GET", "paths")).body;
  expect([paths.includes(`${ENDPOINTS}/{id}`), new Set(paths).size]).toEqual([true, paths.length]);
});
