// The cost of a run's end in the pack's own process, where every rule reads the whole stack.

import { afterAll, beforeAll, expect, it } from "vitest";
import { presetConfig } from "../../../policy/index.ts";
import { Analyzer, type Level, type Sent } from "../analyzer.ts";

let pack: Analyzer;

beforeAll(async () => {
  pack = await Analyzer.start();
  const config = Object.entries(presetConfig("baseline")).map(
    ([rule, level]) => [rule, { level: level as Level }] as const,
  );
  await pack.configure(Object.fromEntries(config));
}, 60_000);

afterAll(() => pack?.stop());

const numberOf = (at: number) => `+1202${String(at).padStart(7, "0")}`;

/** Numbers that each pass their calls to the next one. */
function chain(length: number): Sent[] {
  return Array.from({ length }, (_, at) => ({
    kind: "PhoneNumber",
    name: `line-${at}`,
    args: {
      number: numberOf(at),
      callHandler: "laml_webhooks",
      callRequestUrl: `https://a.example/?to=${encodeURIComponent(numberOf(at + 1))}`,
    },
  }));
}

async function secondsFor(stack: readonly Sent[]): Promise<number> {
  const before = pack.processorTime();
  const found = await pack.analyzeStack(stack);
  expect(found.filter(({ rule }) => rule === "stack-call-loops")).toEqual([]);
  return pack.processorTime() - before;
}

// It takes half a second. The limit allows for a slow machine, but not for cubic growth.
it("every rule evaluates 2,000 numbers in a chain within seconds of processor time", async () => {
  await secondsFor(chain(500)); // Compiles the code first.
  expect(await secondsFor(chain(2_000))).toBeLessThan(2);
}, 120_000);
