import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, it } from "vitest";
import { graphOf } from "../../../cli/routes/graph.ts";
import { layoutOf } from "../../../cli/routes/layout.ts";
import type { KnownObject } from "../../../cli/routes/objects.ts";
import { routesHtml } from "../../../cli/routes/renderers/html.ts";
import { routesJson } from "../../../cli/routes/renderers/json.ts";
import { mermaid } from "../../../cli/routes/renderers/mermaid.ts";
import { routesSvg } from "../../../cli/routes/renderers/svg.ts";
import { routesText } from "../../../cli/routes/renderers/text.ts";
import { account, endpoint, HOSTILE, idOf, phone, rings } from "./objects.ts";

const office = graphOf(
  [
    endpoint("front-desk", 1, { name: "desk" }),
    phone("+12025550101", 1, { name: "line", ...rings(1) }),
    phone("+12025550102", 2, rings(7)),
  ],
  { isWhole: true },
);
const sizes = [10, 100, 1_000].map((size) => [size, graphOf(account(size), { isWhole: true })] as const);

it("the text has a line for each way", () => {
  expect(routesText(office, { colour: false })).toBe(`✗ 1 number rings an endpoint that is not there: +12025550102

phone number +12025550101 (line)
  call: relay_sip_endpoint → SIP endpoint front-desk (desk)
phone number +12025550102
  call: relay_sip_endpoint → SIP endpoint 00000000-0000-4000-8000-000000000007, which is not there
`);
});

it("the text begins with the errors, and names each number by its label", () => {
  const fields = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: idOf(7), name: "Main line" };
  const graph = graphOf(
    [
      phone("+12025550109", 1, { fields }),
      phone("+12025550103", 2, rings(8)),
      phone("+12025550105", 3),
      phone("+12025550104", 4, {
        name: "texts",
        fields: { message_handler: "relay_application", message_relay_application: "in" },
      }),
      phone("+12025550106", 5, { fields: { call_handler: "laml_webhooks" } }),
    ],
    { isWhole: true },
  );
  expect(routesText(graph, { colour: false }).split("\n\n")[0]?.split("\n")).toEqual([
    "✗ 2 numbers ring an endpoint that is not there: +12025550103, +12025550109 (Main line)",
    "✗ 1 number has laml_webhooks without call_request_url: +12025550106",
    "! 2 numbers have no handler: +12025550104 (messages only), +12025550105",
  ]);
  expect(routesText(graph, { colour: false })).toContain('phone number +12025550109 "Main line"\n');
});

it("a large account's text never gives one number the endpoint of another", () => {
  const objects = Array.from({ length: 40 }, (_, at) => [
    endpoint(`desk-${at}`, at, at === 24 ? { fields: { call_handler: "relay_script" } } : {}),
    phone(`+1202555${1000 + at}`, at, rings(at)),
  ]).flat();
  const text = routesText(graphOf([...objects, phone("+12025561017", 99, rings(24))], { isWhole: true }), {
    colour: false,
  });
  // Two numbers ring desk-24, and each other number has a desk of its own.
  expect(text).toContain(
    "2 phone numbers: +12025551024, +12025561017\n  call: relay_sip_endpoint → SIP endpoint desk-24\n",
  );
  expect(text).toContain("→ each its own of 39 SIP endpoints: desk-0, desk-1, desk-2, …\n");
});

it("the text marks missing objects in red on a terminal with colours", () => {
  expect(routesText(office, { colour: true })).toContain("\u001b[31mSIP endpoint 00000000");
});

it("Mermaid has a node for each object and a cross at each missing one", () => {
  expect(mermaid(office)).toBe(`flowchart LR
  p0n0["phone number<br/>+12025550101<br/>line"]
  p0n1["phone number<br/>+12025550102"]
  p0n2{{"SIP endpoint<br/>00000000-0000-4000-8000-000000000007<br/>missing"}}:::bad
  p0n3["SIP endpoint<br/>front-desk<br/>desk"]
  p0n0 -->|"relay_sip_endpoint"| p0n3
  p0n1 --x|"relay_sip_endpoint"| p0n2
  classDef bad fill:#d1242f22,stroke:#d1242f,stroke-width:2px
  classDef note fill:#bf870022,stroke:#bf8700,stroke-width:2px
`);
});

it.each(sizes)("no form of %i objects shows a secret or lets a name act", (_, graph) => {
  const forms = [
    routesText(graph, { colour: false }),
    mermaid(graph),
    routesSvg(graph),
    routesHtml(graph, HOSTILE.join(" ")),
    routesJson(graph),
  ];
  for (const form of forms) {
    expect(form).not.toContain("canary");
    expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  // Only text inside the quotes; the only tag is the line break.
  for (const [, label = ""] of mermaid(graph).matchAll(/"([^"\n]*)"/g))
    expect(label.replaceAll("<br/>", "")).toMatch(/^(?:[\p{L}\p{N} .,:/+_@()×…-]|#\d+;)*$/u);
  const svg = routesSvg(graph);
  expect(XMLValidator.validate(svg)).toBe(true);
  const page = routesHtml(graph, HOSTILE.join(" "));
  expect(page.match(/<script/g)).toHaveLength(1);
  const tags = new Set(
    [...page.matchAll(/<(\w+)((?:[^>"]|"[^"]*")*)>/g)].map(
      ([, name, rest = ""]) => name + rest.replace(/"[^"]*"/g, ""),
    ),
  );
  expect([...tags].filter((tag) => /^(?:img|a|iframe|link|object)\b|\s(?:on\w+|src|href)=/.test(tag))).toEqual([]);
});

it.each(sizes)("Mermaid of %i objects stays below what GitHub draws", (_, graph) => {
  expect(mermaid(graph).length).toBeLessThan(50_000);
  expect(mermaid(graph).match(/ -->| -\.->| --x/g)?.length).toBeLessThan(500);
});

it("the picture is valid XML with two themes, and loads nothing", () => {
  const svg = routesSvg(office);
  const { svg: root } = new XMLParser({ ignoreAttributes: false }).parse(svg);
  expect(root["@_role"]).toBe("img");
  expect(svg).toContain("prefers-color-scheme: dark");
  expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|url\(/);
});

it("the page allows its own script alone, and finds an object by what it leads to", () => {
  const page = routesHtml(office, "Routes");
  expect(page).toMatch(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/=]+'/);
  expect(page).toContain(
    'data-search="phone number +12025550101 (line) call relay_sip_endpoint sip endpoint front-desk (desk)"',
  );
});

it.each(sizes)("no two boxes of %i objects overlap, and each way ends at its boxes", (_, graph) => {
  const { boxes, lines, width, height } = layoutOf(graph);
  expect(boxes).toHaveLength(graph.nodes.length);
  for (const column of Map.groupBy(boxes, ({ x }) => x).values()) {
    const sorted = column.toSorted((a, b) => a.y - b.y);
    for (const [at, { y }] of sorted.entries()) {
      const before = sorted[at - 1];
      if (before) expect(y).toBeGreaterThan(before.y + before.height);
    }
  }
  for (const { x, y, height: tall } of boxes) expect(x >= 0 && y >= 0 && x < width && y + tall <= height).toBe(true);
  const spots = new Map(boxes.map((box) => [box.node.key, box]));
  for (const { edge, points } of lines) {
    const [from, to] = [spots.get(edge.from), spots.get(edge.to)];
    expect(points[0]?.x).toBeGreaterThan(from?.x ?? 0);
    expect(points.at(-1)?.x).toBe(to?.x);
  }
});

it("an empty graph has a sentence and a valid picture", () => {
  const nothing = graphOf([], { isWhole: true });
  expect(routesText(nothing, { colour: false })).toBe("Nothing here takes calls or messages.\n");
  expect(XMLValidator.validate(routesSvg(nothing))).toBe(true);
});

it("a script stands left of what it dials, in a picture too, and a circle has an end", () => {
  const address = (name: string) => `https://example.signalwire.com/relay-bins/${name}`;
  const script = (name: string, ...main: object[]): KnownObject => {
    const contents = { sections: { main } };
    return { type: "SwmlScript", id: name, fields: { display_name: name, request_url: address(name), contents } };
  };
  const back = { call_handler: "relay_script", call_relay_script_url: address("menu") };
  const graph = graphOf(
    [
      phone("+12025550101", 1, { fields: back }),
      endpoint("desk", 2, { fields: back }),
      script("menu", { connect: { to: "desk" } }, { transfer: { dest: address("night") } }),
      script("night", { transfer: { dest: address("menu") } }),
    ],
    { isWhole: true },
  );
  const { boxes, lines } = layoutOf(graph);
  const x = (label: string) => boxes.find(({ node }) => node.label === label)?.x ?? Number.NaN;
  expect(x("+12025550101")).toBeLessThan(x("menu"));
  expect(x("menu")).toBeLessThan(x("desk"));
  expect(x("night")).toBe(x("desk"));
  expect(lines).toHaveLength(5);
});

it("each line of text in a picture is within its box", () => {
  const carrier: KnownObject = { type: "DomainApplication", id: idOf(1), fields: { identifier: "a", name: "Carrier" } };
  const svg = routesSvg(graphOf([carrier, phone("+12025550101", 1, { name: "line" })], { isWhole: true }));
  for (const box of svg.match(/<g class="box[\s\S]*?<\/g>/g) ?? []) {
    const [, top = "", height = ""] = /<rect [^>]*y="([\d.]+)"[^>]*height="([\d.]+)"/.exec(box) ?? [];
    for (const [, y = ""] of box.matchAll(/<text [^>]*y="([\d.]+)"/g))
      expect(Number(y)).toBeLessThan(Number(top) + Number(height));
  }
});
