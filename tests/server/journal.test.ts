import { expect, test } from "vitest";
import { Journal } from "../../server/conditions/journal.ts";
import { ENDPOINTS, frozen, given, JWT, NUMBERS } from "./support.ts";

const PROJECT = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";

test("each exchange is kept with what was asked, who asked and what was answered", async () => {
  const { get, server } = await given({ clock: frozen("2025-06-01T12:00:00.250Z") });
  await get(`${NUMBERS}?filter_number=999`);
  const links = { self: expect.any(String), first: expect.any(String) };
  expect(server.journal.entries).toStrictEqual([
    {
      number: 1,
      time: "2025-06-01T12:00:00.250Z",
      method: "GET",
      path: "/api/relay/rest/phone_numbers?filter_number=999",
      project: server.project.id,
      status: 200,
      requestBody: undefined,
      responseBody: { links, data: [] },
    },
  ]);
});

test.each([
  [NUMBERS, "page_size"],
  [`/api/laml/2010-04-01/Accounts/${PROJECT}/Applications`, "PageSize"],
])("the links of a list's pages are shown whole, as what leads to a page is no secret: %s", async (path, size) => {
  const { get, send, server } = await given({
    seed: { projects: [{ id: PROJECT, numbers: ["+12025550101", "+12025550102"] }] },
  });
  for (const FriendlyName of ["A", "B"])
    await send("POST", `/api/laml/2010-04-01/Accounts/${PROJECT}/Applications`, {
      body: new URLSearchParams({ FriendlyName }),
    });
  server.journal.clear();
  const { body } = await get(`${path}?${size}=1`);
  const next = body.links?.next ?? body.next_page_uri;
  expect((await get(next)).status).toBe(200);
  const [first, second] = server.journal.entries;
  expect(first?.responseBody).toStrictEqual(body);
  expect(second?.path).toBe(next);
});

test("secrets are hidden in requests and in answers, also under a misspelt name, in a broken body and in a form", async () => {
  const { post, put, send, server } = await given();
  const created = await post(ENDPOINTS, { username: "alice", password: "correct-horse" });
  await put(`${ENDPOINTS}/${created.body.id}`, { password: "battery-staple" });
  const { body } = await post(JWT);
  await put(JWT, { refresh_token: body.refresh_token });
  await post(ENDPOINTS, { username: "alice", passwrod: "tr0mbone", password: ["tr0mbone"] });
  const headers = { "content-type": "application/json" };
  await send("POST", ENDPOINTS, { headers, body: '{"password":"tr0mbone"' });
  const fields = { FriendlyName: "Office", VoiceUrl: "https://u:tr0mbone@a.example", Wrong: "tr0mbone" };
  const form = new URLSearchParams(fields);
  await send("POST", `/api/laml/2010-04-01/Accounts/${server.project.id}/Applications`, { body: form });
  const { entries } = server.journal;
  expect(entries.map(({ requestBody }) => requestBody)).toStrictEqual([
    { username: "alice", password: "[hidden]" },
    { password: "[hidden]" },
    {},
    { refresh_token: "[hidden]" },
    { username: "alice", passwrod: "[hidden]", password: "[hidden]" },
    undefined,
    { FriendlyName: "Office", VoiceUrl: "https://[secret]@a.example", Wrong: "[hidden]" },
  ]);
  expect(entries[2]?.responseBody).toStrictEqual({ jwt_token: "[hidden]", refresh_token: "[hidden]" });
  for (const secret of ["tr0mbone", "correct-horse", "battery-staple", body.jwt_token, server.project.apiToken])
    expect(JSON.stringify(entries)).not.toContain(secret);
});

test("the values of extra fields are hidden in requests, answers and lists", async () => {
  const { get, put, server } = await given({ extraFields: true });
  const { body } = await get(NUMBERS);
  const extra = { voicemail_pin: "4711-tr0mbone", note: { deep: "tr0mbone" }, name: "Main" };
  expect((await put(`${NUMBERS}/${body.data[0].id}`, extra)).body).toMatchObject(extra);
  await get(NUMBERS);
  expect(JSON.stringify(server.journal.entries)).not.toContain("tr0mbone");
  for (const entry of server.journal.entries.slice(1))
    expect(JSON.stringify(entry.responseBody)).toContain('"name":"Main"');
  const shown = JSON.stringify(server.journal.entries[0]?.responseBody);
  expect(shown.match(/"\w+":"\[hidden\]"/g)).toBe(null);
});

test("the document of a script is kept whole, without its secrets", async () => {
  const { post, server } = await given();
  const written = (secret: string, user: string) => {
    const url = `https://${user}@example.com/hook`;
    const headers = [
      { name: "X-Api-Key", value: secret },
      { name: "X-Tag", value: "a" },
    ];
    const branch = [{ execute: { dest: "main", params: { a: { b: { c: 1 } } } } }];
    const main = [
      { request: { url, headers: { Authorization: secret, Accept: "x" } } },
      { connect: { to: "sip:desk", headers } },
      { switch: { variable: "prompt_value", case: { "1": branch } } },
    ];
    return { name: "Menu", contents: { version: "1.0.0", sections: { main } } };
  };
  await post("/api/fabric/resources/swml_scripts", written("tr0mbone", "user:tr0mbone"));
  const [entry] = server.journal.entries;
  const shown = written("[secret]", "[secret]");
  expect(entry?.requestBody).toStrictEqual(shown);
  expect(entry?.responseBody).toMatchObject({ swml_script: { contents: shown.contents } });
});

test("a list too long to keep is kept in part", async () => {
  const { get, post, server } = await given();
  for (let n = 0; n < 30; n += 1) await post(ENDPOINTS, { username: `user-${n}`, password: "x" });
  await get(ENDPOINTS);
  const body = String(server.journal.entries.at(-1)?.responseBody);
  expect(body).toMatch(/^\{"links":.*"username":"user-29".* \[\d+ more characters, not kept\]$/);
  expect(body.length).toBeLessThan(20_100);
});

test("it is bounded in bytes too: bodies are kept in part, and the oldest go first", () => {
  const journal = new Journal();
  const body = { caller_id: "漢".repeat(25_000) };
  for (let n = 0; n < 1000; n += 1) {
    const entry = journal.open(0, "POST", `/${"y".repeat(10_000)}`);
    journal.keepRequest(entry, body);
    journal.keepResponse(entry, body);
  }
  const { entries } = journal;
  const size = entries.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);
  expect(size).toBeLessThan(70 * 1024 * 1024);
  expect(entries.length).toBeGreaterThan(100);
  expect(entries.at(-1)?.number).toBe(1000);
  expect(journal.from(990, 2).map(({ number }) => number)).toEqual([990, 991]);
});

test("it keeps a tenth more than its limit, and then the newest, whose numbers count on", () => {
  const journal = new Journal(10);
  const opened = (count: number) => {
    for (let n = 0; n < count; n += 1) journal.open(0, "GET", "/");
    return [journal.first, ...journal.entries.map(({ number }) => number)].join(" ");
  };
  expect([opened(11), opened(1)]).toEqual(["1 1 2 3 4 5 6 7 8 9 10 11", "3 3 4 5 6 7 8 9 10 11 12"]);
  expect(journal.from(1, 2).map(({ number }) => number)).toEqual([3, 4]);
  journal.clear();
  expect([journal.first, journal.entries, journal.from(1, 5), opened(1)]).toEqual([13, [], [], "13 13"]);
});
