// The page in dark mode, on a phone, by keyboard, and with a screen reader.

import axe from "axe-core";
import { expect, test } from "vitest";
import { ok, receiver } from "../receiver.ts";
import { given, JWT, NUMBERS } from "../support.ts";
import { describeWithBrowser, open } from "./browser.ts";

const PANELS = ["overview", "routes", "calls", "journal", "server"];

async function usedServer() {
  const { server, get, put, post } = await given({ control: true });
  const { url } = await receiver({ "/call": ok() });
  const [number] = (await get(NUMBERS)).body.data;
  await put(`${NUMBERS}/${number.id}`, {
    name: "Main line",
    call_handler: "laml_webhooks",
    call_request_url: `${url}/call`,
    call_fallback_url: `${url}/fallback`,
  });
  await post(JWT, { resource: "alice", nonsense: true });
  server.faults.add({ effect: "status", status: 503 });
  await get(NUMBERS);
  server.faults.add({ effect: "delay", milliseconds: 10, times: "always", probability: 0.5, path: "/x" });
  await server.call({ to: number.number, from: "+12025550177" });
  await server.call({ to: "nobody", from: "+12025550177" });
  return server;
}

describeWithBrowser("the inspector", () => {
  test.each(["light", "dark"])("has nothing that axe calls serious, in the %s theme", async (theme) => {
    const server = await usedServer();
    const { page, sees } = await open(server.inspector ?? "");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await page.evaluate(axe.source);
    for (const panel of PANELS) {
      await page.locator(`nav a[href="#/${panel}"]`).click();
      await sees(panel === "journal" ? "4 requests" : "live");
      if (panel === "journal" || panel === "routes") await page.locator("[role=option]").click();
      const found = (await page.evaluate("axe.run()")) as { violations: Violation[] };
      const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(
        serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
        panel,
      ).toEqual([]);
    }
  });

  test("fits into 390 pixels", async () => {
    const server = await usedServer();
    const { page, sees } = await open(server.inspector ?? "", { width: 390 });
    await sees("live");
    for (const panel of PANELS) {
      await page.locator(`nav a[href="#/${panel}"]`).click();
      await page.waitForSelector(`main.panel-${panel}`);
      expect([panel, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([panel, 390]);
      const main = "document.querySelector('main')";
      expect([panel, await page.evaluate(`${main}.scrollWidth - ${main}.clientWidth`)]).toEqual([panel, 0]);
    }
  });

  test("is used with the keys alone", async () => {
    const server = await usedServer();
    const { page, sees } = await open(server.inspector ?? "");
    await sees("3 phone numbers");
    const focused = () => page.evaluate("document.activeElement.textContent") as Promise<string>;
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the panel");
    while (!/^Server/.test(await focused())) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await sees("with the machine's clock");
    while ((await focused()) !== "Freeze") await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await sees("Let it run");
    expect(server.clock.frozen).toBe(true);
  });
});

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
