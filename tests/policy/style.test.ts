// What a rule may demand: style is advice, and each message names what helps.

import { expect, it } from "vitest";
import { rules } from "../../policy/index.ts";

it("keeps rules of low severity advisory in every preset", () => {
  const low = rules.filter(({ severity }) => severity === "low");
  expect(low.length).toBeGreaterThan(2);
  for (const { name, levels } of low)
    expect([name, levels.baseline, levels.strict]).toEqual([name, "advisory", "advisory"]);
});
