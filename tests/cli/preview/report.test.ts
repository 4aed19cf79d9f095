import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { XMLParser } from "fast-xml-parser";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { codeQuality, json, junit, notes, sarif, terraform } from "../../../cli/preview/data.ts";
import { markdown } from "../../../cli/preview/markdown.ts";
import { type Change, changesIn, failuresIn, type Report } from "../../../cli/preview/report.ts";
import { terminal } from "../../../cli/preview/terminal.ts";
import { knownIn, type Violation, violationsIn, waitingIn } from "../../../cli/preview/violations.ts";
import { reports } from "./reports.ts";

/** The preview's part of a GitHub comment, which holds 65,536 characters. */
const COMMENT = 50_000;
const text = (report: Report) => markdown(report, COMMENT);

describe("the page of a pull request", () => {
  it.each(Object.entries(reports))("%s: has the verdict first, and stays within a comment", (_, report) => {
    const page = text(report);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(COMMENT);
    const marks = { done: "✅", refused: "❌", failed: "❌" };
    expect(page).toMatch(new RegExp(`^## ${marks[report.outcome]} \`prod\`: `));
    // A failed run must not look successful.
    if (report.outcome !== "done") expect(page).toMatch(/^## ❌ `prod`: (refused by|preview failed|deployment failed)/);
  });

  it.each(
    Object.entries(reports).filter(
      ([, { changes, failures }]) => failures.length > 0 || changes.some(({ doing }) => doing === "delete"),
    ),
  )("%s: names failures and deletions within the first five lines", (_, { changes, failures, outcome }) => {
    const head = text(reports[_] as Report)
      .split("\n", 5)
      .join("\n");
    if (outcome === "failed" && failures.length > 0) expect(head).toContain(`Fails ${failures.length}`);
    const deleted = changes.filter(({ doing }) => doing === "delete");
    if (deleted.length > 0) expect(head).toContain(`Deletes ${deleted.length}`);
  });

  it("of 500 changes says what was left out", () => {
    const page = text(reports["500 changes"] as Report);
    expect(page).toMatch(/> \*\*Shortened\.\*\* Left out: .*\d+ lines? of the engine's output/);
    expect(page).toContain("500 to update");
  });

  it("of a change of two fields in an office of ten desks fits one screen", () => {
    const page = text(reports["two fields, ten desks"] as Report);
    const open = page.replace(/<details>.*?<\/details>/gs, "…");
    expect(open.trim().split("\n").length).toBeLessThanOrEqual(25);
    expect(open).toMatch(/`callerId` `"Desk 3"` → `"Reception"`/);
  });

  it("has who rings also where a policy refused", () => {
    const page = text(reports.refused as Report);
    expect(page).toMatch(/\*\*Who rings now, and then\*\* \(1 of 2 numbers\)\n\n\| Number \| Now \| Then \|/);
    expect(page.indexOf("Who rings")).toBeLessThan(page.indexOf("stack-call-loops"));
  });

  it("has one line for a rule that ten resources violate alike, with a link to its page and each source line", () => {
    const page = text(reports["two fields, ten desks"] as Report);
    expect(page.match(/sip-endpoint-send-as`\]\(/g)).toHaveLength(1);
    expect(page).toMatch(/`SipEndpoint desk-3` `index\.ts:3`/);
  });

  it("folds violations of the baseline, and opens new ones", () => {
    const page = text(reports["new and known violations"] as Report);
    expect(page).toMatch(/\*\*1 new violation\*\*, 1 mandatory\n\n- ❌ .*<details><summary>1 known violation/s);
  });

  it("lets no name act and shows no secret of an address", () => {
    const page = text(reports["hostile names"] as Report);
    const shown = marked.parse(page, { async: false });
    expect(shown).not.toMatch(/<img|href="http:\/\/evil/);
    expect(shown).toContain("&lt;img");
    for (const each of Object.values(reports)) expect(text(each)).not.toMatch(/canary|user:secret/);
  });

  it("keeps rows of each kind under thousands of one", () => {
    const { refused } = reports as { refused: Report };
    const violations = Array<Violation>(3_000).fill(refused.violations[0] as Violation);
    const many = violations.map((each, at) => ({ ...each, message: `${at} ${"x".repeat(900)}` }));
    const page = text({ ...refused, violations: many });
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(COMMENT);
    for (const part of ["Who rings", "3,000 violations", "**Changes**", "Shortened"]) expect(page).toContain(part);
  });
});

it("the terminal has the same sections", () => {
  const shown = terminal(reports.refused as Report);
  expect(shown).toMatch(/^\nprod: refused by 1 mandatory violation; 1 to update, 11 unchanged\n/);
  expect(shown).toMatch(/Who rings now, and then.*now: .*then: .*\[mandatory, high\] stack-call-loops/s);
});

it.each(Object.entries(reports))("%s: the terminal's verdict and warnings keep to 80 columns", (_, report) => {
  const [head = ""] = terminal(report).trimStart().split("\n\n");
  const isBreakable = (line: string) => line.trimStart().includes(" ");
  expect(head.split("\n").filter((line) => line.length > 80 && isBreakable(line))).toEqual([]);
});

describe("reports for programs", () => {
  const refused = reports.refused as Report;

  const schema = readFileSync(new URL("../../../docs/preview-report.schema.json", import.meta.url), "utf8");
  const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(schema));

  it.each(Object.entries(reports))("%s: the JSON report is valid by the published schema", (_, report) => {
    isValid(JSON.parse(json(report)));
    expect(isValid.errors).toBeNull();
  });

  it.each([
    ["12 more resources violate it: a, b. Set it.", "11 more resources violate it: b. Set it.", true],
    ["11 more resources violate it: b. Set it.", "12 more resources violate it: a, b. Set it.", false],
    [
      "the stack has 52 SIP endpoints, and 50 is the limit",
      "the stack has 51 SIP endpoints, and 50 is the limit",
      true,
    ],
    [
      "the stack has 51 SIP endpoints, and 50 is the limit",
      "the stack has 52 SIP endpoints, and 50 is the limit",
      false,
    ],
    ["https://a.example:8080 is no host", "https://a.example:8081 is no host", false],
    ["desk1 rings +12025550101", "desk1 rings +12025550102", false],
  ])("after %j in the baseline, %j is known: %s", async (before, now, isKnown) => {
    const of = (message: string) => ({ ...(refused.violations[0] as Violation), message });
    const [found] = await knownAfter(json({ ...refused, violations: [of(before)] }), [of(now)]);
    expect(found?.isKnown).toBe(isKnown);
  });

  it("the JSON report is the baseline of the next run", async () => {
    const data = JSON.parse(json(refused));
    expect(data).toMatchObject({ version: 1, outcome: "refused", calls: { tried: 2 } });
    const again = await knownAfter(json(refused), refused.violations);
    expect(again.every(({ isKnown }) => isKnown)).toBe(true);
  });

  it("JUnit has a failure for a mandatory violation and an error for what failed", () => {
    const parse = (report: Report) =>
      new XMLParser({ ignoreAttributes: false }).parse(junit(report)).testsuites.testsuite;
    expect(parse(refused)).toMatchObject({ "@_failures": "1", "@_errors": "0" });
    expect(parse(reports.failed as Report)).toMatchObject({ "@_errors": "1" });
    expect(parse(reports.nothing as Report)).toMatchObject({ "@_tests": "1", "@_failures": "0" });
  });

  it("SARIF names each rule once with its page, and suppresses known violations", () => {
    const [run] = JSON.parse(sarif(reports["new and known violations"] as Report, "Pulumi.yaml")).runs;
    expect(run.tool.driver.rules).toHaveLength(2);
    expect(run.tool.driver.rules[0].helpUri).toMatch(/docs\/policies\.md#/);
    expect(run.results.filter(({ suppressions }: { suppressions?: unknown }) => suppressions)).toHaveLength(1);
  });

  it("there is one annotation at most for each rule and file", () => {
    const found = notes(reports["two fields, ten desks"] as Report);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      level: "warning",
      title: "sip-endpoint-send-as: 10 violations",
      source: { file: "index.ts" },
    });
  });

  it("GitLab's reports have what its documentation demands", () => {
    const [issue] = JSON.parse(codeQuality(refused, "infra/Pulumi.yaml"));
    expect(issue).toMatchObject({ severity: "critical", fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.parse(terraform({ ...refused, totals: { create: 2, same: 1, replace: 3, delete: 1 } }))).toEqual({
      create: 5,
      update: 0,
      delete: 4,
    });
  });
});

describe("what the engine's events say", () => {
  const urn = "urn:pulumi:prod::phones::acme:phones:Office$pulumi-nodejs:dynamic/signalwire:SipEndpoint::desk:1::a";
  const step = (op: string, of = urn) =>
    ({
      resourcePreEvent: { metadata: { op, urn: of, type: "pulumi-nodejs:dynamic/signalwire:SipEndpoint" } },
    }) as unknown as EngineEvent;

  it("a replacement counts once, deletions come first, and the stack itself is no change", () => {
    const stack = "urn:pulumi:prod::phones::pulumi:pulumi:Stack::phones-prod";
    const found = changesIn(
      [
        step("create", stack),
        step("create-replacement"),
        step("replace"),
        step("delete-replaced"),
        step("delete", `${urn}b`),
      ],
      () => undefined,
    );
    expect(found.map(({ doing, resource }): Partial<Change>["doing"][] | string => `${doing} ${resource}`)).toEqual([
      "delete SipEndpoint desk:1::ab",
      "replace SipEndpoint desk:1::a",
    ]);
  });

  it("an error is reported once, without the failure of the run", () => {
    const event = (message: string) =>
      ({ diagnosticEvent: { severity: "error", message, urn } }) as unknown as EngineEvent;
    const found = failuresIn(
      [event("<{%reset%}>It is refused.<{%reset%}>\n"), event("It is refused."), event("preview failed")],
      () => undefined,
    );
    expect(found).toEqual([{ resource: "SipEndpoint desk:1::a", message: "It is refused." }]);
  });

  it("a resource whose name has colons is called by its class and name", () => {
    expect(
      violationsIn(events([{ urn, policy: "a-rule", message: "It could be better." } as Violation]), () => undefined),
    ).toMatchObject([{ resource: "SipEndpoint desk:1::a", level: "advisory" }]);
  });
});

describe("checks that wait for the update", () => {
  const message =
    "can't run policy 'a-rule' from policy pack 'signalwire@v0.0.0' during preview: line.name is not known";
  const waiting = { ...(reports["new and known violations"]?.violations[1] as Violation), policy: "a-rule", message };

  it("are no violations", () => {
    const all = events([waiting, { ...waiting, message: "We can't run policy 'a-rule' here" }]);
    expect(violationsIn(all, () => undefined)).toHaveLength(1);
    expect(waitingIn(all)).toBe(1);
  });

  it("are one line of the page and of the terminal", () => {
    const report = { ...(reports.nothing as Report), waiting: 8 };
    expect(text(report)).toContain("\n8 checks wait for the `up`.\n");
    expect(terminal(report)).toContain("\n8 checks wait for the `up`\n");
    expect(text({ ...report, waiting: 1 })).toContain("1 check waits for the `up`");
    expect(text(reports.nothing as Report)).not.toContain("for the `up`");
  });
});

it("a call shows the request that was not sent, without the reason", () => {
  const { refused } = reports as { refused: Report };
  const steps = [
    { text: "called" },
    { text: "POST https://a.example was not requested", unasked: "POST https://a.example" },
  ];
  const others = (refused.calls?.others ?? []).map((each) => ({ ...each, after: { ...each.after, steps } }));
  for (const shown of [text, terminal].map((render) => render({ ...refused, calls: { tried: 1, others } }))) {
    expect(shown).toMatch(/POST `?https:\/\/a\.example/);
    expect(shown).not.toContain("was not requested");
  }
});

function events(violations: readonly Violation[]): EngineEvent[] {
  return violations.map(
    ({ urn, policy, message, level }) =>
      ({
        policyEvent: {
          resourceUrn: urn,
          policyName: policy,
          policyPackName: "signalwire",
          message,
          enforcementLevel: level,
        },
      }) as unknown as EngineEvent,
  );
}

/** The violations in a run whose baseline is this JSON report. */
async function knownAfter(baseline: string, violations: readonly Violation[]): Promise<Violation[]> {
  const folder = await mkdtemp(join(tmpdir(), "signalwire-baseline-"));
  try {
    const file = join(folder, "baseline.json");
    await writeFile(file, baseline);
    return violationsIn(events(violations), () => undefined, await knownIn(file));
  } finally {
    await rm(folder, { recursive: true });
  }
}
