// Exemptions from rules, as a team configures them, and the messages at the end of a run.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Exemption } from "../../policy/exemptions.ts";
import { Analyzer, type Level, type Sent } from "./analyzer.ts";

const RULE = "sip-endpoint-encryption";
const endpoint = (name: string, encryption = "optional"): Sent => ({
  kind: "SipEndpoint",
  name,
  args: { username: name, encryption },
});
const urn = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/signalwire:SipEndpoint::door-2";

let pack: Analyzer;

beforeAll(async () => {
  pack = await Analyzer.start();
}, 60_000);

afterAll(() => pack?.stop());

const configure = (exempt: readonly Exemption[], level: Level = "mandatory", options: object = {}) =>
  pack.configure({ [RULE]: { level, options: { exempt, ...options } } });

/** Returns the rule's violations and its list of exemptions. */
async function said(...trials: Sent[]): Promise<{ violations: number; listed: string[]; levels: string[] }> {
  const found = await pack.analyze(trials);
  const isNote = ({ rule, level, message }: (typeof found)[number]) =>
    rule === RULE && level === "advisory" && message.includes("exempt");
  const listed = found.filter(isNote);
  return {
    violations: found.filter((each) => each.rule === RULE && !isNote(each)).length,
    listed: listed.map((each) => each.message),
    levels: listed.map((each) => each.level),
  };
}

describe("an exemption", () => {
  it.each([
    ["a name", "door-1", 1],
    ["a pattern", "door-*", 0],
    ["a URN", urn, 1],
    ["a pattern of URNs", "urn:pulumi:dev::*::door-*", 0],
    ["the URN in another stack", urn.replace("dev", "prod"), 2],
  ])("by %s holds for those that it names", async (_, resource, violations) => {
    await configure([{ resource, reason: "no SRTP" }]);
    expect((await said(endpoint("door-1"), endpoint("door-2"))).violations).toBe(violations);
  });

  it("is listed at the end with its reason, as a note that blocks nothing", async () => {
    await configure([{ resource: "door-*", reason: "no SRTP", until: "2999-12-31" }]);
    expect(await said(endpoint("door-1"), endpoint("door-2"))).toEqual({
      violations: 0,
      listed: [`${RULE}: door-1, door-2 exempt until 2999-12-31 (no SRTP)`],
      levels: ["advisory"],
    });
  });

  it("ends on its last day, and its end is reported", async () => {
    await configure([{ resource: "door-1", reason: "no SRTP", until: "2020-12-31" }]);
    expect(await said(endpoint("door-1"))).toMatchObject({
      violations: 1,
      listed: [`${RULE}: the exemption of door-1 ended on 2020-12-31 (no SRTP)`],
    });
  });

  it("is reported as unused when no resource violates the rule", async () => {
    await configure([{ resource: "door-1", reason: "no SRTP" }]);
    expect(await said(endpoint("door-1", "required"))).toMatchObject({
      violations: 0,
      listed: [`${RULE}: the exemption of door-1 is not needed (no SRTP)`],
    });
  });

  it("keeps a resource from being corrected", async () => {
    await configure([{ resource: "door-1", reason: "no SRTP" }], "remediate");
    expect(await pack.remediate(endpoint("door-1"))).toBeUndefined();
    expect(await pack.remediate(endpoint("door-2"))).toMatchObject({ encryption: "required" });
  });

  it("holds for rules about the stack", async () => {
    const exempt = [{ resource: "b", reason: "moves next week" }];
    await pack.configure({ "stack-usernames": { level: "mandatory", options: { exempt } } });
    const twins = [endpoint("a"), { ...endpoint("b"), args: { username: "a" } }];
    const found = await pack.analyzeStack(twins);
    expect(found.filter((each) => each.rule === "stack-usernames" && each.level === "mandatory")).toEqual([]);
    expect(found.map((each) => each.message)).toContain("stack-usernames: b exempt (moves next week)");
  });

  it.each(["disabled", "advisory"] as const)(
    "is listed when everything else, the list included, is %s",
    async (level) => {
      await pack.configure({
        all: { level },
        exemptions: { level },
        [RULE]: { level: "mandatory", options: { exempt: [{ resource: "door-1", reason: "no SRTP" }] } },
      });
      expect((await said(endpoint("door-1"))).listed).toEqual([`${RULE}: door-1 exempt (no SRTP)`]);
    },
  );

  it.each(["mandatory", "advisory"] as const)(
    "of everything without an end does not hold under a rule that is %s",
    async (level) => {
      for (const resource of ["*", "**", "urn:*", "urn:pulumi:*"]) {
        await configure([{ resource, reason: "later" }], level);
        const found = await pack.analyze([endpoint("door-1")]);
        const ofRule = found.filter(({ rule }) => rule === RULE);
        expect(ofRule).toHaveLength(2);
        expect(ofRule.every((each) => each.level === level)).toBe(true);
        expect(ofRule[1]?.message).toContain(`the exemption of ${resource} has no end`);
      }
      await configure([{ resource: "*", reason: "later", until: "2999-12-31" }], level);
      expect((await said(endpoint("door-1"))).violations).toBe(0);
    },
  );

  it.each([
    ["a reason of blanks", { reason: " \t" }, {}, "exemption of door-1 has no reason"],
    ["31 February", { until: "2999-02-31" }, {}, "exemption of door-1 ends on 2999-02-31, which is no day"],
    [
      "an end beyond the longest time",
      { until: "2999-12-31" },
      { longestExemption: 90 },
      "exemption of door-1 ends on 2999-12-31: set until",
    ],
    ["no end where there is a longest time", {}, { longestExemption: 90 }, "exemption of door-1 has no end: set until"],
  ])("with %s is refused by name", async (_, parts, options, problem) => {
    const exempt = [{ resource: "door-1", reason: "no SRTP", ...parts }];
    await expect(configure(exempt, "mandatory", options)).rejects.toThrow(problem);
  });
});
