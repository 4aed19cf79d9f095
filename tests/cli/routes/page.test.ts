// The page of the routes in a real browser.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, describe, expect, it } from "vitest";
import { graphOf } from "../../../cli/routes/graph.ts";
import { routesHtml } from "../../../cli/routes/renderers/html.ts";
import { startBrowser } from "../../../scripts/browser.ts";
import { account, HOSTILE } from "./objects.ts";

const started = await startBrowser().catch((error: Error) => {
  if (process.env.CI === "true") throw error;
  return error.message;
});
const browser = started as Browser;
const suite = typeof started === "string" ? describe.skip : describe;

suite(`the page${typeof started === "string" ? ` (skipped: ${started})` : ""}`, () => {
  const happened: string[] = [];
  let folder: string;

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(size: number, { theme = "light", width = 1200 } = {}): Promise<Page> {
    folder ??= await mkdtemp(join(tmpdir(), "signalwire-routes-"));
    const file = join(folder, `${size}.html`);
    await writeFile(file, routesHtml(graphOf(account(size), { isWhole: true }), HOSTILE[0]));
    const page = await browser.newPage();
    page.on("dialog", async (dialog) => {
      happened.push(`dialog ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on("console", (message) => happened.push(message.text()));
    page.on("pageerror", (error) => happened.push(String(error)));
    page.on("request", (request) => request.url().startsWith("file:") || happened.push(request.url()));
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await page.goto(`file://${file}`);
    return page;
  }

  const rows = (page: Page) => page.$$eval("tbody tr", (all) => all.filter((row) => !row.hidden).length);
  const bright = (page: Page) =>
    page.$$eval(".box", (all) => all.filter((box) => !box.classList.contains("faded")).length);

  it("searches the list and the picture, and shows all again", async () => {
    const page = await open(1_000);
    const whole = { rows: await rows(page), boxes: await bright(page) };
    expect(whole.rows).toBe(1_000);
    await page.type("#search", "DESK-125 voice");
    expect(await rows(page)).toBe(1);
    expect(await bright(page)).toBeLessThan(whole.boxes);
    expect(await bright(page)).toBeGreaterThan(0);
    expect(await page.$eval("#found", (found) => found.textContent)).toBe("1 of 1000 found");
    await page.click("#search", { count: 3 });
    await page.keyboard.press("Backspace");
    expect({ rows: await rows(page), boxes: await bright(page) }).toEqual(whole);
  });

  it("lets no name act, and asks for nothing", async () => {
    const page = await open(10);
    expect(await page.$$eval("img, iframe, a", (all) => all.length)).toBe(0);
    expect(await page.$eval("h1", (title) => title.textContent)).toBe(HOSTILE[0]);
    expect(await page.$eval("tbody", (body) => body.textContent)).toContain(HOSTILE[0]);
    expect(happened).toEqual([]);
  });

  it("has light and dark colours, and fits a narrow screen", async () => {
    const colour = (page: Page) => page.$eval("body", (body) => getComputedStyle(body).backgroundColor);
    expect(await colour(await open(10))).toBe("rgb(255, 255, 255)");
    const page = await open(10, { theme: "dark", width: 400 });
    expect(await colour(page)).toBe("rgb(13, 17, 23)");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(400);
  });
});
