// The journal at its full length: the newest row is visible, and the reader's position is kept.

import { expect, test } from "vitest";
import type { ReferenceServer } from "../../../server/index.ts";
import { given } from "../support.ts";
import { describeWithBrowser, type Opened, open } from "./browser.ts";

function answer(server: ReferenceServer, count: number): void {
  for (let at = 1; at <= count; at += 1) {
    const entry = server.journal.open(Date.now(), "GET", `/api/relay/rest/phone_numbers?page=${at}`);
    entry.status = 200;
    entry.responseText = JSON.stringify({ data: [{ id: at, name: "x".repeat(400) }] });
  }
}

/** The numbers of the visible rows, in order. */
const IN_VIEW = `(() => {
  const list = document.querySelector("[role=listbox]");
  const { top, bottom } = list.getBoundingClientRect();
  const rows = [...list.querySelectorAll("[role=option]")];
  if (rows.length > 80) throw new Error("more rows are drawn than are in sight");
  return rows
    .map((row) => [row.getBoundingClientRect(), row.id.slice("row-".length)])
    .filter(([box]) => box.top >= top - 1 && box.bottom <= bottom + 1)
    .sort(([a], [b]) => a.top - b.top)
    .map(([, number]) => Number(number));
})()`;

async function journal(
  count: number,
): Promise<Opened & { readonly server: ReferenceServer; inView(): Promise<number[]> }> {
  const { server } = await given({ control: true });
  answer(server, count);
  const opened = await open(server.inspector ?? "");
  await opened.page.locator(`nav a[href="#/journal"]`).click();
  await opened.sees(`${count.toLocaleString("en")} requests`);
  return { ...opened, server, inView: () => opened.page.evaluate(IN_VIEW) as Promise<number[]> };
}

const newest = async (inView: () => Promise<number[]>) => (await inView()).at(-1);

describeWithBrowser("the journal of 11,000 requests", () => {
  test("shows the newest, follows those that come, and forgets the oldest without losing its end", async () => {
    const { server, inView } = await journal(11_000);
    await expect.poll(() => newest(inView)).toBe(11_000);
    expect((await inView()).length).toBeGreaterThan(10);
    answer(server, 300);
    // Here, the journal drops a thousand entries at once.
    expect(server.journal.first).toBeGreaterThan(1);
    await expect.poll(() => newest(inView)).toBe(11_300);
  });

  test("keeps the reader's place while old requests are dropped and new ones come", async () => {
    const { server, page, inView, sees } = await journal(10_900);
    await expect.poll(() => newest(inView)).toBe(10_900);
    await page.evaluate("document.querySelector('[role=listbox]').scrollTop = 30 * 5000");
    await expect.poll(async () => (await inView())[0]).toBe(5_001);
    answer(server, 300);
    await sees(`${server.journal.entries.length.toLocaleString("en")} requests`);
    await expect.poll(async () => (await inView())[0]).toBe(5_001);
  });

  test("moves by the keys from end to end, with the selected row in view", async () => {
    const { page, inView } = await journal(2_000);
    await page.focus("[role=listbox]");
    for (const [key, row] of [
      ["Home", 1],
      ["ArrowDown", 2],
      ["End", 2_000],
      ["ArrowUp", 1_999],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(inView).toContain(row);
      expect(await page.$eval("[aria-selected=true]", ({ id }) => id)).toBe(`row-${row}`);
    }
  });
});
