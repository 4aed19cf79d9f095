// The published client SDK 3 in a browser: a subscriber token connects it to the reference server, a renewed one keeps it connected, and
// the server cuts it off at the end. Not tried: calls, which this server does not play for subscribers.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { describeWithBrowser, open } from "../server/inspector/browser.ts";
import { given } from "../server/support.ts";

const SDK = new URL(import.meta.resolve("@signalwire/js-3/dist/index.umd.js"));
const PATH = "/api/fabric/subscribers/tokens";

/** Counts the closed connections of the page. */
const PAGE = `<script>
window.ends = 0;
window.WebSocket = class extends WebSocket {
  constructor(...args) { super(...args); this.addEventListener("close", () => { window.ends += 1; }); }
};
</script><script src="/sdk.js"></script>`;

describeWithBrowser("the client SDK 3", () => {
  test("connects with a subscriber token and a renewed one, and ends with it", async () => {
    const { server, post } = await given();
    const { token, refresh_token } = (await post(PATH, { reference: "alice" })).body;
    const { page } = await open(await served(SDK), { mayFail: true });
    const host = JSON.stringify(server.url.replace("http:", "ws:"));
    const closed = () => page.evaluate("window.ends");
    const connects = (with_: string) =>
      page.evaluate(`SignalWire.SignalWire({ token: ${JSON.stringify(with_)}, host: ${host} }).then(
          (client) => { window.client = client; return "connected"; }, ({ message }) => message)`);

    expect(await connects(refresh_token)).toContain("401 Unauthorized");
    expect(await connects(token)).toBe("connected");
    const before = await closed();
    server.clock.advance({ minutes: 60 });
    const renewed = (await post(`${PATH}/refresh`, { refresh_token })).body.token;
    await page.evaluate(`client.updateToken(${JSON.stringify(renewed)})`);
    server.clock.advance({ minutes: 90 });
    expect(await closed()).toBe(before);
    server.clock.advance({ minutes: 40 });
    await expect.poll(closed).toBe(Number(before) + 1);
  });
});

/** Serves a page with the SDK. Returns its address. */
async function served(sdk: URL): Promise<string> {
  const script = await readFile(sdk);
  const server = createServer(({ url }, answer) => {
    answer.setHeader("content-type", url === "/sdk.js" ? "text/javascript" : "text/html");
    answer.end(url === "/sdk.js" ? script : PAGE);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
