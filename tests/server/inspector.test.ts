// The page of the control API and its requests, without a browser. tests/server/inspector uses one.

import { describe, expect, onTestFinished, test } from "vitest";
import type { LiveChanges } from "../../server/control/live.ts";
import { addScript, connected } from "./called.ts";
import { askControl, ENDPOINTS, given, JWT, NUMBERS } from "./support.ts";

async function controlled() {
  const client = await given({ control: true });
  const ask = (method: string, path: string, headers?: { readonly [name: string]: string }) =>
    askControl(client, method, path, undefined, headers);
  return { ...client, ask };
}

describe("the page", () => {
  test("is static, and may run nothing but its own script", async () => {
    const { server } = await controlled();
    for (const [file, type] of [
      ["", "text/html"],
      ["inspector.js", "text/javascript"],
      ["inspector.css", "text/css"],
      ["icon.svg", "image/svg+xml"],
    ]) {
      const { status, headers } = await fetch(`${server.url}/_reference/${file}`);
      expect((await fetch(`${server.url}/_reference/${file}`, { method: "HEAD" })).status).toBe(200);
      expect([file, status, headers.get("content-type")]).toEqual([file, 200, `${type}; charset=utf-8`]);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';/,
      );
      expect(policy).toMatch(/frame-ancestors 'none'$/);
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-frame-options")).toBe("DENY");
    }
  });

  test("is the only page that may ask, and needs the token as everybody does", async () => {
    const { server, ask } = await controlled();
    const { host } = new URL(server.url);
    const own = { origin: server.url, "sec-fetch-site": "same-origin" };
    expect((await ask("GET", "clock", own)).status).toBe(200);
    expect((await ask("GET", "clock", { "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await ask("GET", "clock", { ...own, authorization: "Bearer nonsense" })).status).toBe(401);
    for (const foreign of [
      { origin: server.url, "sec-fetch-site": "same-site" },
      { origin: `https://${host}`, "sec-fetch-site": "same-origin" },
      { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-origin" },
      { origin: "http://127.0.0.1:1" },
      { origin: "https://example.com" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const { status, body } = await ask("GET", "clock", foreign as never);
      expect([foreign, status, body]).toEqual([foreign, 403, { error: "Forbidden" }]);
    }
    const preflight = await fetch(`${server.url}/_reference/clock`, { method: "OPTIONS", headers: { origin: "null" } });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("the live stream", () => {
  async function follow() {
    const client = await controlled();
    const { server } = client;
    const authorization = `Bearer ${server.controlToken}`;
    const { body, headers } = await fetch(`${server.url}/_reference/live`, { headers: { authorization } });
    expect(headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();
    onTestFinished(() => reader.cancel());
    let rest = "";
    const lines: LiveChanges[] = [];
    return {
      ...client,
      /** Resolves to the next change with this member. */
      async next<Member extends keyof LiveChanges>(member: Member): Promise<LiveChanges[Member] | undefined> {
        for (;;) {
          const line = lines.shift();
          if (line?.[member] !== undefined) return line[member];
          if (line) continue;
          const { value, done } = await reader.read();
          if (done) return undefined;
          const parts = (rest + value).split("\n");
          rest = parts.pop() ?? "";
          lines.push(...parts.map((part) => JSON.parse(part)));
        }
      },
    };
  }

  test("is the journal as it grows, the answer of a slow request included, without secrets", async () => {
    const { server, next, post, ask } = await follow();
    expect(await next("journal")).toEqual({ first: 1, entries: [] });
    server.faults.add({ effect: "delay", milliseconds: 400 });
    const slow = post(ENDPOINTS, { username: "desk", password: "correct-horse-battery" });
    expect((await next("journal"))?.entries).toMatchObject([{ number: 1, status: null, fault: "delay" }]);
    await slow;
    const told = await next("journal");
    expect(told?.entries).toMatchObject([{ number: 1, status: 201, requestBody: { password: "[hidden]" } }]);
    await ask("DELETE", "journal");
    expect(await next("journal")).toEqual({ first: 2, entries: [] });
  });

  test("is the clock when it is moved, faults when they strike, calls, and who is connected", async () => {
    const client = await follow();
    const { server, next, post } = client;
    expect(await next("clock")).toMatchObject({ frozen: false });
    server.clock.freeze("2026-01-01T00:00:00Z");
    expect(await next("clock")).toEqual({ now: "2026-01-01T00:00:00.000Z", frozen: true });
    server.clock.advance({ milliseconds: 5 });
    expect(await next("clock")).toEqual({ now: "2026-01-01T00:00:00.005Z", frozen: true });
    server.faults.add({ effect: "status", status: 503 });
    expect(await next("faults")).toMatchObject([{ struck: 0 }]);
    await post(JWT);
    expect(await next("faults")).toMatchObject([{ struck: 1 }]);
    const { id } = await server.call({ to: "+12025550199", from: "+12025550177" });
    expect(await next("traces")).toMatchObject([{ id, outcome: "unanswered", isTaken: false }]);
    await connected(client, "lobby");
    expect(await next("sessions")).toEqual(server.sessions);
  });
});

interface Troubled {
  readonly label: string;
  readonly trouble?: { readonly text: string };
}

test("the routes say what an object leads to, or why it takes no calls, and a trace whether the call was taken", async () => {
  const client = await controlled();
  const { ask, server, get: read, put, post, delete: remove } = client;
  const desk = { username: "desk", password: "x", call_handler: "relay_context", call_relay_context: "office" };
  const { id } = (await post(ENDPOINTS, desk)).body;
  const [number, idle] = (await read(NUMBERS)).body.data;
  await put(`${NUMBERS}/${number.id}`, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id.toUpperCase() });
  const troubles = async () => {
    const { routes } = (await ask("GET", "routes")).body;
    return new Map((routes as Troubled[]).map(({ label, trouble }) => [label, trouble]));
  };
  const { routes } = (await ask("GET", "routes")).body;
  const lead = { role: "target", what: "SIP endpoint", name: "desk", type: "SipEndpoint", id };
  expect(routes).toContainEqual({
    ...{ project: server.project.id, type: "PhoneNumber", title: "phone number", id: number.id, label: number.number },
    ...{ name: null, place: "called", leadsTo: "SIP endpoints" },
    ways: [
      { traffic: "call", handler: "relay_sip_endpoint", leads: [lead] },
      { traffic: "message", handler: null, leads: [] },
    ],
  });
  const before = await troubles();
  expect([before.get("desk"), before.get(number.number)]).toEqual([undefined, undefined]);
  expect(before.get(idle.number)).toEqual({ kind: "none", text: "no handler is set for calls" });
  await remove(`${ENDPOINTS}/${id}`);
  const broken = { kind: "broken", text: "rings an endpoint that is not there" };
  expect((await troubles()).get(number.number)).toEqual(broken);
  const url = await addScript(client, "Menu", JSON.stringify({ sections: { main: [{ connect: { to: "sip:dsk" } }] } }));
  await put(`${NUMBERS}/${idle.id}`, { call_handler: "relay_script", call_relay_script_url: url });
  const misspelt = "the document dials sip:dsk, an address that no object has";
  await addScript(client, "Page", "<Response><Dial><Sip>sip:dsk</Sip></Dial></Response>");
  const found = await troubles();
  expect([found.get("Menu")?.text, found.get("Page")?.text]).toEqual([misspelt, misspelt]);
  expect((await troubles()).get(idle.number)?.text).toBe(`goes on to Menu, where ${misspelt}`);
  const dials = JSON.stringify({ sections: { main: [{ connect: { to: idle.number } }] } });
  await addScript(client, "Dials", dials);
  expect((await troubles()).get("Dials")?.text).toBe(`rings ${idle.number}, where goes on to Menu, where ${misspelt}`);
  const trace = await server.call({ to: number.number, from: "+12025550177" });
  expect([trace.isTaken, trace.verdict]).toEqual([false, `✗ ${trace.summary}`]);
});
