// The journal on the page: the newest row is visible, and the reader's position is kept.

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
  await opened.sees(`${Math.min(count, 500)} requests`);
  return { ...opened, server, inView: () => opened.page.evaluate(IN_VIEW) as Promise<number[]> };
}

const newest = async (inView: () => Promise<number[]>) => (await inView()).at(-1);

describeWithBrowser("the journal", () => {
  test("of 11,000 requests shows the newest, follows those that come, and says where the others are", async () => {
    const { server, inView, sees } = await journal(11_000);
    await expect.poll(() => newest(inView)).toBe(11_000);
    expect((await inView()).length).toBeGreaterThan(10);
    await sees("The newest 500 requests. GET /_reference/journal has all");
    answer(server, 300);
    await expect.poll(() => newest(inView)).toBe(11_300);
    expect((await inView()).length).toBeGreaterThan(10);
  });

  test("keeps the reader's place while old requests are dropped and new ones come", async () => {
    const { server, page, inView } = await journal(500);
    await expect.poll(() => newest(inView)).toBe(500);
    await page.evaluate("document.querySelector('#row-300').scrollIntoView({ block: 'start' })");
    await expect.poll(async () => (await inView())[0]).toBe(300);
    answer(server, 100);
    await expect.poll(() => page.$("#row-600")).not.toBeNull();
    expect((await inView())[0]).toBe(300);
    expect(await page.$("#row-1")).toBeNull();
  });

  test("moves by the keys from end to end, with the selected row in view", async () => {
    const { page, inView } = await journal(400);
    await page.focus("[role=listbox]");
    for (const [key, row] of [
      ["Home", 1],
      ["ArrowDown", 2],
      ["End", 400],
      ["ArrowUp", 399],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(inView).toContain(row);
      expect(await page.$eval("[aria-selected=true]", ({ id }) => id)).toBe(`row-${row}`);
    }
  });
});
