// "Why did it not ring?": from the start page to the cause, by mouse and by keyboard, at every width and in every theme.

import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { type Client, ENDPOINTS, given, NUMBERS } from "../support.ts";
import { describeWithBrowser, type Opened, open } from "./browser.ts";

const FROM = "+12025550177";

/** Creates `count` numbers: a third each without a handler, with a missing endpoint, and with a server that is down. */
async function account(count: number): Promise<Client & { readonly numbers: readonly string[] }> {
  const numbers = Array.from({ length: count }, (_, at) => `+1202555${1000 + at}`);
  const client = await given({ control: true, rateLimit: false, seed: { projects: [{ numbers }] } });
  const gone = (await client.post(ENDPOINTS, { username: "gone", password: "x" })).body.id;
  const all = (await client.get(`${NUMBERS}?page_size=1000`)).body.data;
  const settings = [
    undefined,
    { name: "Lobby", call_handler: "relay_sip_endpoint", call_sip_endpoint_id: gone },
    { name: "Menu", call_handler: "laml_webhooks", call_request_url: "http://127.0.0.1:9/call" },
  ];
  for (const { id, number } of all) {
    const body = settings[numbers.indexOf(number) % 3];
    if (body) await client.put(`${NUMBERS}/${id}`, body);
  }
  await client.delete(`${ENDPOINTS}/${gone}`);
  return { ...client, numbers };
}

/** The text that is visible without scrolling. */
const IN_SIGHT = `[...document.querySelectorAll("main *")]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3))
  .filter((each) => { const { top, bottom } = each.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })
  .map((each) => each.innerText).join(" ")`;

async function inSight(page: Page): Promise<string> {
  return String(await page.evaluate(IN_SIGHT)).replace(/\s+/g, " ");
}

async function look({ page }: Opened, { theme = "light", forced = false }): Promise<void> {
  const session = await page.createCDPSession();
  const features = [
    { name: "prefers-color-scheme", value: theme },
    { name: "forced-colors", value: forced ? "active" : "none" },
  ];
  await session.send("Emulation.setEmulatedMedia", { features });
}

describeWithBrowser("the inspector", () => {
  test.each([
    [30, 390, { theme: "dark", forced: true }],
    [600, 1440, {}],
  ])(
    "leads from the overview to the cause in two clicks, at %i numbers and %i pixels",
    async (count, width, colours) => {
      const { server, numbers } = await account(count);
      const opened = await open(server.inspector ?? "", { width });
      const { page, sees, click } = opened;
      await look(opened, colours);
      await sees(`${count} phone numbers`);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);

      // No handler, and a missing endpoint: one click on the arrow's name.
      await click(`${count / 3} → nobody`, "link");
      await expect.poll(() => inSight(page)).toContain("no handler is set for calls");
      await page.goBack();
      await click(`${count / 3} → a broken route`, "link");
      await expect.poll(() => inSight(page)).toContain("rings an endpoint that is not there");

      // A call finds a server that is down: two clicks.
      await page.evaluate("location.hash = ''");
      await click(`${count / 3} → webhook 127.0.0.1:9`, "link");
      await click(`Call ${numbers[2]}`);
      await expect
        .poll(() => inSight(page))
        .toContain("Did not ring: POST http://127.0.0.1:9/call refused the connection, and no fallback is set");
      await page.evaluate("location.hash = ''");
      await sees(/1 failed call .*refused the connection/);
    },
    90_000,
  );

  async function called() {
    const client = await account(3);
    const { id } = await client.server.call({ to: client.numbers[2] ?? "", from: FROM });
    await client.server.call({ to: client.numbers[0] ?? "", from: FROM });
    const opened = await open(client.server.inspector ?? "");
    await opened.sees("2 failed calls");
    return { ...client, ...opened, id };
  }

  test("shows a call, a request or a number by its link, after a reload and with Back too", async () => {
    const { page, sees, id, numbers } = await called();
    await page.evaluate(`location.hash = "#/calls/${id}"`);
    await sees(id);
    await page.reload();
    await sees(id);
    await page.evaluate('location.hash = "#/journal/2?q=phone_numbers"');
    await sees("Answered 200");
    expect(await page.$eval("[role=option][aria-selected=true]", (row) => row.id)).toBe("row-2");
    expect(await page.$eval("input[type=search]", (input) => (input as unknown as { value: string }).value)).toBe(
      "phone_numbers",
    );
    await page.keyboard.press("Tab");
    await page.goBack();
    await sees(id);
    await page.evaluate(`location.hash = "#/routes/" + encodeURIComponent("${numbers[1]}")`);
    await expect
      .poll(() => page.$eval("[role=option][aria-selected=true]", ({ textContent }) => textContent))
      .toContain(numbers[1]);
    await sees("Calls and messages to it");
  });

  test("opens a link in a new tab, which asks the open one for the token", async () => {
    const { page, context, id } = await called();
    const other = await context.newPage();
    await other.goto(`${page.url().split("#")[0]}#/calls/${id}`);
    await expect.poll(() => other.evaluate("document.body.innerText")).toContain(id);
    expect(other.url()).toMatch(/#\/calls\//);
  });

  test("finds a number by digits, however they are written, and by every word that is shown", async () => {
    const { server } = await account(3);
    const { page, sees, fill } = await open(server.inspector ?? "");
    await page.locator('nav a[href="#/routes"]').click();
    for (const words of ["2025551001", "(202) 555-1001", "lobby", "there rings"]) {
      await fill("Filter", words);
      await sees("1 of 3 objects");
      await sees("Lobby");
    }
    await expect.poll(() => page.url()).toContain("#/routes?q=there+rings");
  });
});
