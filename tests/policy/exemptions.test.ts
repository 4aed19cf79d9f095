// Exemptions from rules, as a team configures them, and the warnings before their end.

import { expect, it } from "vitest";
import { type Exemption, Exemptions, problemsOf } from "../../policy/exemptions.ts";

const TODAY = "2026-11-24";
const urnOf = (name: string) => `urn:pulumi:dev::project::pulumi-nodejs:dynamic/signalwire:SipEndpoint::${name}`;
const exempt = (resource: string, until?: string): Exemption => ({
  resource,
  reason: "no SRTP",
  ...(until && { until }),
});

it.each([
  ["door-1", true],
  ["door-*", true],
  ["door-2", false],
  ["*oor*", true],
  [urnOf("door-1"), true],
  ["urn:pulumi:dev::*::door-*", true],
  ["urn:*::SipEndpoint::door-*", false],
  ["urn:pulumi:dev::project::*::door-*", true],
  [urnOf("door-1").replace("dev", "prod"), false],
])("an exemption of %s holds for door-1: %s", (resource, holds) => {
  expect(problemsOf([exempt(resource)], undefined, TODAY)).toEqual([]);
  expect(new Exemptions(TODAY).covers([exempt(resource)], urnOf("door-1"))).toBe(holds);
});

it.each([
  ["2026-11-23", false, "the exemption of door-1 ended on 2026-11-23 (no SRTP)"],
  [TODAY, true, "the exemption of door-1 ends on 2026-11-24 (no SRTP)"],
  ["2026-12-08", true, "the exemption of door-1 ends on 2026-12-08 (no SRTP)"],
  ["2026-12-09", true, undefined],
  [undefined, true, undefined],
])("an exemption until %s holds: %s, with the warning: %s", (until, holds, warning) => {
  const exemptions = new Exemptions(TODAY);
  const all = [exempt("door-1", until)];
  expect(exemptions.endings(all)).toEqual([]); // Nothing needs it yet.
  expect(exemptions.covers(all, urnOf("door-1"))).toBe(holds);
  const inForce = `door-1 is exempt${until ? ` until ${until}` : ""}: no SRTP`;
  expect(exemptions.inForce(all)).toEqual(warning === undefined ? [inForce] : []);
  expect(exemptions.endings(all)).toEqual(warning === undefined ? [] : [warning]);
});

it("an exemption in force names its resources, and the stack", () => {
  const exemptions = new Exemptions(TODAY);
  const all = [exempt("door-*"), exempt("the st*"), exempt("the stack")];
  const names = Array.from({ length: 21 }, (_, at) => `door-${at + 10}`);
  const isExempt = [...names.toReversed(), undefined].map((name) => exemptions.covers(all, name && urnOf(name)));
  expect(isExempt).not.toContain(false);
  const listed = `${names.slice(0, 20).join(", ")} and 1 more`;
  expect(exemptions.inForce(all)).toEqual([`${listed} are exempt: no SRTP`, "the stack is exempt: no SRTP"]);
});

it.each([
  "*-*",
  "do*",
  "urn:pulumi:prod::*",
  "urn:*SipEndpoint*",
  "urn:pulumi:dev::project::door*",
  "urn:*::SipEndpoint*",
  "urn:*::signalwire:*",
  "urn:pulumi:dev::project::signalwire:index:Phone*",
])("an exemption of %s without an end is refused, and with one it is not", (resource) => {
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
])("an exemption with %o, where the longest has %s days, has the problem: %s", (parts, longest, problem) => {
  const problems = problemsOf([{ ...exempt("door-1"), ...parts }], longest, TODAY);
  expect(problems).toEqual(problem === undefined ? [] : [`exemption of door-1 ${problem}`]);
});
