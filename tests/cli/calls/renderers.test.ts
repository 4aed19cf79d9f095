import { expect, it } from "vitest";
import { routesJson } from "../../../cli/calls/renderers/json.ts";
import { mermaid } from "../../../cli/calls/renderers/mermaid.ts";
import { routesText } from "../../../cli/calls/renderers/text.ts";
import { account, drawn, endpoint, idOf, phone, rings } from "./objects.ts";

const office = await drawn([
  endpoint("front-desk", 1, { name: "desk" }),
  phone("+12025550101", 1, { name: "line", ...rings(1) }),
  phone("+12025550102", 2, rings(7)),
]);
const sizes = await Promise.all([10, 100, 1_000].map(async (size) => [size, await drawn(account(size))] as const));

it("the text has a line for each way", async () => {
  expect(routesText(office, { colour: false })).toBe(`✗ rings an endpoint that is not there: +12025550102

phone number +12025550101 (line)
  call: relay_sip_endpoint → SIP endpoint front-desk (desk)
phone number +12025550102
  call: relay_sip_endpoint → SIP endpoint 00000000-0000-4000-8000-000000000007, which is not there
`);
});

it("the text says once which calls an endpoint's handler takes at the live service", async () => {
  const handled = {
    fields: { call_handler: "relay_script", call_relay_script_url: "https://voice.example.com/script" },
  };
  const desks = [endpoint("desk", 1, handled), endpoint("hall", 2, handled)];
  const text = routesText(await drawn([...desks, phone("+12025550101", 1, rings(1))]), {
    colour: false,
  });
  expect(
    text.split("At the live service, a SIP endpoint's handler takes the calls that the device places"),
  ).toHaveLength(2);
});

it("the text begins with the errors, and names each number by its label", async () => {
  const fields = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: idOf(7), name: "Main line" };
  const graph = await drawn([
    phone("+12025550109", 1, { fields }),
    phone("+12025550103", 2, rings(8)),
    phone("+12025550105", 3),
    phone("+12025550104", 4, {
      name: "texts",
      fields: { message_handler: "relay_application", message_relay_application: "in" },
    }),
    phone("+12025550106", 5, { fields: { call_handler: "relay_script" } }),
  ]);
  expect(routesText(graph, { colour: false }).split("\n\n")[0]?.split("\n")).toEqual([
    "✗ rings an endpoint that is not there: +12025550103 and +12025550109 (Main line)",
    "✗ relay_script needs call_relay_script_url, which is not set: +12025550106",
    "! no handler is set for calls: +12025550104 (texts) and +12025550105",
  ]);
  expect(routesText(graph, { colour: false })).toContain('phone number +12025550109 "Main line"\n');
});

it("a large account's text never gives one number the endpoint of another", async () => {
  const objects = Array.from({ length: 40 }, (_, at) => [
    endpoint(`desk-${at}`, at, at === 24 ? { fields: { call_handler: "relay_script" } } : {}),
    phone(`+1202555${1000 + at}`, at, rings(at)),
  ]).flat();
  const text = routesText(await drawn([...objects, phone("+12025561017", 99, rings(24))]), {
    colour: false,
  });
  // Two numbers ring desk-24, and each other number has a desk of its own.
  expect(text).toContain(
    "2 phone numbers: +12025551024, +12025561017\n  call: relay_sip_endpoint → SIP endpoint desk-24\n",
  );
  expect(text).toContain("→ each its own of 39 SIP endpoints: desk-0, desk-1, desk-2, …\n");
});

it("one script that dials two groups of endpoints is not said to dial one of them", async () => {
  const contents = { sections: { main: ["a", "b"].map((to) => ({ connect: { to: `sip:${to}` } })) } };
  const script = {
    type: "SwmlScript",
    id: "menu",
    fields: { display_name: "Menu", contents, request_url: "https://example.signalwire.com/relay-bins/menu" },
  } as const;
  const endpoints = ["a", "b"].map((username, at) => endpoint(username, at));
  const others = Array.from({ length: 60 }, (_, at) => endpoint(`desk-${at}`, 10 + at));
  const text = routesText(await drawn([script, ...endpoints, ...others]), { colour: false });
  expect(text).toContain("  call: dials → 2 SIP endpoints: a, b\n");
});

it("the text marks missing objects in red on a terminal with colours", async () => {
  expect(routesText(office, { colour: true })).toContain("\u001b[31mSIP endpoint 00000000");
});

it("Mermaid has a node for each object and a cross at each missing one", async () => {
  expect(mermaid(office)).toBe(`flowchart LR
  p0n0["phone number<br/>+12025550101<br/>line"]
  p0n1["phone number<br/>+12025550102"]
  p0n2["SIP endpoint<br/>front-desk<br/>desk"]
  p0n3{{"SIP endpoint<br/>00000000-0000-4000-8000-000000000007<br/>missing"}}:::bad
  p0n0 -->|"relay_sip_endpoint"| p0n2
  p0n1 --x|"relay_sip_endpoint"| p0n3
  classDef bad fill:#d1242f22,stroke:#d1242f,stroke-width:2px
  classDef note fill:#bf870022,stroke:#bf8700,stroke-width:2px
`);
});

it.each(sizes)("no form of %i objects shows a secret or lets a name act", (_, graph) => {
  const forms = [routesText(graph, { colour: false }), mermaid(graph), routesJson(graph)];
  for (const form of forms) {
    expect(form).not.toContain("canary");
    expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  // Only text inside the quotes; the only tag is the line break.
  for (const [, label = ""] of mermaid(graph).matchAll(/"([^"\n]*)"/g))
    expect(label.replaceAll("<br/>", "")).toMatch(/^(?:[\p{L}\p{N} .,:/+_@()×…-]|#\d+;)*$/u);
});

it.each(sizes)("Mermaid of %i objects stays below what GitHub draws", (_, graph) => {
  expect(mermaid(graph).length).toBeLessThan(50_000);
  expect(mermaid(graph).match(/ -->| -\.->| --x/g)?.length).toBeLessThan(500);
});

it("an empty graph has a sentence", async () => {
  const nothing = await drawn([]);
  expect(routesText(nothing, { colour: false })).toBe("Nothing here takes calls or messages.\n");
});
