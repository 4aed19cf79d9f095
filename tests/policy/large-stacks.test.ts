// The cost of a run's end in the pack's own process, where every rule reads the whole stack.

import { afterAll, beforeAll, expect, it } from "vitest";
import { presetConfig } from "../../policy/index.ts";
import { Analyzer, type Level, type Sent } from "./analyzer.ts";

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

it("a preview of 1,000 endpoints that violate strict rules prints at most 60 kB, and an update reports each", async () => {
  const wrong = Array.from({ length: 1_000 }, (_, at): Sent => {
    const name = `desk-${at}`;
    return {
      kind: "SipEndpoint",
      name,
      args: { username: name, password: "secret", encryption: "optional", callerId: "911" },
    };
  });
  const strict = Object.entries(presetConfig("strict")).map(([rule, value]) => {
    const { enforcementLevel, ...options } = typeof value === "string" ? { enforcementLevel: value } : value;
    return [rule, { level: enforcementLevel as Level, options }] as const;
  });
  const found = async (isPreview: boolean) => {
    const started = await Analyzer.start(undefined, { PULUMI_NODEJS_DRY_RUN: String(isPreview) });
    await started.configure(Object.fromEntries(strict));
    const all = await started.analyze(wrong);
    await started.stop();
    return all;
  };
  const previewed = await found(true);
  // The engine prints the level, the rule, the type, the name and the rule's requirement around each message.
  const printed = previewed.reduce((sum, { message }) => sum + Buffer.byteLength(message) + 150, 0);
  expect(printed).toBeLessThan(60_000);
  const ofEncryption = previewed.filter(({ rule }) => rule === "sip-endpoint-encryption");
  expect(ofEncryption).toHaveLength(11);
  expect(ofEncryption.at(-1)).toMatchObject({
    level: "mandatory",
    message: expect.stringContaining("990 more resources violate it"),
  });
  const updated = await found(false);
  expect(updated.filter(({ rule }) => rule === "sip-endpoint-encryption")).toHaveLength(1_000);
}, 240_000);
