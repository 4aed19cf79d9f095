// Exemptions from rules, as a team configures them, and the warnings before their end.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Exemption, Exemptions, problemsOf } from "../../policy/exemptions.ts";
import { Analyzer, type Sent } from "./analyzer.ts";

const TODAY = "2026-11-24";
const urnOf = (name: string) => `urn:pulumi:dev::project::pulumi-nodejs:dynamic/signalwire:SipEndpoint::${name}`;
const exempt = (resource: string, until?: string): Exemption => ({
  resource,
  reason: "no SRTP",
  ...(until && { until }),
});

describe("an exemption", () => {
  it.each([
    ["door-1", true],
    ["door-*", true],
    ["door-2", false],
    ["*oor*", true],
    [urnOf("door-1"), true],
    ["urn:pulumi:dev::*::door-*", true],
    [urnOf("door-1").replace("dev", "prod"), false],
  ])("of %s holds for door-1: %s", (resource, holds) => {
    expect(problemsOf([exempt(resource)], undefined, TODAY)).toEqual([]);
    expect(new Exemptions(TODAY).covers([exempt(resource)], urnOf("door-1"))).toBe(holds);
  });

  it.each([
    ["2026-11-23", false, "the exemption of door-1 ended on 2026-11-23 (no SRTP)"],
    [TODAY, true, "the exemption of door-1 ends on 2026-11-24 (no SRTP)"],
    ["2026-12-08", true, "the exemption of door-1 ends on 2026-12-08 (no SRTP)"],
    ["2026-12-09", true, undefined],
    [undefined, true, undefined],
  ])("until %s holds: %s, with the warning: %s", (until, holds, warning) => {
    const exemptions = new Exemptions(TODAY);
    const all = [exempt("door-1", until)];
    expect(exemptions.endings(all)).toEqual([]); // Nothing needs it yet.
    expect(exemptions.covers(all, urnOf("door-1"))).toBe(holds);
    const inForce = `door-1 is exempt${until ? ` until ${until}` : ""}: no SRTP`;
    expect(exemptions.inForce(all)).toEqual(warning === undefined ? [inForce] : []);
    expect(exemptions.endings(all)).toEqual(warning === undefined ? [] : [warning]);
  });

  it("in force names its resources, and the stack", () => {
    const exemptions = new Exemptions(TODAY);
    const all = [exempt("door-*"), exempt("the stack")];
    expect(["door-2", "door-1", undefined].map((name) => exemptions.covers(all, name && urnOf(name)))).not.toContain(
      false,
    );
    expect(exemptions.inForce(all)).toEqual(["door-1 and door-2 are exempt: no SRTP", "the stack is exempt: no SRTP"]);
  });

  it.each([
    "*",
    "**",
    "*-*",
    "d*",
    "urn:*",
    "urn:pulumi:*",
    "urn:pulumi:prod::*",
    "urn:*SipEndpoint*",
    "urn:*::SipEndpoint*",
    "urn:*::signalwire:*",
    "urn:pulumi:dev::project::pulumi-nodejs:dynamic/signalwire:SipEndpoint::*",
    "urn:pulumi:dev::project::signalwire:index:Phone*",
    "urn:pulumi:dev::proj*",
  ])("of %s without an end is refused, and with one it is not", (resource) => {
    expect(problemsOf([exempt(resource)], undefined, TODAY)).toEqual([
      `exemption of ${resource} has no end and names no resource: set until, or at least three letters of their names`,
    ]);
    expect(problemsOf([exempt(resource, "2029-11-24")], undefined, TODAY)).toEqual([]);
  });

  it.each<[parts: object, longest: number | undefined, problem: string | undefined]>([
    [{ reason: " \t" }, undefined, "has no reason"],
    [{ until: "2027-02-31" }, undefined, "ends on 2027-02-31, which is no day"],
    [{ until: "9999-12-31" }, undefined, "ends on 9999-12-31: set until to 2029-11-24 or earlier"],
    [{ until: "2029-11-25" }, undefined, "ends on 2029-11-25: set until to 2029-11-24 or earlier"],
    [{ until: "2027-02-23" }, 90, "ends on 2027-02-23: set until to 2027-02-22 or earlier"],
    [{ until: "2027-02-22" }, 90, undefined],
    [{}, 90, "has no end: set until to 2027-02-22 or earlier"],
    [{}, undefined, undefined],
  ])("with %o, where the longest has %s days, has the problem: %s", (parts, longest, problem) => {
    const problems = problemsOf([{ ...exempt("door-1"), ...parts }], longest, TODAY);
    expect(problems).toEqual(problem === undefined ? [] : [`exemption of door-1 ${problem}`]);
  });
});

describe("the pack", () => {
  const RULE = "sip-endpoint-encryption";
  const endpoint = (name: string): Sent => ({
    kind: "SipEndpoint",
    name,
    args: { username: name, encryption: "optional" },
  });
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  let pack: Analyzer;

  beforeAll(async () => {
    pack = await Analyzer.start();
  }, 60_000);

  afterAll(() => pack?.stop());

  const configure = (resource: string, until?: string, level: "mandatory" | "remediate" = "mandatory") =>
    pack.configure({ [RULE]: { level, options: { exempt: [exempt(resource, until)] } } });
  const found = async (...trials: Sent[]) => (await pack.analyze(trials)).filter(({ rule }) => rule === RULE);

  it("blocks what has no exemption or an ended one, and warns before the end", async () => {
    const all = [exempt("door-*", day(100)), exempt("gate", day(7)), exempt("desk", day(-1))];
    await pack.configure({ [RULE]: { level: "mandatory", options: { exempt: all } } });
    const told = await found(...["door-1", "gate", "desk", "hall"].map(endpoint));
    const warning = `${RULE}: the exemption of`;
    expect(told.map(({ level, message }) => [level, message.split("\n").at(-1)?.trim()])).toEqual([
      ["mandatory", expect.stringContaining("encryption is not required. Set encryption")],
      ["mandatory", expect.stringContaining("encryption is not required. Set encryption")],
      ["advisory", expect.stringContaining(`${warning} gate ends on ${day(7)} (no SRTP)`)],
      ["advisory", expect.stringContaining(`${warning} desk ended on ${day(-1)} (no SRTP)`)],
    ]);
  });

  it("does not correct an exempt resource", async () => {
    await configure("door-1", undefined, "remediate");
    expect(await pack.remediate(endpoint("door-1"))).toBeUndefined();
    expect(await pack.remediate(endpoint("door-2"))).toMatchObject({ encryption: "required" });
  });

  it("refuses a wrong exemption before the first resource", async () => {
    await expect(configure("urn:*SipEndpoint*")).rejects.toThrow("exemption of urn:*SipEndpoint* has no end");
    await expect(configure("door-1", "9999-12-31")).rejects.toThrow("ends on 9999-12-31: set until");
  });
});
