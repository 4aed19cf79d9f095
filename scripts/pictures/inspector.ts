import { once } from "node:events";
import { createServer } from "node:http";
import type { Browser } from "puppeteer-core";
import { Clock, type ReferenceServer, startServer } from "../../server/index.ts";

const LAML =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Response>\n  <Say>We are out. Please call again tomorrow.</Say>\n  <Hangup/>\n</Response>\n';

/** Takes pictures of the inspector's pages. Ports are fixed, because the pictures show them. */
export async function takeInspector(browser: Browser): Promise<void> {
  const clock = new Clock();
  clock.set("2026-05-08T09:30:00Z");
  const server = await startServer({ port: 4010, control: true, clock });
  const office = createServer((request, answer) => {
    if (request.url === "/calls") answer.statusCode = 503;
    answer.end(request.url === "/out" || request.url === "/messages" ? LAML : "");
  }).listen(3000, "127.0.0.1");
  await once(office, "listening");

  await fill(server);
  const page = await browser.newPage();
  await page.setViewport({ width: 1180, height: 720 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await page.goto(server.inspector ?? "");
  await page.waitForSelector(".picture");
  await page.screenshot({ path: "docs/pictures/inspector-overview.webp", quality: 60 });
  await page.click('nav a[href="#/routes"]');
  await page.locator("[role=option]:last-child").click();
  await page.waitForSelector(".ways");
  await page.screenshot({ path: "docs/pictures/inspector-routes.webp", quality: 60 });
  await page.click('nav a[href="#/calls"]');
  await page.locator("ol summary").click();
  await page.screenshot({ path: "docs/pictures/inspector-call.webp", quality: 60 });
  await page.close();
  await server.close();
  office.close();
}

/** Creates an office with a failing script, a number without a handler, and calls to them. */
async function fill(server: ReferenceServer): Promise<void> {
  const send = sender(server);
  const desk = await send("POST", "endpoints/sip", {
    username: "front-desk",
    password: "correct-horse-battery-staple",
    call_handler: "laml_webhooks",
    call_request_url: "http://127.0.0.1:3000/calls",
    call_request_method: "POST",
    call_fallback_url: "http://127.0.0.1:3000/out",
    call_fallback_method: "POST",
    call_status_callback_url: "http://127.0.0.1:3000/status",
    call_status_callback_method: "POST",
  });
  await send("POST", "endpoints/sip", { username: "workshop", password: "correct-horse-battery-staple" });
  const { data } = await send("GET", "phone_numbers");
  const [free, support, line] = data as { id: string; number: string }[];
  await send("PUT", `phone_numbers/${line?.id}`, {
    name: "Main line",
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: desk.id,
    message_handler: "laml_webhooks",
    message_request_url: "http://127.0.0.1:3000/messages",
  });
  await send("PUT", `phone_numbers/${support?.id}`, {
    name: "Support",
    call_handler: "relay_verto_endpoint",
    call_verto_resource: "alice",
  });
  await server.call({ to: String(free?.number), from: "+12025550177" });
  await server.call({ to: String(support?.number), from: "+12025550177" });
  await server.message({ to: String(line?.number), from: "+12025550177", body: "Are you open?" });
  await server.call({ to: String(line?.number), from: "+12025550177" });
}

type Json = { readonly [field: string]: unknown };

function sender({ url, project: { id, apiToken } }: ReferenceServer) {
  return async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${url}/api/relay/rest/${path}`, {
      method,
      headers: { Authorization: `Basic ${btoa(`${id}:${apiToken}`)}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Json;
  };
}
