import { describe, expect, test } from "vitest";
import type { FaultOptions } from "../../server/index.ts";
import { type Client, ENDPOINTS, frozen, given, JWT, NUMBERS } from "./support.ts";

const alice = { username: "alice", password: "x" };

async function names({ get }: Client): Promise<string[]> {
  return (await get(ENDPOINTS)).body.data.map(({ username }: { username: string }) => username);
}

const unavailable = { status: 503, body: { error: "Service Unavailable" }, headers: { "X-Cause": "test" } };
const made = { status: 201, body: expect.objectContaining({ username: "alice" }) };
const late = { status: 504, body: { error: "Gateway Timeout" } };

describe("a fault", () => {
  test.each<[fault: FaultOptions, answer: object | undefined, kept: string[], status: number | null]>([
    [{ effect: "drop" }, undefined, [], null],
    [{ effect: "lose-answer" }, undefined, ["alice"], 201],
    [{ effect: "truncate" }, undefined, ["alice"], 201],
    [{ effect: "delay", milliseconds: 150 }, made, ["alice"], 201],
    [{ effect: "slow-body", milliseconds: 150 }, made, ["alice"], 201],
    [{ effect: "status", ...unavailable }, { status: 503, body: unavailable.body }, [], 503],
    [{ effect: "late-status", ...late }, late, ["alice"], 504],
    [{ effect: "not-json" }, { status: 201, text: expect.stringMatching(/^<!doctype html>/) }, ["alice"], 201],
  ])("of %j has its answer, and the request its effect", async (fault, answer, kept, status) => {
    const client = await given();
    client.server.faults.add({ method: "POST", ...fault });
    const started = performance.now();
    const reply = await client.post(ENDPOINTS, alice).catch(() => undefined);
    // A timer may be a millisecond early.
    if ("milliseconds" in fault) expect(performance.now() - started).toBeGreaterThan(145);
    expect(reply).toEqual(answer && expect.objectContaining(answer));
    if (fault.effect === "status") expect(reply?.headers.get("x-cause")).toBe("test");
    if (fault.effect === "not-json") expect(reply?.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await names(client)).toStrictEqual(kept);
    expect(client.server.journal.entries[0]).toMatchObject({ status, fault: fault.effect });
  });

  test.each([
    ["Content-Type", "text/html", "<h1>Bad Gateway</h1>", "<h1>Bad Gateway</h1>"],
    ["content-type", "text/plain; charset=utf-8", "no healthy upstream", "no healthy upstream"],
    ["content-type", "application/problem+json", { title: "Bad Gateway" }, '{"title":"Bad Gateway"}'],
    ["x-cause", "test", "text", '"text"'],
  ])("of a status may state a content type of its own: %s %s", async (name, value, body, text) => {
    const client = await given();
    client.server.faults.add({ effect: "status", status: 502, body, headers: { [name]: value } });
    const reply = await client.get(NUMBERS);
    expect([reply.status, reply.headers.get(name), reply.text]).toStrictEqual([502, value, text]);
    expect(reply.headers.get("content-type")?.split(", ")).toHaveLength(1);
  });

  test("of a page leaves an answer without a body as it is", async () => {
    const { server, post, delete: remove } = await given();
    const { id } = (await post(ENDPOINTS, alice)).body;
    server.faults.add({ effect: "not-json" });
    const reply = await remove(`${ENDPOINTS}/${id}`);
    expect([reply.status, reply.headers.get("content-type")]).toStrictEqual([204, null]);
  });

  test("of a rate limit says when to come back, in seconds or as a date", async () => {
    const { server, get } = await given({ clock: frozen("2025-06-01T12:00:00Z") });
    server.faults.add({ effect: "rate-limit", retryAfter: 7 });
    server.faults.add({ effect: "rate-limit", retryAfter: 7, as: "date" });
    server.faults.add({ effect: "rate-limit" });
    const [one, two, three] = [await get(NUMBERS), await get(NUMBERS), await get(NUMBERS)];
    expect(three.headers.get("retry-after")).toBe("1");
    expect([one.status, one.headers.get("retry-after")]).toStrictEqual([429, "7"]);
    expect([two.status, two.headers.get("retry-after")]).toStrictEqual([429, "Sun, 01 Jun 2025 12:00:07 GMT"]);
    expect(one.body).toStrictEqual({ error: "Too Many Requests" });
  });
});

describe("a fault strikes", () => {
  test("as often as it is told, after letting pass as many as it is told", async () => {
    const { server, get } = await given();
    server.faults.add({ effect: "status", status: 500, times: 2, after: 1 });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await get(NUMBERS)).status);
    expect(statuses).toStrictEqual([200, 500, 500, 200, 200]);
  });

  test("only the method and path it names, placeholders included and the query aside", async () => {
    const { server, get, post } = await given();
    const { body } = await post(ENDPOINTS, alice);
    server.faults.add({ method: "get", path: `${ENDPOINTS}/{id}`, effect: "status", status: 500 });
    expect((await get(`${ENDPOINTS}?page_size=1`)).status).toBe(200);
    expect((await get(`${ENDPOINTS}/${body.id}/more`)).status).toBe(404);
    expect((await get(`/more${ENDPOINTS}/${body.id}`)).status).toBe(404);
    expect((await post(JWT)).status).toBe(201);
    expect((await get(`${ENDPOINTS}/${body.id}?x=1`)).status).toBe(500);
    const paths = ["/a.b/*", "/a.b/1/2", "/axb/1", "/a.b/1"];
    server.faults.add({ path: "/a.b/*", effect: "drop", times: "always" });
    const struck = paths.map((path) => server.faults.strike("PUT", path)?.effect);
    expect(struck).toEqual(["drop", undefined, undefined, "drop"]);
  });

  test("with the chance it is given", async () => {
    const draws = [0x00, 0x7f, 0x80, 0xff];
    const random = {
      uuid: () => crypto.randomUUID(),
      bytes: (count: number) => new Uint8Array(count).fill(count === 4 ? (draws.shift() ?? 0) : 7),
    };
    const { server, get } = await given({ random });
    server.faults.add({ effect: "status", status: 500, probability: 0.5 });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await get(NUMBERS)).status);
    expect(statuses).toStrictEqual([500, 500, 200, 200]);
  });
});
