// Hostile content on the page: names from outside, other pages, and too much data.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ENDPOINTS, given, NUMBERS } from "../support.ts";
import { describeWithBrowser, open } from "./browser.ts";

const HOSTILE = [
  `<img src=x onerror="window.stolen = 1">`,
  `"><script>window.stolen = 1</script>`,
  "evil\u202egnp.exe\u2066\u200f عربي",
  "a".repeat(300),
];

describeWithBrowser("in the inspector", () => {
  test("a hostile name is plain text: it runs no script, turns no text, and does not widen the page", async () => {
    const { server, get, put, post } = await given({ control: true });
    const numbers = (await get(NUMBERS)).body.data;
    for (const [at, name] of HOSTILE.entries()) {
      const { id } = numbers[at % numbers.length];
      await put(`${NUMBERS}/${id}`, { name, call_handler: "relay_verto_endpoint", call_verto_resource: name });
      await post(ENDPOINTS, { username: name.replace(/[\s@]/g, "-"), password: "x", caller_id: name });
      await server.call({ to: name, from: name });
      await server.message({ to: numbers[0].number, from: name, body: name });
      server.faults.add({ effect: "drop", path: `/${name}` });
      await get(`/api/relay/rest/${encodeURIComponent(name)}?q=${encodeURIComponent(name)}`);
    }
    const { page, sees } = await open(server.inspector ?? "", { width: 400 });
    for (const panel of ["overview", "routes", "calls", "journal", "server"]) {
      await page.locator(`nav a[href="#/${panel}"]`).click();
      await sees(panel === "journal" ? "%3Cimg" : "onerror=");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
      expect(await page.evaluate("document.querySelectorAll('main img, main script').length")).toBe(0);
      // Each name is in an element that keeps its direction.
      const turned = `[...document.querySelectorAll("main *")].filter((each) =>
        [...each.childNodes].some((node) => node.nodeType === 3 && node.data.includes("\\u202e")) && !each.closest("bdi, option, pre"))
        .map((each) => each.outerHTML)`;
      expect(await page.evaluate(turned)).toEqual([]);
    }
    expect(await page.evaluate("window.stolen")).toBeUndefined();
  });

  test("a document that a request supplied runs no script on the page's origin, whatever its type", async () => {
    const { server, post } = await given({ control: true });
    const contents = `<Response><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${THIEF}</script></body></html></Response>`;
    const { body } = await post("/api/fabric/resources/cxml_scripts", { display_name: "Thief", contents });
    server.faults.add({
      effect: "status",
      status: 502,
      path: "/stated",
      headers: { "content-type": "text/html" },
      body: `<script>${THIEF}</script>`,
    });
    const { page, context, sees } = await open(server.inspector ?? "", { mayFail: true });
    await sees("Reference server");
    for (const address of [body.cxml_script.request_url, `${server.url}/stated`]) {
      const tab = await context.newPage();
      await tab.goto(address);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await tab.evaluate("window.stolen")).toBeUndefined();
      expect(await tab.evaluate("window.origin")).toBe("null");
    }
    // The inspector's own page keeps its policy.
    expect((await page.reload())?.headers()["content-security-policy"]).toContain("script-src 'self'");
  });

  test("another origin's page can neither read nor control the server, even with the token", async () => {
    const { server } = await given({ control: true });
    const snapshot = server.snapshot();
    const stranger = await serve(PAGE);
    const { page } = await open(`http://localhost:${stranger}/`, { mayFail: true });
    const attack = (inspector: string) =>
      `attack(${JSON.stringify(inspector)}, ${JSON.stringify(server.controlToken)})`;
    expect(await page.evaluate(attack(`${server.url}/_reference/`))).toEqual(NOTHING);
    // Nor from another port of this machine's own address.
    await page.goto(`http://127.0.0.1:${stranger}/`);
    expect(await page.evaluate(attack(`${server.url}/_reference/`))).toEqual(NOTHING);
    expect(server.faults.all).toEqual([]);
    expect(server.clock.frozen).toBe(false);
    expect(server.snapshot()).toEqual(snapshot);
    expect(server.journal.entries).toEqual([]);
  });
});

/** Asks the inspector's other tabs for the control token, as the inspector does, and keeps the answer. */
const THIEF = `
  const channel = new BroadcastChannel("control token");
  channel.onmessage = function (event) { window.stolen = event.data; };
  channel.postMessage("who has it?");`;

const NOTHING = {
  reading: "refused",
  steering: [0, 0],
  form: "sent",
  frame: "empty",
  opened: "out of reach",
  script: "refused",
};

/** A page that tries every access a page can try. */
const PAGE = `<!doctype html><title>stranger</title><body><script>
  async function attack(inspector, token) {
    const headers = { authorization: "Bearer " + token };
    const said = {};
    said.reading = await fetch(inspector + "snapshot", { headers }).then((answer) => answer.text(), () => "refused");
    said.steering = [];
    for (const [method, path, body] of [["POST", "faults", '{"effect":"drop"}'], ["POST", "clock", '{"freeze":true}']]) {
      const answer = await fetch(inspector + path, { method, mode: "no-cors", body }).catch(() => ({ status: 0 }));
      said.steering.push(answer.status);
    }
    const form = document.body.appendChild(document.createElement("form"));
    const target = document.body.appendChild(document.createElement("iframe"));
    target.name = "target";
    Object.assign(form, { method: "post", action: inspector + "clock", target: "target", enctype: "text/plain" });
    form.append(Object.assign(document.createElement("input"), { name: '{"freeze":true,"x":"', value: '"}' }));
    form.submit();
    said.form = "sent";
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.src = inspector + "#token=" + token;
    await new Promise((resolve) => (frame.onload = resolve));
    said.frame = frame.contentWindow.length === 0 && !frame.contentDocument ? "empty" : "shown";
    const opened = open(inspector + "#token=" + token);
    await new Promise((resolve) => setTimeout(resolve, 500));
    try { said.opened = String(opened && !opened.closed && opened.document.body.innerText); } catch { said.opened = "out of reach"; }
    if (said.opened === "false" || said.opened === "null") said.opened = "out of reach";
    const script = Object.assign(document.createElement("script"), { src: inspector + "inspector.js" });
    said.script = await new Promise((resolve) => {
      script.onload = () => resolve("run");
      script.onerror = () => resolve("refused");
      document.head.append(script);
    });
    return said;
  }
</script>`;

async function serve(page: string): Promise<number> {
  const server: Server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(page));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}
