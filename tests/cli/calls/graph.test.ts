import { expect, it } from "vitest";
import { keysOf, type Node, partAround, sources } from "../../../cli/calls/graph.ts";
import { READABLE, readable } from "../../../cli/calls/grouping.ts";
import type { KnownObject } from "../../../cli/calls/objects.ts";
import { account, drawn, endpoint, idOf, phone, rings } from "./objects.ts";

async function ways(objects: readonly KnownObject[], isWhole = true) {
  const graph = await drawn(objects, isWhole);
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  return graph.edges.map(({ from, to, traffic, label, role, isBroken }) => {
    const node = nodes.get(to) as Node;
    return [nodes.get(from)?.label, traffic, label, role, node.kind, node.what, node.label, isBroken].join(" | ");
  });
}

it("a number leads to the endpoint that it rings, and that one to what its handler names", async () => {
  const script = { call_handler: "relay_script", call_relay_script_url: "https://example.com/s.json" };
  expect(await ways([endpoint("desk", 1, { fields: script }), phone("+12025550101", 1, rings(1))])).toEqual([
    "+12025550101 | call | relay_sip_endpoint | target | object | SIP endpoint | desk | false",
    "desk | call | relay_script | target | document | document | https://example.com/s.json | false",
  ]);
});

it("a number leads to the cXML application that it names, and an unknown one is not missing", async () => {
  const office: KnownObject = { type: "CxmlApplication", id: idOf(7), fields: { friendly_name: "Office" } };
  const names = (id: string) => ({ fields: { call_handler: "laml_application", call_laml_application_id: id } });
  expect(
    await ways([phone("+12025550101", 1, names(idOf(7))), phone("+12025550102", 2, names("app-1")), office]),
  ).toEqual([
    "+12025550101 | call | laml_application | target | object | cXML application | Office | false",
    "+12025550102 | call | laml_application | target | thing | LaML application | app-1 | false",
  ]);
});

it("secret addresses of two numbers are two nodes", async () => {
  const fields = { call_handler: "laml_webhooks", call_request_url: "[secret]" };
  const { nodes } = await drawn([phone("+12025550101", 1, { fields }), phone("+12025550102", 2, { fields })]);
  expect(nodes.filter(({ label }) => label === "[secret]")).toHaveLength(2);
});

it("a fallback and a status callback are ways of their own, and what another handler reads is none", async () => {
  const fields = {
    call_handler: "laml_webhooks",
    call_request_url: "https://example.com/call",
    call_fallback_url: "https://other.example/call",
    call_status_callback_url: "https://example.com/status",
    call_laml_application_id: "left over",
    message_handler: "relay_application",
    message_relay_application: "inbox",
  };
  expect(await ways([phone("+12025550101", 1, { fields })])).toEqual([
    "+12025550101 | call | laml_webhooks | target | document | document | https://example.com/call | false",
    "+12025550101 | call | fallback | fallback | document | document | https://other.example/call | false",
    "+12025550101 | call | status | status | document | document | https://example.com/status | false",
    "+12025550101 | message | relay_application | target | thing | Relay application | inbox | false",
  ]);
});

it("the address of a script leads to the script, and that one to the scripts that its contents name", async () => {
  const address = (id: string) => `https://example.signalwire.com/relay-bins/${id}`;
  const script = (id: string, dest: string): KnownObject => {
    const contents = { sections: { main: [{ transfer: { dest } }] } };
    return { type: "SwmlScript", id, fields: { display_name: id, request_url: address(id), contents } };
  };
  const number = phone("+12025550101", 1, {
    fields: { call_handler: "relay_script", call_relay_script_url: `${address("menu")}#rc=2` },
  });
  const carrier: KnownObject = {
    type: "DomainApplication",
    id: idOf(3),
    fields: { identifier: "carrier", call_handler: "relay_script", call_relay_script_url: address("menu") },
  };
  const other = endpoint("desk", 1, {
    fields: { call_handler: "relay_script", call_relay_script_url: address("deleted") },
  });
  expect(
    (await ways([number, carrier, other, script("menu", address("night")), script("night", "main")])).sort(),
  ).toEqual([
    "+12025550101 | call | relay_script | target | object | SWML script | menu | false",
    "carrier | call | relay_script | target | object | SWML script | menu | false",
    `desk | call | relay_script | target | document | document | ${address("deleted")} | false`,
    "menu | call | contents | target | object | SWML script | night | false",
  ]);
});

it("a script leads to the numbers, endpoints and clients that it dials, and to none in another domain", async () => {
  const script = (type: "SwmlScript" | "CxmlScript", name: string, contents: unknown): KnownObject => {
    const request_url = `https://example.signalwire.com/relay-bins/${name}`;
    return { type, id: name, fields: { display_name: name, contents, request_url } };
  };
  const main = [
    { switch: { variable: "x", case: { "1": [{ connect: { to: "sip:sales@space.sip.example.com", timeout: 20 } }] } } },
    { connect: { from: "+12025550101", serial: [{ to: "sip:away@other.example.com" }, { to: "+12025550102" }] } },
    { execute: { dest: "hello", on_return: [{ connect: { parallel: [{ to: "alice" }, { to: "%{vars.who}" }] } }] } },
  ];
  const laml = `<Response><Say>+12025550101</Say><Dial callerId="+12025550101"><Sip>sip:sales@SPACE.sip.example.com;x=1</Sip>
    <Number>+12025550102</Number></Dial><Redirect>carrier</Redirect></Response>`;
  const objects: KnownObject[] = [
    ...[phone("+12025550101", 1), phone("+12025550102", 2), endpoint("sales", 3), endpoint("away", 4)],
    { type: "ClientToken", id: "5", fields: { resource: "alice" } },
    { type: "DomainApplication", id: idOf(6), fields: { identifier: "carrier", domain: "space-carrier" } },
    { type: "SipProfile", id: "7", fields: { domain: "space.sip.example.com" } },
    script("SwmlScript", "menu", { sections: { main, hello: [{ play: "say:Hello" }] } }),
    script("SwmlScript", "text", "sections:\n  main:\n    - connect: { to: sip:sales }\n"),
    script("CxmlScript", "broken", "<Response><Dial>sales"),
    script("CxmlScript", "laml", laml),
    script("CxmlScript", "short", "<Response><Dial>carrier</Dial></Response>"),
  ];
  const named = (what: string, label: string) => `call | dials | target | object | ${what} | ${label} | false`;
  expect((await ways(objects)).sort()).toEqual([
    "laml | call | contents | target | document | document | https://example.signalwire.com/relay-bins/carrier | false",
    `laml | ${named("SIP endpoint", "sales")}`,
    `laml | ${named("phone number", "+12025550102")}`,
    `menu | ${named("SIP endpoint", "sales")}`,
    `menu | ${named("client token", "alice")}`,
    `menu | ${named("phone number", "+12025550102")}`,
    "short | call | dials | target | nobody | address | carrier | true",
    `text | ${named("SIP endpoint", "sales")}`,
  ]);
});

it("a missing endpoint is a broken way in an account, and an unknown object in a stack", async () => {
  const number = phone("+12025550101", 1, rings(7));
  const way = (kind: string, isBroken: boolean) =>
    `+12025550101 | call | relay_sip_endpoint | target | ${kind} | SIP endpoint | ${idOf(7)} | ${isBroken}`;
  expect(await ways([number])).toEqual([way("nobody", true)]);
  expect(await ways([number], false)).toEqual([way("thing", false)]);
});

it("a handler without its required field leads to no object", async () => {
  expect(await ways([phone("+12025550101", 1, { fields: { call_handler: "relay_script" } })])).toEqual([
    "+12025550101 | call | relay_script | target | nobody | Relay script | call_relay_script_url is not set | true",
  ]);
});

it("a handler beyond the specification leads to what goes with it", async () => {
  const fields = { call_handler: "relay_topic", call_relay_topic: "sales", call_relay_context: "support" };
  expect(await ways([phone("+12025550101", 1, { fields })])).toEqual([
    "+12025550101 | call | relay_topic | target | thing | Relay topic | sales | false",
  ]);
});

it("a client is found by its name, with any token", async () => {
  const fields = { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" };
  const token: KnownObject = { type: "ClientToken", id: "alice", fields: { resource: "alice" } };
  expect((await ways([phone("+12025550101", 1, { fields }), token]))[0]).toContain("object | client token | alice");
  expect((await ways([phone("+12025550101", 1, { fields })]))[0]).toContain("thing | client | alice");
});

it("an address shows no secret, and a way to a missing endpoint is broken", async () => {
  const fields = {
    call_handler: "relay_script",
    call_relay_script_url: "https://user:canary@example.com/?token=canary",
  };
  const objects = [endpoint("desk", 1, { fields, mark: "missing" }), phone("+12025550101", 1, rings(1))];
  expect(JSON.stringify((await drawn(objects)).nodes.map(({ label }) => label))).not.toContain("canary");
  expect((await ways(objects))[0]).toMatch(/true$/);
});

it("objects without callers come first, numbers before endpoints", async () => {
  const objects = [endpoint("desk", 1), endpoint("alone", 2), phone("+12025550101", 1, rings(1))];
  expect(sources(await drawn(objects)).map(({ label }) => label)).toEqual(["+12025550101", "alone"]);
});

it.each([100, 5_000])(
  "%i objects come to a picture that can be read, with all objects and no false way",
  async (size) => {
    const graph = await drawn(account(size));
    const small = readable(graph);
    expect(small.nodes.length).toBeLessThan(READABLE);
    const membersOf = new Map(small.nodes.map((node) => [node.key, (node.members ?? [node]).map(({ key }) => key)]));
    expect([...membersOf.values()].flat().length).toBe(graph.nodes.length);
    expect(small.edges.reduce((sum, { count }) => sum + count, 0)).toBe(graph.edges.length);
    for (const { from, to, traffic, label, count, share } of small.edges) {
      const callers = new Set(membersOf.get(from));
      const reached = graph.edges
        .filter((edge) => callers.has(edge.from) && edge.traffic === traffic && edge.label === label)
        .map((edge) => edge.to);
      const targets = membersOf.get(to) ?? [];
      expect(targets.filter((target) => !reached.includes(target))).toEqual([]);
      if (targets.length === 1) expect(share).toBeUndefined();
      else
        expect([share, callers.size > 1]).toEqual([
          count === targets.length && count === callers.size ? "own" : "one",
          true,
        ]);
    }
  },
);

it("an object is found by its number, its digits, its names and its id, with everything before and after it", async () => {
  const fields = { ...rings(1).fields, name: "Main line" };
  const objects = [
    phone("+12025550101", 1, { name: "line", fields }),
    endpoint("desk", 1, { fields: { call_handler: "relay_application", call_relay_application: "office" } }),
    phone("+12025550102", 2, rings(2)),
    endpoint("other", 2),
  ];
  const graph = await drawn(objects);
  for (const name of [
    "+12025550101",
    "12025550101",
    "+1 (202) 555-0101",
    "line",
    "Main line",
    "desk",
    idOf(1),
    idOf(10_001),
  ]) {
    const part = partAround(graph, keysOf(graph, name));
    expect([name, part.nodes.map(({ label }) => label).sort()]).toEqual([name, ["+12025550101", "desk", "office"]]);
  }
  expect(keysOf(graph, "+12025550199")).toEqual([]);
});

it("a marked object stays separate among many", async () => {
  const objects = [
    ...account(500),
    endpoint("odd", 9_000, { mark: "drifted" }),
    phone("+12029999999", 9_000, rings(77_777)),
  ];
  const small = readable(await drawn(objects));
  expect(small.nodes.find(({ label }) => label === "odd")).toMatchObject({ mark: "drifted", kind: "object" });
  expect(small.nodes.find(({ label }) => label === idOf(77_777))).toMatchObject({ kind: "nobody" });
});
