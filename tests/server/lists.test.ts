import { describe, expect, test } from "vitest";
import { type Client, details, ENDPOINTS, given, NUMBERS, secondOf } from "./support.ts";

async function withEndpoints(count: number): Promise<Client> {
  const client = await given();
  for (let n = 1; n <= count; n += 1) {
    await client.post(ENDPOINTS, { username: `user-${n}`, password: "x", caller_id: n % 2 ? "odd" : "even" });
  }
  return client;
}

/** Matches the path of a page. */
function pageOf(page: number, size: number) {
  const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  return expect.stringMatching(
    new RegExp(`^${ENDPOINTS}\\?page_number=${page}&page_size=${size}&page_token=PA${UUID}$`),
  );
}

function names(reply: { body: { data: { username: string }[] } }): string[] {
  return reply.body.data.map(({ username }) => username);
}

describe("a list", () => {
  test("comes newest first, fifty at a time, with relative links to itself and its beginning", async () => {
    const { get } = await withEndpoints(51);
    const { data, links } = (await get(ENDPOINTS)).body;
    expect([data.length, data[0].username, data[49].username]).toEqual([50, "user-51", "user-2"]);
    const self = `${ENDPOINTS}?page_number=0&page_size=50`;
    expect(links).toStrictEqual({ self, first: self, next: pageOf(1, 50) });
  });

  test("is followed to its end and back by its links", async () => {
    const { get } = await withEndpoints(5);
    const first = await get(`${ENDPOINTS}?page_size=2`);
    const second = await get(first.body.links.next);
    const third = await get(second.body.links.next);
    const back = await get(third.body.links.prev);
    const again = [await get(back.body.links.next), await get(back.body.links.prev)];
    const pages = [["user-5", "user-4"], ["user-3", "user-2"], ["user-1"]];
    expect([first, second, third, back, ...again].map(names)).toEqual([...pages, pages[1], pages[2], pages[0]]);
    const start = `${ENDPOINTS}?page_number=0&page_size=2`;
    expect([first, second, third].map(({ body }) => body.links)).toStrictEqual([
      { self: start, first: start, next: pageOf(1, 2) },
      { self: first.body.links.next, first: start, next: pageOf(2, 2), prev: start },
      { self: second.body.links.next, first: start, prev: pageOf(1, 2) },
    ]);
  });

  test.each([
    ["the first", ["user-4", "user-5"], ["user-3", "user-2"], ["user-1"]],
    ["a middle one", ["user-2", "user-3"], ["user-5", "user-4"], ["user-1"]],
    ["the last", ["user-1"], ["user-3", "user-2"], []],
  ])("leads back from the last page when %s was emptied meanwhile, and on again", async (_, gone, before, after) => {
    const { get, delete: remove } = await withEndpoints(5);
    const all: { id: string; username: string }[] = (await get(ENDPOINTS)).body.data;
    const second = await get((await get(`${ENDPOINTS}?page_size=2`)).body.links.next);
    for (const { id, username } of all) if (gone.includes(username)) await remove(`${ENDPOINTS}/${id}`);
    const third = await get(second.body.links.next);
    const back = await get(third.body.links.prev);
    expect(names(back)).toStrictEqual(before);
    expect(names(await get(back.body.links.next))).toStrictEqual(after);
  });

  test("skips and repeats nothing when objects come and go between two pages", async () => {
    const client = await withEndpoints(4);
    const first = await client.get(`${ENDPOINTS}?page_size=2`);
    await client.post(ENDPOINTS, { username: "late", password: "x" });
    await client.delete(`${ENDPOINTS}/${first.body.data[0].id}`);
    expect(names(await client.get(first.body.links.next))).toStrictEqual(["user-2", "user-1"]);
  });
});

test.each([
  ["username=r-3", ["user-3"]],
  ["caller_id=EVE", ["user-4", "user-2"]],
  ["caller_id=odd&filter_username=3", ["user-3"]],
  ["username=user%25", []],
  ["username=user_1", []],
])("the filter %s finds what holds its text, in any case", async (query, found) => {
  const { get } = await withEndpoints(4);
  expect(names(await get(`${ENDPOINTS}?filter_${query}`))).toEqual(found);
});

describe("paging values", () => {
  test.each([
    ["page_size=0", "page_size must be a whole number from 1 to 1000"],
    ["page_size=1001", "page_size must be a whole number from 1 to 1000"],
    ["page_size=ten", "page_size must be a whole number from 1 to 1000"],
    ["page_size=", "page_size must be a whole number from 1 to 1000"],
    ["page_number=-1", "page_number must be a whole number from 0"],
    ["page_number=1.5", "page_number must be a whole number from 0"],
    ["page_number=1", "page_token is required when page_number is above 0; follow the links of the page before"],
    ["page_number=1&page_token=PA1", "page_token is not one that this list gave out for this page"],
    ["page_token=PA1", "page_token is not one that this list gave out for this page"],
  ])("refuse %s", async (query, detail) => {
    const { get } = await withEndpoints(1);
    const reply = await get(`${ENDPOINTS}?${query}`);
    expect([reply.status, details(reply)]).toEqual([422, [detail]]);
  });

  test("refuse a token of another page, another list, another filter or another project", async () => {
    const client = await given({ seed: { projects: [{ numbers: ["+12025550101", "+12025550102"] }, {}] } });
    const { get } = client;
    for (const username of ["a", "b", "c"]) await client.post(ENDPOINTS, { username, password: "x" });
    const { next } = (await get(`${ENDPOINTS}?page_size=1`)).body.links;
    expect((await get(next.replace("page_number=1", "page_number=2"))).status).toBe(422);
    expect((await get(next.replace(ENDPOINTS, NUMBERS))).status).toBe(422);
    expect((await get(`${next}&filter_username=user`)).status).toBe(422);
    expect((await secondOf(client).get(next)).status).toBe(422);
  });
});
