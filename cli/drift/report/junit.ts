// Decides the JUnit report: a suite for each stack and account, with what both common schemas demand.

import type { Account, DriftReport } from "../model.ts";
import { blindSpots } from "./findings.ts";
import { accountCases, type Case, type Result, stackCases } from "./junit-cases.ts";
import { clip, masked, visible } from "./values.ts";
import { element, text } from "./xml.ts";

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
  readonly notes: readonly string[];
}

const LONGEST_MESSAGE = 500;

export function junitReport(report: DriftReport): string {
  const { stacks, accounts, checkedAt } = masked(report);
  const suites: Suite[] = [
    ...stacks.map((each) => ({
      name: `stack ${each.stack}`,
      cases: stackCases(each),
      notes: blindSpots(each.resources),
    })),
    ...accounts.map((each) => ({ name: nameOf(each), cases: accountCases(each), notes: [] })),
  ];
  const written = suites.map((each, index) => suite(each, index, checkedAt));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", {}, lines(written))}\n`;
}

function nameOf({ projectId, baseUrl }: Account): string {
  return projectId === "" ? "unmanaged" : `unmanaged in project ${projectId} at ${baseUrl}`;
}

function suite({ name, cases, notes }: Suite, index: number, checkedAt: string): string {
  const count = (kind: Result["kind"]) => cases.filter(({ result }) => result?.kind === kind).length;
  const attributes = {
    name: visible(name),
    package: "pulumi-signalwire.drift",
    id: index,
    // The schema of Ant's reports has neither a zone nor fractions.
    timestamp: checkedAt.slice(0, "2026-11-21T03:00:00".length),
    hostname: "localhost",
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: 0,
  };
  return element(
    "testsuite",
    attributes,
    lines([
      element("properties", {}),
      ...unique(cases).map(testcase),
      element("system-out", {}, text(notes.map((note) => `${note}\n`).join(""))),
      element("system-err", {}),
    ]),
  );
}

function testcase({ group, name, result }: Case): string {
  const attributes = { classname: visible(group), name: visible(name), time: 0 };
  if (!result) return element("testcase", attributes);
  const { kind, type, message, details } = result;
  const reason = { ...(kind === "skipped" ? {} : { type }), message: clip(message, LONGEST_MESSAGE) };
  return element("testcase", attributes, lines([element(kind, reason, text(details.join("\n")))]));
}

/** A viewer that finds a name twice shows one of the two. */
function unique(cases: readonly Case[]): Case[] {
  const seen = new Set<string>();
  return cases.map((each) => {
    let name = each.name;
    for (let times = 2; seen.has(`${each.group} ${name}`); times++) name = `${each.name} (${times})`;
    seen.add(`${each.group} ${name}`);
    return { ...each, name };
  });
}

function lines(elements: readonly string[]): string {
  return elements.length === 0 ? "" : `\n${elements.join("\n")}\n`;
}
