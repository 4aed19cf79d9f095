// No false alarm and no missed violation: programs with every violation by hand, evaluated by every rule.

import { expect, it } from "vitest";
import { Evaluation } from "../../policy/evaluation.ts";
import { type PresetName, rules } from "../../policy/index.ts";
import { configOf } from "./analyzer.ts";
import { canaries } from "./canaries.ts";
import { bad, good } from "./corpus.ts";
import type { Program } from "./corpus-resources.ts";
import { finishedFrom } from "./trials.ts";

const CALLERS = "every-caller-is-reached";

/** Returns each violation: for the remedy, the resource for which the stack reports it. Only scripts need the rule about callers. */
async function saidOf(
  { stack, stackName, options }: Omit<Program, "title" | "says">,
  preset: PresetName,
): Promise<string[]> {
  const config = configOf(preset, { "sip-endpoint-send-as": { numbers: ["+12025550101"] }, ...options });
  const resources = finishedFrom(stack, stackName);
  const found: string[] = [];
  for (const rule of rules) {
    const { level = "disabled", options = {} } = config[rule.name] ?? {};
    if (rule.name === CALLERS ? !stack.some(({ kind }) => kind === "SwmlScript") : level === "disabled") continue;
    const evaluation = new Evaluation(rule, new Map());
    const alone = resources.flatMap((each) => evaluation.ofResource(each, () => ({ ...options }))?.violations ?? []);
    const { violations } = await evaluation.ofStack(resources, { ...options });
    for (const { message, urn } of [...alone, ...violations])
      found.push(`${rule.name}: ${message.replace(`. ${rule.remedy}`, urn ? ` @${urn.split("::").at(-1)}` : "")}`);
  }
  return found;
}

it("has a bad program for every rule", () => {
  const caught = new Set(bad.flatMap(({ says }) => says.map((each) => each.split(":", 1)[0])));
  expect([...caught].sort()).toEqual(rules.map(({ name }) => name).sort());
});

it.each(good)("under the preset baseline, nothing is said of $title", async (program) => {
  expect(await saidOf(program, "baseline")).toEqual([]);
});

it.each(bad)("under the preset strict, $title is reported", async (program) => {
  expect(await saidOf(program, "strict")).toEqual(program.says);
});

it("no rule prints an argument's value, whatever is wrong", async () => {
  const said = await saidOf({ stack: canaries(), stackName: "prod" }, "strict");
  expect(new Set(said.map((each) => each.split(":", 1)[0])).size).toBeGreaterThanOrEqual(12);
  expect(said.filter((each) => each.replace(/ @.*/, "").includes("canary"))).toEqual([]);
});
