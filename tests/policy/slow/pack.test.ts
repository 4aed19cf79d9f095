// The pack in its own process, as the engine starts it: equal verdicts to the functions, at the configured level.

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Rule, rules } from "../../../policy/index.ts";
import { Analyzer, type Config, configOf, type Level, secret } from "../analyzer.ts";
import { canaries } from "../canaries.ts";
import { caseOf } from "../cases.ts";
import { bad } from "../corpus.ts";

let pack: Analyzer;

beforeAll(async () => {
  pack = await Analyzer.start();
});

afterAll(() => pack?.stop());

/** The first bad program of each rule. */
const firsts = [...new Map(bad.toReversed().map((each) => [each.says[0]?.split(":", 1)[0], each])).values()];

/** Returns every rule at one level with the options of its cases, then the named changes. */
function configuration(level: Level, changes: Config = {}): Config {
  const all = rules.map((rule) => [rule.name, { level, options: caseOf(rule.name).options }]);
  return { ...Object.fromEntries(all), ...changes };
}

describe("the pack's description for the engine", () => {
  it("is every rule, with its severity, its remedy and the schema of its options", async () => {
    const { policiesList } = await pack.info();
    expect(policiesList.map((policy) => policy.name)).toEqual(rules.map((rule) => rule.name));
    for (const policy of policiesList.slice(0, -1)) {
      expect(policy.severity).toBeGreaterThan(0);
      expect(policy.remediationSteps).not.toBe("");
    }
    const ciphers = policiesList.find((policy) => policy.name === "sip-endpoint-ciphers");
    const schema = new Map(ciphers?.configschema?.properties?.fieldsMap);
    expect([...schema.keys()].sort()).toEqual(["exempt", "explicit", "longestExemption", "weak"]);
  });
});

it("keeps what Node compiled for the next start, although the engine ends it by a signal", async () => {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-policy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await (await Analyzer.start(undefined, { TMPDIR: folder, NODE_COMPILE_CACHE: "" })).stop();
  const kept = await readdir(join(folder, "node-compile-cache"), { recursive: true });
  // Pulumi's SDK with its dependencies, and the files of the pack.
  expect(kept.length).toBeGreaterThan(300);
});

it("blocks the violations of a program at the level of the preset, in any language, with the remedy of the rule", async () => {
  for (const { says, stack, stackName, options } of firsts)
    for (const isOfPlugin of [false, true]) {
      await pack.configure(configOf("strict", options));
      const sent = isOfPlugin ? stack.map((each) => ({ ...each, isOfPlugin: true as const })) : stack;
      const [name = ""] = says.map((each) => each.split(":", 1)[0]);
      const found = (await pack.analyze(sent, stackName)).filter(({ rule }) => rule === name);
      const { remedy, levels } = rules.find((each) => each.name === name) as Rule;
      const messages = says.map((each) => `${each.slice(name.length + 2).replace(/ @.*/, "")}. ${remedy}`);
      expect(found).toEqual(
        messages.map((message) => ({ rule: name, level: levels.strict, message: expect.stringContaining(message) })),
      );
    }
});

it.each(rules.map((rule) => rule.name))("%s notes what cannot be evaluated yet, and blocks nothing", async (rule) => {
  const { trials, awaits, stack } = caseOf(rule);
  await pack.configure(configuration("mandatory"));
  const notes = (await pack.analyze(trials, stack)).filter((diagnostic) => diagnostic.rule === rule);
  const message = expect.stringMatching(/cannot be evaluated yet, because .* known only/);
  expect(notes).toEqual(awaits.length > 0 ? [{ rule, level: "advisory", message }] : []);
});

it("evaluates many resources even when only one rule is on", async () => {
  for (const rule of ["sip-endpoint-caller-id", "webhook-https", "phone-number-message-handler"]) {
    await pack.configure(configuration("disabled", { [rule]: { level: "mandatory" } }));
    const program = firsts.find(({ says }) => says[0]?.startsWith(`${rule}: `));
    expect((await pack.analyze(program?.stack ?? [])).map((each) => each.rule)).toEqual([rule]);
  }
});

it("corrects the arguments and keeps secrets and the provider reference", async () => {
  await pack.configure(configuration("remediate"));
  const given = { username: "desk", password: "kV7-canary-qX2pLw9z", encryption: "optional" };
  const ciphers = ["AEAD_AES_256_GCM_8", "AES_CM_128_HMAC_SHA1_32"];
  expect(await pack.remediate({ kind: "SipEndpoint", args: { ...given, ciphers } })).toEqual({
    __provider: expect.stringContaining("sipEndpoint"),
    username: "desk",
    password: secret("kV7-canary-qX2pLw9z"),
    encryption: "required",
    ciphers: ["AEAD_AES_256_GCM_8"],
  });
});

describe("configuration", () => {
  it.each([
    ["webhook-hosts has no option host; it has hosts", "webhook-hosts", { host: ["a.example"] }],
    [
      "webhook-hosts hosts must hold host names, without scheme, port and path",
      "webhook-hosts",
      { hosts: ["https://a.example"] },
    ],
    ["phone-number-name pattern is not a regular expression", "phone-number-name", { pattern: "(" }],
    ["webhook-https has no option length; it has none", "webhook-https", { length: 5 }],
    ["there is no rule webhok-host, the nearest is webhook-hosts", "webhok-host", {}],
  ])("is refused before the first resource: %s", async (problem, rule, options) => {
    await expect(pack.configure({ [rule]: { level: "mandatory", options } })).rejects.toThrow(
      `The configuration of the policy pack is wrong: ${problem}.`,
    );
  });

  it.each(["baseline", "strict"] as const)("accepts the preset %s", async (preset) => {
    await pack.configure(configOf(preset));
    const found = await pack.analyze([{ kind: "SipEndpoint", args: { callerId: "911" } }]);
    const level = preset === "strict" ? "mandatory" : "advisory";
    expect(found).toContainEqual(expect.objectContaining({ rule: "sip-endpoint-caller-id", level }));
  });
});

it("prints no argument's value, whatever is wrong", async () => {
  await pack.configure(configuration("mandatory"));
  const trials = canaries();
  const found = await pack.analyze(trials, "prod");
  expect(new Set(found.map((each) => each.rule)).size).toBeGreaterThanOrEqual(12);
  expect(found.filter((each) => each.message.includes("canary"))).toEqual([]);
});
