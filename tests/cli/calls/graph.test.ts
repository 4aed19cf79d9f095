import { expect, it } from "vitest";
import { keysOf, partAround } from "../../../cli/calls/graph.ts";
import { READABLE, readable } from "../../../cli/calls/grouping.ts";
import { account, drawn, endpoint, idOf, phone, rings } from "./objects.ts";

it.each([100, 5_000])(
  "%i objects come to a picture that can be read, with all objects and no false way",
  async (size) => {
    const graph = await drawn(account(size));
    const small = readable(graph);
    expect(readable(graph, graph.nodes.length)).toBe(graph);
    expect(small.nodes.length).toBeLessThan(READABLE);
    // The order in which ways were found makes no group.
    const mixed = [0, 1].flatMap((half) => graph.edges.filter((_, at) => at % 2 === half));
    expect(readable({ ...graph, edges: mixed }).nodes.length).toBe(small.nodes.length);
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
          count === targets.length && count === callers.size ? "its own" : "one",
          true,
        ]);
    }
  },
);

it("an object is found by its number, its digits, its names and its id, with everything before and after it", async () => {
  const messages = { message_handler: "relay_application", message_relay_application: "office" };
  const fields = { ...rings(1).fields, ...messages, name: "Main line" };
  const objects = [
    phone("+12025550101", 1, { name: "line", fields }),
    endpoint("desk", 1, { fields: { call_handler: "relay_application", call_relay_application: "office" } }),
    phone("+12025550102", 2, rings(2)),
    endpoint("other", 2),
  ];
  const graph = await drawn(objects);
  const names = ["line", "Main line", "desk", idOf(1), idOf(10_001)];
  for (const name of ["+12025550101", "12025550101", "+1 (202) 555-0101", ...names]) {
    const part = partAround(graph, keysOf(graph, name));
    expect([name, part.nodes.map(({ label }) => label).sort()]).toEqual([name, ["+12025550101", "desk", "office"]]);
  }
  expect(keysOf(graph, "+12025550199")).toEqual([]);
  // Messages of the number pass the endpoint by.
  expect(partAround(graph, keysOf(graph, "desk")).edges.map(({ traffic }) => traffic)).toEqual(["call", "call"]);
});
