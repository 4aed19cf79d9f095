import type { Finding, Findings, Group } from "../findings.ts";
import { editText, type Remedy } from "../remedies.ts";
import { clip, placeOf, visible } from "../text.ts";
import { element, escaped } from "./xml.ts";

interface Case {
  /** The class under which a viewer sorts the case. */
  readonly group: string;
  readonly name: string;
  /** Absent for a case that passes. */
  readonly result?: readonly [element: "failure" | "error" | "skipped", type: string] | undefined;
  readonly message: string;
  readonly body: readonly string[];
}

const LONGEST_MESSAGE = 500;

/** Returns JUnit XML: one suite for each stack and account, valid under both common schemas. */
export function junitReport({ report, groups }: Findings): string {
  // The schema of Ant's reports allows neither a time zone nor fractions of a second.
  const timestamp = report.checkedAt.slice(0, "2026-11-21T03:00:00".length);
  const suites = groups.map((group, id) => suite(group, id, timestamp));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", {}, joined(suites))}\n`;
}

function suite({ of, name, error, findings, blindSpots }: Group, id: number, timestamp: string): string {
  const cases: Case[] = [...(error === undefined ? [] : [notChecked(of, name, error)]), ...findings.map(caseOf)];
  const count = (element: string) => cases.filter(({ result }) => result?.[0] === element).length;
  const attributes = {
    name: of === "stack" ? `stack ${name}` : `unmanaged in ${name}`,
    package: "pulumi-signalwire.drift",
    id,
    timestamp,
    hostname: "localhost",
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: 0,
  };
  const parts = [
    element("properties", {}),
    ...unique(cases).map(testcase),
    element("system-out", {}, escaped(blindSpots.map((sentence) => `${sentence}\n`).join(""))),
    element("system-err", {}),
  ];
  return element("testsuite", attributes, joined(parts));
}

const TYPES: { readonly [verdict in Finding["verdict"]]?: string } = {
  error: "not-readable",
  missing: "missing",
  drifted: "drift",
  dangling: "dangling",
  unwatched: "unwatched",
  unmanaged: "unmanaged",
  "renewal-due": "renewal-due",
  unreadable: "unreadable",
};

function caseOf({ type, name, title, id, verdict, fails, lines, source, remedies }: Finding): Case {
  const failure = verdict === "error" ? "error" : "failure";
  const found = TYPES[verdict];
  const place = source ? [`Declared at ${placeOf(source)}.`] : [];
  return {
    group: type,
    name,
    // A finding outside `--fail-on` is reported as skipped and fails nothing.
    result: found === undefined ? undefined : [fails ? failure : "skipped", found],
    message: lines.join("; "),
    body: [title, ...lines, `Its id is ${id}.`, ...place, ...remedies.flatMap(remedyLines)],
  };
}

function notChecked(group: string, name: string, error: string): Case {
  return { group, name, result: ["error", "not-checked"], message: error, body: [error] };
}

function remedyLines({ title, commands, edits, notes }: Remedy): string[] {
  const steps = [...commands.map(({ line }) => visible(line)), ...edits.map(editText), ...notes];
  return [`${title}:`, ...steps.map((step) => `  ${step}`)];
}

function testcase({ group, name, result, message, body }: Case): string {
  const attributes = { classname: group, name, time: 0 };
  if (!result) return element("testcase", attributes);
  const [kind, type] = result;
  const reason = { ...(kind === "skipped" ? {} : { type }), message: clip(message, LONGEST_MESSAGE) };
  return element("testcase", attributes, joined([element(kind, reason, escaped(body.join("\n")))]));
}

/** Makes case names unique: a viewer shows only one of two cases with the same name. */
function unique(cases: readonly Case[]): Case[] {
  const seen = new Set<string>();
  return cases.map((each) => {
    let name = each.name;
    for (let times = 2; seen.has(`${each.group} ${name}`); times++) name = `${each.name} (${times})`;
    seen.add(`${each.group} ${name}`);
    return { ...each, name };
  });
}

function joined(elements: readonly string[]): string {
  return elements.length === 0 ? "" : `\n${elements.join("\n")}\n`;
}
