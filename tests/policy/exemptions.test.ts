// Exemptions from a rule, as a team configures them, and what the end of a run says of them.

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

const configure = (exempt: readonly Exemption[], level: Level = "mandatory") =>
  pack.configure({ [RULE]: { level, options: { exempt } }, exemptions: { level: "mandatory" } });

/** What is said of the rule, and what the list of exemptions says. */
async function said(...trials: Sent[]): Promise<{ violations: number; listed: string[]; levels: string[] }> {
  const found = await pack.analyze(trials);
  const listed = found.filter((each) => each.rule === "exemptions");
  return {
    violations: found.filter((each) => each.rule === RULE).length,
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

  it("holds no longer than it says, and is told to have ended", async () => {
    await configure([{ resource: "door-1", reason: "no SRTP", until: "2020-12-31" }]);
    expect(await said(endpoint("door-1"))).toMatchObject({
      violations: 1,
      listed: [`${RULE}: the exemption of door-1 ended on 2020-12-31 (no SRTP)`],
    });
  });

  it("is told to be of no use where nothing violates the rule", async () => {
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
    expect(found.filter((each) => each.rule === "stack-usernames")).toEqual([]);
    expect(found.map((each) => each.message)).toContain("stack-usernames: b exempt (moves next week)");
  });
});
