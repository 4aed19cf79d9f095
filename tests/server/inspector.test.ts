// The page of the control API and its requests, without a browser. tests/server/inspector uses one.

import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { OpenTrace } from "../../server/calls/trace.ts";
import type { LiveChanges } from "../../server/control/live.ts";
import type { Routed } from "../../server/reach/ways.ts";
import { connected, FROM, response, setNumber, TO } from "./called.ts";
import { receiver } from "./receiver.ts";
import { connectedTo, controlled, ENDPOINTS, JWT } from "./support.ts";

const HARDENED = {
  ...{ connection: "keep-alive", "content-length": expect.any(String), date: expect.any(String) },
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...{ "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin" },
  ...{ "referrer-policy": "no-referrer", "x-content-type-options": "nosniff", "x-frame-options": "DENY" },
  "cache-control": "no-cache",
};

describe("the page", () => {
  test("is static, and may run nothing but its own script", async () => {
    const { server } = await controlled();
    const moved = await fetch(`${server.url}/_reference`, { redirect: "manual" });
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "/_reference/"]);
    const files = { "": "text/html", "inspector.js": "text/javascript", "inspector.css": "text/css" };
    for (const [file, type] of Object.entries({ ...files, "icon.svg": "image/svg+xml" })) {
      const { status, headers } = await fetch(`${server.url}/_reference/${file}`);
      expect((await fetch(`${server.url}/_reference/${file}`, { method: "HEAD" })).status).toBe(200);
      expect([file, status, Object.fromEntries(headers)]).toEqual([
        file,
        200,
        { ...HARDENED, "content-type": `${type}; charset=utf-8` },
      ]);
    }
  });

  test("is the only page that may ask, and needs the token as everybody does", async () => {
    const { server, ask } = await controlled();
    const { host } = new URL(server.url);
    const own = { origin: server.url, "sec-fetch-site": "same-origin" };
    expect((await ask("GET", "clock", undefined, own)).status).toBe(200);
    for (const site of ["same-origin", "none"])
      expect([site, (await ask("GET", "clock", undefined, { "sec-fetch-site": site })).status]).toEqual([site, 200]);
    expect((await ask("GET", "clock", undefined, { ...own, authorization: "Bearer nonsense" })).status).toBe(401);
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
      const { status, body } = await ask("GET", "clock", undefined, foreign as never);
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
    for (const number of [1, 3]) {
      server.faults.add({ effect: "delay", milliseconds: 800 });
      const slow = post(ENDPOINTS, { username: `desk-${number}`, password: "correct-horse-battery" });
      expect((await next("journal"))?.entries).toMatchObject([{ number, status: null, fault: "delay" }]);
      await post(ENDPOINTS, {});
      expect((await next("journal"))?.entries).toMatchObject([{ number: number + 1, status: 422 }]);
      await slow;
      const told = await next("journal");
      expect(told?.entries).toMatchObject([{ number, status: 201, requestBody: { password: "[hidden]" } }]);
    }
    await ask("DELETE", "journal");
    expect(await next("journal")).toEqual({ first: 5, entries: [] });
    const socket = await connectedTo(server);
    const authorization = `Authorization: Bearer ${server.controlToken}`;
    socket.write(
      ["HEAD /_reference/live HTTP/1.1", "Host: localhost", authorization, "Connection: close", "", ""].join("\r\n"),
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
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
    // A call is sent again at each step: here after its first document, while its second one is awaited.
    const redirect = Promise.withResolvers<void>();
    const one = (to: ServerResponse) => void redirect.promise.then(() => response("<Redirect>/two</Redirect>")(to));
    const hook = await receiver({ "/one": one, "/two": () => {} });
    await setNumber(client, { call_handler: "laml_webhooks", call_request_url: `${hook.url}/one` });
    void server.call({ to: TO, from: FROM });
    expect(await next("traces")).toMatchObject([{ outcome: null }]);
    redirect.resolve();
    const asked = ({ steps, outcome }: OpenTrace) => steps.some(({ attempt }) => attempt) && outcome === null;
    while (!(await next("traces"))?.some(asked));
    expect(server.failedTraces.map((each) => each.id)).toEqual([id]);
    await connected(client, "lobby");
    expect(await next("sessions")).toEqual(server.sessions);
  });
});

/** Returns the routes as people see them: each object, its trouble, and where its ways lead. */
function shownRoutes(routes: readonly Routed[]): string {
  return routes
    .flatMap(({ title, label, name, place, ways, leadsTo, trouble }) => [
      `${title} ${label}${name === null ? "" : ` "${name}"`} (${place}): ${leadsTo}${trouble ? ` (${trouble.kind}: ${trouble.text})` : ""}`,
      ...ways.flatMap(({ traffic, handler, leads, unset }) => [
        `  ${traffic}: ${handler ?? "—"}${unset === undefined ? "" : `, without ${unset}`}`,
        ...leads.map(({ role, what, name, type, id, isMissing }) =>
          ["   ", role, what, name, type ?? "", id === undefined ? "" : "(known)", isMissing ? "missing" : ""]
            .join(" ")
            .trimEnd(),
        ),
      ]),
    ])
    .join("\n");
}

const DESK = "0b1f5c54-7d58-4c4c-9a57-2f6f7b1f0e01";

test("the routes say what each object leads to, or why it takes no calls", async () => {
  const script = (name: string, ...main: unknown[]) => ({ name, contents: { sections: { main } } });
  const laml = (url: string, more: object = {}) => ({ call_handler: "laml_webhooks", call_request_url: url, ...more });
  const relay = (name: string) => ({ call_handler: "relay_script", call_relay_script_url: `{{swmlScript:${name}}}` });
  const rings = (name: string) => ({
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: `{{sipEndpoint:${name}}}`,
  });
  const numbers = [
    { name: "Front desk", ...rings("desk"), call_sip_endpoint_id: DESK.toUpperCase() },
    { name: "Gone", ...rings("gone") },
    {},
    { ...relay("Menu"), message_handler: "laml_webhooks", message_request_url: "{{cxmlScript:Page}}" },
    relay("Dials"),
    laml("https://user:canary@web.example.com/call", {
      call_fallback_url: "{{cxmlScript:Page}}",
      call_status_callback_url: "{{cxmlScript:Lost}}",
    }),
    { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" },
    {
      ...{ call_handler: "relay_context", call_relay_context: "office" },
      ...{ message_handler: "laml_webhooks", message_request_url: "{{cxmlScript:Lost}}" },
    },
    laml("{{cxmlScript:Lost}}"),
  ];
  const project = {
    numbers: numbers.map((each, at) => ({ number: `+1202555010${at}`, ...each })),
    sipEndpoints: [
      { id: DESK, username: "desk", password: "x" },
      { username: "gone", password: "x" },
      { username: "passes", password: "x", call_handler: "relay_context", call_relay_context: "office" },
    ],
    swmlScripts: [
      script("Menu", { connect: { to: "sip:dsk" } }),
      script("Dials", { connect: { to: "+12025550103" } }),
      script("Answers", { play: "say:Hello" }, { connect: { to: "sip:desk" } }),
    ],
    cxmlScripts: [
      { display_name: "Page", contents: "<Response><Redirect>https://web.example.com/next</Redirect></Response>" },
      { display_name: "Lost", contents: "<Response/>" },
    ],
  };
  const client = await controlled({ seed: { projects: [project as never] } });
  const gone = (await client.get(`${ENDPOINTS}?filter_username=gone`)).body.data[0];
  expect((await client.delete(`${ENDPOINTS}/${gone.id}`)).status).toBe(204);
  const scripts = "/api/fabric/resources/cxml_scripts";
  const lost = (await client.get(scripts)).body.data.find(
    ({ display_name }: { display_name: string }) => display_name === "Lost",
  );
  expect((await client.delete(`${scripts}/${lost.id}`)).status).toBe(204);
  const { routes } = (await client.ask("GET", "routes")).body;
  const shown = shownRoutes(routes)
    .replace(gone.id, "ID")
    .replaceAll(/http:\S+\/laml-bins\/\S+/g, "the address of the deleted script");
  await expect(shown).toMatchFileSnapshot("golden/routes.txt");
});
