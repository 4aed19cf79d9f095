import { afterAll, beforeAll, expect, it } from "vitest";
import { Analyzer } from "../analyzer.ts";
import { bad, good } from "../corpus.ts";

const CALLERS = "every-caller-is-reached";

let pack: Analyzer;

beforeAll(async () => {
  pack = await Analyzer.start();
}, 60_000);

afterAll(() => pack?.stop());

// The functions of all other rules are tried in tests/policy/corpus.test.ts.
it("reports the callers of a bad program alone", async () => {
  await pack.configure({ [CALLERS]: { level: "mandatory", options: { endpoints: ["warehouse"] } } });
  for (const { title, stack, caughtBy } of [...good, ...bad.filter(({ caughtBy }) => caughtBy === CALLERS)]) {
    const found = (await pack.analyzeStack(stack)).filter(({ rule }) => rule === CALLERS);
    expect([title, found.length > 0]).toEqual([title, caughtBy === CALLERS]);
  }
});
