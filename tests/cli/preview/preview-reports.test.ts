import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { expect, it } from "vitest";
import {
  codeQuality,
  markdown,
  notes,
  type Previewed,
  terraform,
  type Violation,
} from "../../../cli/preview/preview-reports.ts";
import { violationsIn } from "../../../cli/preview.ts";
import type { TriedCall } from "../../../cli/routes/tried-call.ts";

const urn = "urn:pulumi:prod::phones::pulumi-nodejs:dynamic/signalwire:SipEndpoint::desk";
const advisory: Violation = {
  level: "advisory",
  policy: "a-hint",
  resource: "SipEndpoint desk",
  urn,
  message: "It could be better: see https://user:secret@example.com/?token=canary.\nSet it.",
};
const mandatory: Violation = {
  ...advisory,
  level: "mandatory",
  policy: "a-rule",
  message: "It is refused.",
  source: { file: "infra/index.ts", line: 5 },
};
const previewed: Previewed = {
  stack: "prod",
  text: "+ SipEndpoint desk\n~~~~~~~~~~\nhttps://example.com/?token=canary\n",
  isDone: false,
  violations: [advisory, mandatory],
  totals: { create: 2, same: 1, replace: 3, delete: 1 },
};

it("the page has what refuses first, then the totals, then the changes", () => {
  expect(markdown(previewed, 100_000)).toMatch(
    /^## Preview of `prod`: refused, mandatory violations: 1\n.*\[mandatory\] a-rule.*\[advisory\] a-hint.*2 create, 1 unchanged.*\n~~~~~~~~~~~\n\+ SipEndpoint desk/s,
  );
});

it("the page keeps its verdict however long the preview is, and says what was cut", () => {
  const page = markdown({ ...previewed, text: "+ SipEndpoint ü\n".repeat(40_000) }, 50_000);
  expect(Buffer.byteLength(page)).toBeLessThan(50_000);
  expect(page).toMatch(/^## Preview of `prod`: refused.*a-rule.*2 create.*shortened to \d+ of 40000: the log has all/s);
});

it.each([
  [3000, 1],
  [3000, 40],
  [30, 70_000],
])("the page keeps a violation and the totals under %i violations of %i characters", (count, length) => {
  const violations = Array<Violation>(count).fill({ ...mandatory, message: "x".repeat(length) });
  for (let room = 50_000; room < 50_100; room += 9) {
    const page = markdown({ ...previewed, violations }, room);
    expect(Buffer.byteLength(page)).toBeLessThan(room);
    expect(page).toMatch(/\*\*Policies\*\*, shortened to [1-9]\d* of \d+.*a-rule.*2 create, 1 unchanged/s);
  }
});

it("the page says of a preview that did not end that it failed", () => {
  const { totals: _, ...failed } = { ...previewed, violations: [] };
  expect(markdown(failed, 100_000)).toMatch(/^## Preview of `prod`: failed\n.*The preview did not come to its end\./s);
});

it("no report repeats what an address keeps secret", () => {
  for (const text of [markdown(previewed, 100_000), codeQuality(previewed, "x"), JSON.stringify(notes(previewed))])
    expect(text).not.toMatch(/canary|user:secret/);
});

it("annotations stand where the program declares the resource", () => {
  expect(notes(previewed)).toEqual([
    expect.objectContaining({ level: "warning", title: "a-hint: SipEndpoint desk", source: undefined }),
    { level: "error", title: "a-rule: SipEndpoint desk", lines: ["It is refused."], source: mandatory.source },
  ]);
});

it("GitLab's Code Quality report has what its documentation demands, and the same mark for the same violation", () => {
  const issues = JSON.parse(codeQuality(previewed, "infra/Pulumi.yaml"));
  expect(issues).toEqual([
    {
      description: expect.stringContaining("SipEndpoint desk: It could be better"),
      check_name: "a-hint",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: "minor",
      location: { path: "infra/Pulumi.yaml", lines: { begin: 1 } },
    },
    expect.objectContaining({ severity: "critical", location: { path: "infra/index.ts", lines: { begin: 5 } } }),
  ]);
  expect(JSON.parse(codeQuality(previewed, "elsewhere"))[0].fingerprint).toBe(issues[0].fingerprint);
  expect(issues[1].fingerprint).not.toBe(issues[0].fingerprint);
});

it("GitLab's Terraform report counts a replacement as both", () => {
  expect(JSON.parse(terraform(previewed))).toEqual({ create: 5, update: 0, delete: 4 });
});

const way = (to: string, ...texts: string[]): TriedCall => {
  const steps = [`The phone number ${to} is called.`, ...texts].map((text) => ({ text }));
  return {
    ...{ to, from: "+12025550177", outcome: "answered", verdict: "", way: "", steps },
    reached: [],
    handedTo: [],
    documents: [],
  };
};

it("the page has a row for each call that takes another way, in which no name acts, and a picture", () => {
  const calls = [
    {
      to: "+12025550101",
      before: way("+12025550101", "The SIP endpoint front-desk is next."),
      after: way("+12025550101", "The SIP endpoint <img src=x>|`@all` is next."),
    },
  ];
  const page = markdown({ ...previewed, otherWays: { calls, picture: "flowchart LR\n" } }, 100_000);
  expect(page).toMatch(
    /\*\*Calls that take another way\*\*\n\n\| Number \| Before \| After \|\n.*\| `\+12025550101` \| The SIP endpoint front-desk is next\.<br>→ answered \| .*→ answered \|\n\n```mermaid\nflowchart LR\n```\n/s,
  );
  expect(page.replace(/`[^`]*`/g, "")).not.toMatch(/<img|@all/);
});

it("the page leaves out calls, and the picture, where there is no room, and says so", () => {
  const calls = Array.from({ length: 2_000 }, (_, at) => {
    const to = `+1202${String(5_550_000 + at)}`;
    return { to, before: way(to, "x".repeat(200)), after: way(to, "It rings.") };
  });
  const page = markdown({ ...previewed, otherWays: { calls, picture: "x".repeat(100_000) } }, 50_000);
  expect(Buffer.byteLength(page)).toBeLessThan(50_000);
  expect(page).toMatch(/\*\*Calls that take another way\*\*, the first \d+ of 2000/);
  expect(page).not.toContain("mermaid");
});

it("the page says why calls could not be tried", () => {
  const page = markdown({ ...previewed, otherWays: { calls: [], error: "The snapshot cannot be used." } }, 100_000);
  expect(page).toContain("**Calls** could not be tried: The snapshot cannot be used.");
});

it("calls a resource whose name has colons by its class and name", async () => {
  const policyEvent = { policyName: "a-rule", enforcementLevel: "advisory", message: "It could be better." };
  const resourceUrn =
    "urn:pulumi:prod::phones::acme:phones:Office$pulumi-nodejs:dynamic/signalwire:SipEndpoint::desk:1::a";
  const events = [{ policyEvent: { ...policyEvent, resourceUrn } }] as unknown as EngineEvent[];
  expect(await violationsIn(events, import.meta.dirname)).toMatchObject([{ resource: "SipEndpoint desk:1::a" }]);
});
