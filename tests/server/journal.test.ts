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

test("secrets are hidden, in requests and in answers", async () => {
  const { post, put, server } = await given();
  const created = await post(ENDPOINTS, { username: "alice", password: "correct-horse" });
  await put(`${ENDPOINTS}/${created.body.id}`, { password: "battery-staple" });
  const { body } = await post(JWT);
  await put(JWT, { refresh_token: body.refresh_token });
  const [create, update, issue, refresh] = server.journal.entries;
  expect(create?.requestBody).toStrictEqual({ username: "alice", password: "[hidden]" });
  expect(update?.requestBody).toStrictEqual({ password: "[hidden]" });
  expect(issue?.responseBody).toStrictEqual({ jwt_token: "[hidden]", refresh_token: "[hidden]" });
  expect(refresh?.requestBody).toStrictEqual({ refresh_token: "[hidden]" });
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

test("no secret stands anywhere in it, not even under a misspelt name or in a broken body", async () => {
  const { post, send, server } = await given();
  await post(ENDPOINTS, { username: "alice", passwrod: "tr0mbone", password: ["tr0mbone"] });
  await send("POST", ENDPOINTS, {
    headers: { "content-type": "application/json" },
    body: '{"password":"tr0mbone"',
  });
  const all = JSON.stringify(server.journal.entries);
  expect(all).not.toContain("tr0mbone");
  expect(all).not.toContain(server.project.apiToken);
});

test("the fields of a web form are shown, without the secrets in them", async () => {
  const { send, server } = await given();
  const body = new URLSearchParams({
    FriendlyName: "Office",
    VoiceUrl: "https://u:tr0mbone@a.example",
    Wrong: "tr0mbone",
  });
  await send("POST", `/api/laml/2010-04-01/Accounts/${server.project.id}/Applications`, { body });
  expect(server.journal.entries[0]?.requestBody).toStrictEqual({
    ...{ FriendlyName: "Office", VoiceUrl: "https://[secret]@a.example", Wrong: "[hidden]" },
  });
});

test("the document of a script is kept whole, without its secrets", async () => {
  const { post, server } = await given();
  const main = [
    { request: { url: "https://user:tr0mbone@example.com/hook", headers: { Authorization: "tr0mbone", Accept: "x" } } },
    {
      connect: {
        to: "sip:desk",
        headers: [
          { name: "X-Api-Key", value: "tr0mbone" },
          { name: "X-Tag", value: "a" },
        ],
      },
    },
    {
      switch: {
        variable: "prompt_value",
        case: { "1": [{ execute: { dest: "main", params: { a: { b: { c: 1 } } } } }] },
      },
    },
  ];
  await post("/api/fabric/resources/swml_scripts", {
    name: "Menu",
    contents: { version: "1.0.0", sections: { main } },
  });
  const [entry] = server.journal.entries;
  const shown = [
    { request: { url: "https://[secret]@example.com/hook", headers: { Authorization: "[secret]", Accept: "x" } } },
    {
      connect: {
        to: "sip:desk",
        headers: [
          { name: "X-Api-Key", value: "[secret]" },
          { name: "X-Tag", value: "a" },
        ],
      },
    },
    main[2],
  ];
  const contents = { version: "1.0.0", sections: { main: shown } };
  expect(entry?.requestBody).toStrictEqual({ name: "Menu", contents });
  expect(entry?.responseBody).toMatchObject({ swml_script: { contents } });
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
