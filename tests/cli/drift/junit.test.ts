import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { findingsOf } from "../../../cli/drift/findings.ts";
import { junitReport as render } from "../../../cli/drift/renderers/junit.ts";
import type { DriftReport, FailureKind } from "../../../cli/drift/report.ts";
import { everyVerdict, HOSTILE, hostile, large, office, report, resource, withPassword } from "./reports.ts";

const junitReport = (of: DriftReport, failOn: FailureKind[] = ["drift", "unmanaged"]) => render(findingsOf(of, failOn));
const schema = readFileSync(new URL("./junit.xsd", import.meta.url), "utf8");
const problemsOf = async (xml: string) => (await validateXML({ xml, schema })).errors.map(({ message }) => message);

test.each([
  ["every verdict", everyVerdict],
  ["hostile values", hostile],
  ["masked values", withPassword],
  ["many findings", large(30)],
  ["nothing", report([])],
  ["stacks that could not be checked", report([{ stack: "prod", resources: [], error: "It is locked." }])],
  ["an unknown account", report([], [{ projectId: "", baseUrl: "", unmanaged: [], error: "No token." }])],
])("a report of %s is valid by what both common schemas demand", async (_, of) => {
  expect(await problemsOf(junitReport(of))).toEqual([]);
});

test.each<[string, (xml: string) => string]>([
  ["an attribute more", (xml) => xml.replace("<testcase ", '<testcase file="x" ')],
  ["a suite without its time stamp", (xml) => xml.replace(/ timestamp="[^"]*"/, "")],
  ["a zone in a time stamp", (xml) => xml.replace('T03:00:00"', 'T03:00:00Z"')],
  ["two outcomes of a case", (xml) => xml.replace("</failure>", '</failure><skipped message=""/>')],
  ["text that is no XML", (xml) => xml.replace("</testsuites>", "&</testsuites>")],
])("and that schema refuses %s", async (_, spoil) => {
  expect(await problemsOf(spoil(junitReport(everyVerdict)))).not.toEqual([]);
});

interface Case {
  readonly group: string;
  readonly name: string;
  readonly outcome: string;
  readonly body: string;
}

function casesOf(xml: string): Case[] {
  const cases = xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)" time="0"(?:\/>|>(.*?)<\/testcase>)/gs);
  return [...cases].map(([, group = "", name = "", body = ""]) => ({
    group,
    name,
    outcome: /^\s*<(\w+)/.exec(body)?.[1] ?? "passed",
    body,
  }));
}

test("each verdict has its outcome", () => {
  const cases = casesOf(junitReport(everyVerdict));
  expect(cases.map(({ group, name, outcome }) => [group, name, outcome])).toEqual([
    ["ClientToken", "web", "skipped"],
    ["ClientToken", "app", "skipped"],
    ["PhoneNumber", "main-line", "failure"],
    ["SipEndpoint", "broken", "error"],
    ["SipEndpoint", "desk", "failure"],
    ["SipEndpoint", "lab", "passed"],
    ["SipEndpoint", "workshop", "passed"],
    ["SipEndpoint", "lobby", "failure"],
  ]);
});

test.each<[FailureKind[], string[]]>([
  [["drift"], ["skipped", "failure", "error", "failure", "skipped"]],
  [["renewal"], ["failure", "skipped", "error", "skipped", "skipped"]],
  [["unmanaged"], ["skipped", "skipped", "error", "skipped", "failure"]],
  [["never"], ["skipped", "skipped", "skipped", "skipped", "skipped"]],
])("with --fail-on %j no other case fails than what fails the run", (failOn, outcomes) => {
  const found = new Map(casesOf(junitReport(everyVerdict, failOn)).map(({ name, outcome }) => [name, outcome]));
  expect(["web", "main-line", "broken", "desk", "lobby"].map((name) => found.get(name))).toEqual(outcomes);
});

test("a failure has both values, the line and the remedy", () => {
  const desk = casesOf(junitReport(everyVerdict)).find(({ name }) => name === "desk")?.body;
  expect(desk).toContain(
    '<failure type="drift" message="callerId: expected &quot;Front desk&quot;, actual &quot;Nobody&quot;; codecs: ',
  );
  expect(desk).toContain('\ncallerId: expected "Front desk", actual "Nobody"\n');
  expect(desk).toContain('\nencryption: expected "required", actual (not set)\n');
  expect(desk).toContain("\nDeclared at infra/index.ts:4.\n");
  expect(desk).toContain("\n  pulumi up --refresh --stack prod\n");
  expect(desk).toContain('\n  infra/index.ts:4  SipEndpoint "desk": set callerId: "Nobody"\n');
});

test("the other outcomes say why", () => {
  const bodies = Object.fromEntries(casesOf(junitReport(everyVerdict)).map(({ name, body }) => [name, body]));
  expect(bodies.broken).toContain('<error type="not-readable" message="The service answered 500 to GET ');
  expect(bodies["main-line"]).toContain(
    '<failure type="missing" message="The service has no phone number with the id id-of-main-line any more.">',
  );
  expect(bodies.app).toContain('<skipped message="A client token cannot be read back.">');
  expect(bodies.web).toContain('<skipped message="Due since 2026-11-21T02:00:00Z');
  expect(bodies.lobby).toContain(
    '<failure type="unmanaged" message="No checked stack manages the SIP endpoint lobby (call: relay_script).">',
  );
});

test("each stack and each account is a suite with its own counts", () => {
  const xml = junitReport({
    ...everyVerdict,
    stacks: [
      ...everyVerdict.stacks,
      { stack: "dev", resources: [resource("desk", "in-sync")], error: "It is locked." },
    ],
  });
  const suites = [
    ...xml.matchAll(
      /<testsuite name="([^"]*)".* id="(\d)".* tests="(\d)" failures="(\d)" errors="(\d)" skipped="(\d)"/g,
    ),
  ];
  expect(suites.map((match) => match.slice(1))).toEqual([
    ["stack prod", "0", "7", "2", "1", "2"],
    ["stack dev", "1", "2", "0", "1", "0"],
    [`unmanaged in project ${office.projectId} at ${office.baseUrl}`, "2", "1", "1", "0", "0"],
  ]);
  expect(xml).toContain('<error type="not-checked" message="It is locked.">');
});

test("unverifiable arguments are listed beside the cases", () => {
  expect(junitReport(everyVerdict)).toContain(
    "<system-out>1 client token cannot be read back\nthe password of desk and workshop cannot be verified, for the service never shows it\n</system-out>",
  );
});

test("no two cases have the same name", () => {
  const twins = ["desk", "desk", "desk (2)", "desk"].map((name) => resource(name, "in-sync"));
  const names = casesOf(junitReport(report([{ stack: "prod", resources: twins }]))).map(({ name }) => name);
  expect(names).toEqual(["desk", "desk (2)", "desk (2) (2)", "desk (3)"]);
});

test("what comes from outside is text", async () => {
  const xml = junitReport(hostile);
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
  expect(xml).not.toContain("<script");
  expect(xml).not.toContain("]]>");
  expect(casesOf(xml).filter(({ outcome }) => outcome === "failure")).toHaveLength(2 * Object.keys(HOSTILE).length);
});

test("a very long value is cut, and its length is printed", () => {
  const huge = resource("desk", "drifted", { changes: [{ property: "callerId", actual: "x".repeat(100_000) }] });
  const xml = junitReport(report([{ stack: "prod", resources: [huge] }]));
  expect(xml.length).toBeLessThan(5_000);
  expect(xml).toContain("… (100,002 characters)");
});
