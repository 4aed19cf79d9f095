// The pack judges the engine's messages itself and shows the SDK only the rules that have something to say. Here: that the verdicts
// are those of a pack which lets the SDK run every rule, whatever is under way at once, and also where the SDK would not play along.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rules, type Trial } from "../../policy/index.ts";
import { Analyzer, type Config, type Level } from "./analyzer.ts";
import { caseOf } from "./cases.ts";

const built = new URL("../../dist/policy/index.js", import.meta.url).href;
const pulumiPolicy = import.meta.resolve("@pulumi/policy");
const protocol = fileURLToPath(import.meta.resolve("@pulumi/pulumi/proto/analyzer_grpc_pb.js"));

/** A pack that serves its rules as policies which the SDK runs one by one. */
const EVERY_RULE = `
import { policiesOf, rules } from ${JSON.stringify(built)};
import policy from ${JSON.stringify(pulumiPolicy)};
new policy.PolicyPack("every-rule", { policies: policiesOf(rules) });
`;

/** Our pack, where the SDK's messages cannot be seen beforehand. */
const BLIND = `
import { createRequire } from "node:module";
import { startPack } from ${JSON.stringify(built)};
const { AnalyzerService } = createRequire(import.meta.url)(${JSON.stringify(protocol)});
for (const method of ["configure", "remediate", "analyze", "analyzeStack"]) Object.freeze(AnalyzerService[method]);
startPack();
`;

/** Every case of every rule, each under a name of its own. */
const trials: readonly Trial[] = rules.flatMap((rule) => {
  const { pass, fail, unknown } = caseOf(rule.name);
  return [...pass, ...fail, ...unknown].map((trial, at) => ({
    ...trial,
    name: `${trial.name ?? "tried"}-${rule.name}-${at}`,
    from: {},
  }));
});

const folders: string[] = [];

async function start(program: string): Promise<Analyzer> {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-pack-"));
  folders.push(folder);
  await writeFile(join(folder, "PulumiPolicy.yaml"), "description: tried\nruntime: nodejs\n");
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "tried", version: "0.1.0", type: "module", main: "index.mjs" }),
  );
  await writeFile(join(folder, "index.mjs"), program);
  return Analyzer.start(folder);
}

function configuration(level: Level): Config {
  return Object.fromEntries(rules.map((rule) => [rule.name, { level, options: caseOf(rule.name).options ?? {} }]));
}

let ours: Analyzer;
let everyRule: Analyzer;
let blind: Analyzer;

beforeAll(async () => {
  [ours, everyRule, blind] = await Promise.all([Analyzer.start(), start(EVERY_RULE), start(BLIND)]);
}, 60_000);

afterAll(async () => {
  for (const pack of [ours, everyRule, blind]) await pack?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const text = (found: readonly { rule: string; level: string; message: string }[]) =>
  found.map(({ rule, level, message }) => `${level} ${rule} ${message.replace(/from policy pack '.*?'/, "")}`);

describe.each(["mandatory", "remediate"] as const)("when every rule is %s", (level) => {
  beforeEach(async () => {
    for (const pack of [ours, everyRule, blind]) await pack.configure(configuration(level));
  });

  it("finds what the SDK finds by running every rule", async () => {
    const expected = text(await everyRule.analyze(trials, "prod-eu"));
    expect(expected.length).toBeGreaterThan(100);
    expect(text(await ours.analyze(trials, "prod-eu"))).toEqual(expected);
  });

  it("corrects as the SDK does by running every rule", async () => {
    const corrected: unknown[] = [];
    for (const trial of trials) {
      const expected = await everyRule.remediate(trial);
      expect(await ours.remediate(trial)).toEqual(expected);
      if (expected) corrected.push(expected);
    }
    expect(corrected.length > 0).toBe(level === "remediate");
  });

  it("finds the same where it cannot see the messages beforehand", async () => {
    expect(text(await blind.analyze(trials, "prod-eu"))).toEqual(text(await everyRule.analyze(trials, "prod-eu")));
  });
});

it("gives each resource its own verdict, however many are judged at once", async () => {
  await ours.configure(configuration("mandatory"));
  const alone: string[][] = [];
  for (const trial of trials) alone.push(text(await ours.analyzeResource(trial)));
  for (let round = 0; round < 3; round++) {
    const together = await Promise.all(trials.map(async (trial) => text(await ours.analyzeResource(trial))));
    expect(together).toEqual(alone);
  }
});

it("lets the SDK run only the rules that have something to say", async () => {
  const [trial] = caseOf("phone-number-name").fail;
  for (const pack of [ours, everyRule, blind]) await pack.configure(configuration("mandatory"));
  expect(await ours.passedOver(trial as Trial)).toEqual([]);
  expect(await everyRule.passedOver(trial as Trial)).toContain("sip-endpoint-encryption");
  expect(await blind.passedOver(trial as Trial)).toContain("sip-endpoint-encryption");
});

it("still refuses options that make no sense where it cannot see the configuration", async () => {
  const wrong = {
    ...configuration("mandatory"),
    "phone-number-name": { level: "mandatory" as const, options: { pattern: "(" } },
  };
  await blind.configure(wrong);
  const [trial] = caseOf("phone-number-name").pass;
  await expect(blind.analyze([trial as Trial])).rejects.toThrow(
    "phone-number-name pattern is not a regular expression",
  );
});

it("passes over what the program only looks at, which has no arguments", async () => {
  const looked: Trial = { kind: "SipEndpoint", name: "looked-at", args: {} };
  const token: Trial = { kind: "ClientToken", name: "made", args: {} };
  for (const pack of [ours, everyRule, blind]) {
    await pack.configure({
      ...configuration("mandatory"),
      "client-token-lifetime": { level: "mandatory", options: { maximumMinutes: 10 } },
    });
    expect(await pack.analyzeResource(looked)).toEqual([]);
    expect((await pack.analyzeResource(token)).map((each) => each.rule)).toEqual(["client-token-lifetime"]);
    // The analysis of a state shows it once more, with its outputs.
    const outputs: Trial = { ...looked, args: { username: "front-desk", sendAs: "+12025550177" } };
    const own: Trial = { kind: "SipEndpoint", args: { username: "front-desk", encryption: "required" }, name: "own" };
    expect((await pack.analyzeStack([outputs, own])).map((each) => each.rule)).toEqual([]);
  }
});
