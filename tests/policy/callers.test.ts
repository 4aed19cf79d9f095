// The rule about callers in the pack's own process, because it explores in a server of its own.

import { afterAll, beforeAll, expect, it } from "vitest";
import { Analyzer } from "./analyzer.ts";
import { menuDialling, number } from "./trials.ts";

const RULE = "every-caller-is-reached";
let pack: Analyzer;

beforeAll(async () => {
  pack = await Analyzer.start();
}, 60_000);

afterAll(() => pack?.stop());

async function found(trials: ReturnType<typeof menuDialling>, endpoints: readonly string[] = []): Promise<string[]> {
  await pack.configure({ [RULE]: { level: "mandatory", options: { endpoints } } });
  const all = await pack.analyzeStack(trials as Parameters<Analyzer["analyzeStack"]>[0]);
  return all.filter(({ rule }) => rule === RULE).map(({ message }) => message);
}

it("names each path to nobody, unless the option endpoints has the dialled name", async () => {
  expect(await found(menuDialling("sales"))).toEqual([]);
  expect(await found(menuDialling("sales-typo"))).toEqual([
    expect.stringContaining("+12025550101: key 1 → Did not ring: the document dials sip:sales-typo"),
  ]);
  expect(await found(menuDialling("sales-typo"), ["sales-typo"])).toEqual([]);
});

it("names each expectation that is broken, and each that cannot be tried", async () => {
  const expects = [{ keys: "1", rings: "sales" }, { keys: "1", rings: "desk" }, { rings: "sales" }];
  const elsewhere = { callHandler: "laml_webhooks", callRequestUrl: "https://a.example/call" };
  const trials = menuDialling("sales").map((trial) =>
    trial.kind === "PhoneNumber" ? { ...trial, args: { ...trial.args, expects } } : trial,
  );
  const other = number({ number: "+12025550102", ...elsewhere, expects: [{ rings: "sales" }] }, { name: "other" });
  expect(await found([...trials, other])).toEqual([
    expect.stringContaining('+12025550101 expects[1] { keys: "1", rings: "desk" }: +12025550101: key 1 → Rings'),
    expect.stringMatching(/\+12025550101 expects\[2\] \{ rings: "sales" \}: .* → Answered by the SWML script Menu/),
    expect.stringContaining('+12025550102 expects[0] { rings: "sales" }: +12025550102 → not tried: '),
  ]);
});
