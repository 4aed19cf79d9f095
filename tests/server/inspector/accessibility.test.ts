// The page in dark mode, on a phone, by keyboard, and with a screen reader.

import { expect, test } from "vitest";
import { addScript, FROM, setNumber, TO } from "../called.ts";
import { ok, receiver } from "../receiver.ts";
import { given, JWT, NUMBERS } from "../support.ts";
import { describeWithBrowser, FOCUSED, open } from "./browser.ts";

const PANELS = ["overview", "routes", "calls", "journal", "server"];

async function usedServer() {
  const client = await given({ control: true });
  const { server, get, post } = client;
  const { url } = await receiver({ "/call": ok() });
  const contents = "<Response><Say>Hello</Say></Response>";
  const script = await addScript(client, "Main menu of the whole company with opening hours", contents);
  await setNumber(client, { call_handler: "laml_webhooks", call_request_url: script }, "+12025550102");
  await setNumber(client, {
    name: "Main line of the customer service in Washington",
    call_handler: "laml_webhooks",
    call_request_url: `${url}/call`,
    call_fallback_url: `${url}/fallback`,
  });
  await post(JWT, { resource: "alice", nonsense: true });
  server.faults.add({ effect: "status", status: 503 });
  await get(NUMBERS);
  server.faults.add({ effect: "delay", milliseconds: 10, times: "always", probability: 0.5, path: "/x" });
  await server.call({ to: TO, from: FROM });
  await server.call({ to: "nobody", from: FROM });
  return server;
}

describeWithBrowser("the inspector", () => {
  test.each(["light", "dark"])("has nothing that axe calls serious, in the %s theme", async (theme) => {
    const server = await usedServer();
    const { page, sees, seriousProblems } = await open(server.inspector ?? "");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    for (const panel of PANELS) {
      await page.locator(`nav a[href="#/${panel}"]`).click();
      await sees(panel === "journal" ? "7 requests" : "live");
      if (panel === "journal" || panel === "routes") await page.locator("[role=option]").click();
      expect(await seriousProblems(), panel).toEqual([]);
    }
  });

  test("is used with the keys alone", async () => {
    const server = await usedServer();
    const { page, sees, tabTo } = await open(server.inspector ?? "");
    await sees("3 phone numbers");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(FOCUSED)).toBe("Skip to the panel");
    await tabTo("Server");
    await page.keyboard.press("Enter");
    await sees("with the machine's clock");
    await tabTo("Freeze");
    await page.keyboard.press("Space");
    await sees("Let it run");
    expect(server.clock.frozen).toBe(true);
  });
});
