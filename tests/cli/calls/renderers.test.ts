import { expect, it } from "vitest";
import type { KnownObject } from "../../../cli/calls/objects.ts";
import { routesJson } from "../../../cli/calls/renderers/json.ts";
import { mermaid } from "../../../cli/calls/renderers/mermaid.ts";
import { routesText } from "../../../cli/calls/renderers/text.ts";
import { account, drawn, endpoint, phone, rings } from "./objects.ts";
import { dialling } from "./offices.ts";

const address = (id: string) => `https://example.signalwire.com/relay-bins/${id}`;

const script = (type: "SwmlScript" | "CxmlScript", name: string, contents: unknown, more = {}): KnownObject => ({
  ...{ type, id: name, fields: { display_name: name, contents, request_url: address(name), ...more } },
});

const MENU = [
  { switch: { variable: "x", case: { "1": [{ connect: { to: "sip:sales@space.sip.example.com", timeout: 20 } }] } } },
  { connect: { from: "+12025550102", serial: [{ to: "sip:away@other.example.com" }, { to: "+12025550103" }] } },
  { execute: { dest: "hello", on_return: [{ connect: { parallel: [{ to: "alice" }, { to: "%{vars.who}" }] } }] } },
  { transfer: { dest: address("night") } },
];
const LAML = `<Response><Say>+12025550102</Say><Dial callerId="+12025550102"><Sip>sip:sales@SPACE.sip.example.com;x=1</Sip>
  <Number>+12025550103</Number></Dial><Redirect>carrier</Redirect></Response>`;

const TEXTED = { message_handler: "laml_webhooks", message_request_url: address("texts") };
const webhook = (url: string) => ({ call_handler: "laml_webhooks", call_request_url: url });

/** The calls and messages of the numbers, in their order. */
const HANDLERS: readonly KnownObject["fields"][] = [
  rings(1).fields,
  { ...rings(7).fields, name: "Main of https://a:canary@a.example" },
  rings(8).fields,
  {},
  { call_handler: "laml_application", call_laml_application_id: "OFFICE" },
  { call_handler: "laml_application", call_laml_application_id: "app-1" },
  ...[webhook("[secret]"), webhook("[secret]")],
  {
    call_handler: "laml_webhooks",
    call_request_url: "https://user:canary@example.com/call?token=canary",
    call_fallback_url: address("gone"),
    call_status_callback_url: "https://example.com/status",
    call_laml_application_id: "left over",
    message_handler: "relay_application",
    message_relay_application: "inbox",
  },
  { call_handler: "relay_script", call_relay_script_url: `${address("menu")}#rc=2` },
  { call_handler: "relay_script" },
  {
    call_handler: "laml_webhooks",
    call_fallback_url: "https://example.com/fallback",
    message_handler: "laml_webhooks",
    message_fallback_url: "https://example.com/fallback",
  },
  webhook("sales/[secret]"),
  { call_handler: "relay_topic", call_relay_topic: "sales 📞".padEnd(61, "-"), call_relay_context: "support" },
  { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" },
  { call_handler: "relay_verto_endpoint", call_verto_resource: "bob", ...TEXTED },
];

/** Each kind of way, in an account whose every object is known. */
const office = await drawn([
  ...HANDLERS.map((fields, at) =>
    phone(`+120255501${String(at + 1).padStart(2, "0")}`, at, { name: `line-${at}`, fields }),
  ),
  endpoint("front-desk", 1, {
    name: "desk",
    fields: { call_handler: "relay_script", call_relay_script_url: address("deleted") },
  }),
  ...[endpoint("sales", 3), endpoint("away", 4, { mark: "missing" })],
  { type: "ClientToken", id: "5", fields: { resource: "alice" } },
  {
    ...{ type: "DomainApplication", id: "Carrier" },
    fields: {
      identifier: "carrier",
      domain: "space-carrier",
      call_handler: "relay_script",
      call_relay_script_url: address("menu"),
    },
  },
  { type: "SipProfile", id: "7", fields: { domain: "space.sip.example.com" } },
  { type: "CxmlApplication", id: "Office", fields: { friendly_name: "Office of https://a:canary@a.example" } },
  script("SwmlScript", "menu", { sections: { main: MENU, hello: [{ play: "say:Hello" }] } }),
  script("SwmlScript", "night", "sections:\n  main:\n    - connect: { to: sip:sales }\n"),
  { ...script("CxmlScript", "gone", "<Response/>"), mark: "missing" },
  script("CxmlScript", "broken", "<Response><Dial>sales"),
  script("CxmlScript", "laml", LAML),
  script("CxmlScript", "texts", "<Response><Redirect>next</Redirect></Response>", { script_type: "messaging" }),
  script("CxmlScript", "short", "<Response><Dial>carrier</Dial></Response>"),
]);
/** One of many numbers has drifted, and another one rings nothing. */
const many = await drawn([
  ...account(100).map((each, at) => (at === 60 ? ({ ...each, mark: "drifted" } as const) : each)),
  phone("+12029999999", 9_000, rings(77_777)),
]);
/** Each of 40 endpoints has two callers, which are in opposite orders, and two scripts that dial it. One script dials two others. */
const crossed = await drawn([
  ...Array.from({ length: 40 }, (_, at) =>
    endpoint(`desk-${at}`, at, { fields: webhook(`https://a.example:81/in/${at}`) }),
  ),
  ...Array.from({ length: 80 }, (_, at) => phone(`+1202555${1000 + at}`, at, rings(at < 40 ? 39 - at : at - 40))),
  ...Array.from({ length: 40 }, (_, at) =>
    script("CxmlScript", `pair-${at}`, dialling(`desk-${at}`, `desk-${(at + 1) % 40}`)),
  ),
  ...["", "/call"].map((path, at) =>
    phone(`+1202556100${at}`, 90 + at, { fields: webhook(`https://a.example${path}`) }),
  ),
  ...["a", "b"].map((username, at) => endpoint(username, 200 + at)),
  script("SwmlScript", "both", { sections: { main: ["a", "b"].map((to) => ({ connect: { to: `sip:${to}` } })) } }),
]);
const sizes = await Promise.all([10, 100, 1_000].map(async (size) => [size, await drawn(account(size))] as const));

it.each([
  ["ways.txt", office],
  ["ways.mermaid", office],
  ["many.txt", many],
  ["many.mermaid", many],
  ["crossed.txt", crossed],
  ["crossed.mermaid", crossed],
])("each kind of way, and many, are the golden file %s", async (name, graph) => {
  const text = name.endsWith("txt") ? routesText(graph, { colour: false }) : mermaid(graph);
  expect(text).not.toContain("canary");
  await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
});

it("the text marks missing objects in red on a terminal with colours", async () => {
  expect(routesText(office, { colour: true })).toContain("\u001b[31mSIP endpoint 00000000");
});

it.each(sizes)("no form of %i objects shows a secret, lets a name act, or is more than GitHub draws", (_, graph) => {
  const forms = [routesText(graph, { colour: false }), mermaid(graph), routesJson(graph)];
  for (const form of forms) {
    expect(form).not.toContain("canary");
    expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  // Only text inside the quotes; the only tag is the line break.
  for (const [, label = ""] of mermaid(graph).matchAll(/"([^"\n]*)"/g))
    expect(label.replaceAll("<br/>", "")).toMatch(/^(?:[\p{L}\p{N} .,:/+_@()×…-]|#\d+;)*$/u);
  // GitHub draws no more.
  expect(mermaid(graph).length).toBeLessThan(50_000);
  expect(mermaid(graph).match(/ -->| -\.->| --x/g)?.length).toBeLessThan(500);
});
