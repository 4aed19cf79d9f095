// No false alarm, nothing missed, no secret said: programs from practice and random ones, judged by the pack's own process.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { argumentFields, type Field, own, resourceNames, resources } from "../../contract/index.ts";
import { type PresetName, presetConfig, rules, unknown } from "../../policy/index.ts";
import { Analyzer, type Level, type Sent } from "./analyzer.ts";
import { bad, good, type Program } from "./corpus.ts";

let pack: Analyzer;

beforeAll(async () => {
  pack = await Analyzer.start();
}, 60_000);

afterAll(() => pack?.stop());

/** A preset, with further options of one rule. */
function configure(preset: PresetName, { caughtBy, options: more = {} }: Partial<Program> = {}): Promise<void> {
  const config = Object.entries(presetConfig(preset)).map(([rule, value]) => {
    const { enforcementLevel, ...options } = typeof value === "string" ? { enforcementLevel: value } : value;
    const all = rule === caughtBy ? { ...options, ...more } : options;
    return [rule, { level: enforcementLevel as Level, options: all }] as const;
  });
  return pack.configure(Object.fromEntries(config));
}

it("has sixty programs of either kind, and a bad one for every rule", () => {
  expect([good.length, bad.length]).toEqual([60, 64]);
  const caught = new Set(bad.map(({ caughtBy }) => caughtBy));
  expect(rules.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
});

describe("under the preset baseline", () => {
  beforeAll(() => configure("baseline"));

  it.each(good)("$title: nothing is said", async ({ stack }) => {
    expect(await pack.analyze(stack)).toEqual([]);
  });
});

describe("under the preset strict", () => {
  it.each(bad)("$title: $caughtBy blocks it", async (program) => {
    await configure("strict", program);
    const found = await pack.analyze(program.stack, program.stackName);
    const blocking = found.filter(({ level }) => level === "mandatory");
    expect(blocking.map(({ rule }) => rule)).toContain(program.caughtBy);
  });
});

describe("200 random programs", () => {
  const CANARY = "cAnary/7 x";
  const hidden = [CANARY, encodeURIComponent(CANARY)];
  const urls = ["http", "https"].flatMap((scheme) => [
    `${scheme}://user:${encodeURIComponent(CANARY)}@10.0.0.1/call`,
    `${scheme}://a.example/call?to=%2B12025550101&api_key=${encodeURIComponent(CANARY)}`,
  ]);
  const wrong = [unknown, null, "", "random", "+12025550101", 5, true, {}, [], ["AEAD_AES_256_GCM_8"], ...urls];

  const resource = fc.constantFrom(...resourceNames).chain((kind) => {
    const values = [...argumentFields(resources[kind])].map(([argument, field]) => {
      const type = own<Field>(resources[kind].fields, field)?.type;
      return [
        argument,
        fc.constantFrom<unknown>(undefined, undefined, type?.example, ...(type?.values ?? []), ...wrong),
      ] as const;
    });
    const args = fc.record(Object.fromEntries(values));
    return args.map((given) => ({ kind, args: { ...given, ...(kind === "SipEndpoint" && { password: CANARY }) } }));
  });
  const programs = fc
    .array(resource, { maxLength: 4 })
    .map((all) => all.map((each, at): Sent => ({ ...each, name: `r${at}` })));

  /** The same program as a preview sends it, as an update does, and as `policy analyze` does with a state it cannot decrypt. */
  const ways = (program: readonly Sent[]): Sent[][] => {
    const outputs = {
      id: "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34",
      capabilities: ["voice"],
      e911AddressId: "1",
      numberType: "longcode",
    };
    const each = (more: object) => program.map((sent) => ({ ...sent, args: { ...sent.args, ...more } }));
    const redacted = each(outputs).map(({ args, ...sent }) => ({
      ...sent,
      args: "password" in args ? { ...args, password: "[secret]" } : args,
    }));
    return [each({}), each(outputs), redacted];
  };

  const verdict = async (program: readonly Sent[]) => {
    const found = await pack.analyze(program);
    expect(hidden.filter((secret) => JSON.stringify(found).includes(secret))).toEqual([]);
    return found
      .filter(({ message }) => !message.includes("cannot be judged yet"))
      .map(({ rule, message }) => `${rule}: ${message}`);
  };

  it("crash nothing, get one verdict from a preview, an update and an analysis, and give no secret away", async () => {
    await configure("strict");
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const [preview, update, analysis] = ways(program);
        const said = await verdict(preview ?? []);
        expect(await verdict(update ?? [])).toEqual(said);
        // The strength of what cannot be decrypted is not judged.
        const others = said.filter((each) => !each.startsWith("sip-endpoint-password-strength"));
        expect(await verdict(analysis ?? [])).toEqual(others);
      }),
      { numRuns: 200, seed: 17 },
    );
  }, 120_000);
});
