import { describe, expect, it, vi } from "vitest";
import { compare, inTurns, table } from "../../bench/report.ts";

describe("a figure of a benchmark", () => {
  const seconds = (...values: number[]) => values.map((value) => ({ seconds: value }));

  it("is the median of its rounds, its ratio the median of each round's own ratio", () => {
    // One round in which another process used the machine.
    const row = compare(["up", "seconds", "s"], seconds(1, 30, 2), "theirs", seconds(2, 60, 1));
    expect(row).toEqual({ line: "| up | 2.00 s | theirs | 2.00 s | 0.50 |  |", met: undefined });
  });

  it.each([
    [1.5, 3, 2, true],
    [1.5, 3.1, 2, false],
    [9, Number.NaN, 2, false],
  ])("with the goal %j, %d beside %d holds: %s", (goal, ours, theirs, met) => {
    expect(compare(["up", "seconds", "s"], seconds(ours), "theirs", seconds(theirs), goal).met).toBe(met);
  });

  it("is in the table with its unit, its ratio and the result of its goal", () => {
    const row = compare(["up of 1,000", "seconds", "s"], seconds(42.1), "floor", seconds(31), 1.25);
    expect(table([row])).toBe(
      [
        "| | ours | beside | theirs | ratio | goal |",
        "|---|---:|---|---:|---:|---|",
        "| up of 1,000 | 42.1 s | floor | 31.0 s | 1.36 | at most 1.25 ×: **missed** |",
      ].join("\n"),
    );
  });
});

it("lets the contestants take turns, another one first each time, and does not count the round that warms up", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const order: string[] = [];
  const contestant = (name: string) => async () => ({ turn: order.push(name) });
  const measured = await inTurns("up", { a: contestant("a"), b: contestant("b") }, { rounds: 2 });
  expect(order.join("")).toBe("ab" + "ba" + "ab");
  expect(measured).toEqual({ a: [{ turn: 4 }, { turn: 5 }], b: [{ turn: 3 }, { turn: 6 }] });
});
