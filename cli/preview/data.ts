// The report as data: JSON, JUnit, SARIF, GitLab's Code Quality and Terraform reports, GitHub annotations.

import type { Note } from "../drift/renderers/github.ts";
import { element, escaped } from "../drift/renderers/xml.ts";
import { masked, plural, visible } from "../drift/text.ts";
import { version } from "../package.ts";
import { type Report, verdictOf } from "./report.ts";
import { alike, fingerprint, type Violation } from "./violations.ts";

/** Returns everything except the engine's output. `--baseline` reads it again. */
export function json(report: Report): string {
  const { command, stack, outcome, changes, unchanged, failures, calls, violations, waiting } = masked(report);
  const text = JSON.stringify(
    {
      version: 1,
      command,
      stack,
      outcome,
      summary: verdictOf(report),
      changes,
      unchanged,
      failures,
      violations: violations.map((each, at) => ({
        ...each,
        isKnown: each.isKnown === true,
        // Computed from the text before masking, like in the next run.
        fingerprint: fingerprint(report.violations[at] ?? each),
      })),
      ...(waiting !== undefined && { waiting }),
      ...(calls && { calls }),
    },
    undefined,
    2,
  );
  return `${text}\n`;
}

/** Returns JUnit XML: one test case for each violation and each failure. Advisory violations are skipped cases. */
export function junit(report: Report): string {
  const { stack, command, failures, violations, outcome } = masked(report);
  const cases = [
    ...(outcome === "failed" ? failures : []).map(({ resource = "the run", message }) =>
      testCase(command, resource, "error", "failed", message),
    ),
    ...violations.map(({ level, policy, resource, message }) =>
      testCase(policy, resource, level === "mandatory" ? "failure" : "skipped", level, message),
    ),
  ];
  const whole = cases.length > 0 ? cases : [element("testcase", { classname: command, name: visible(stack), time: 0 })];
  const count = (kind: string) => cases.filter((each) => each.includes(`<${kind} `)).length;
  const attributes = {
    name: visible(`${command} ${stack}`),
    tests: whole.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: 0,
  };
  const suite = element("testsuite", attributes, `\n${whole.join("\n")}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite}\n</testsuites>\n`;
}

function testCase(group: string, name: string, kind: string, type: string, message: string): string {
  const lines = message.split("\n").map(visible);
  const reason = element(kind, { message: lines[0] ?? "", type }, escaped(lines.join("\n")));
  return element("testcase", { classname: visible(group), name: visible(name), time: 0 }, reason);
}

/** Returns SARIF 2.1.0 for GitHub's code scanning. A known violation is suppressed. */
export function sarif({ violations: found }: Report, projectFile: string): string {
  const violations = masked(found);
  const rules = [...new Map(violations.map((each) => [each.policy, each])).values()];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "pulumi-signalwire",
            version: version(),
            rules: rules.map(({ policy, severity, link }) => ({
              id: policy,
              ...(link && { helpUri: link }),
              properties: { "security-severity": SCORES[severity ?? ""] ?? SCORES.medium },
            })),
          },
        },
        results: violations.map(({ level, policy, resource, message, source, isKnown }, at) => ({
          ruleId: policy,
          level: level === "mandatory" ? "error" : "warning",
          message: { text: `${resource}: ${message}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(source?.file ?? projectFile) },
                region: { startLine: source?.line ?? 1 },
              },
            },
          ],
          partialFingerprints: { "violation/v1": fingerprint(found[at] as Violation) },
          ...(isKnown && { suppressions: [{ kind: "external" }] }),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** GitHub's code scanning sorts by a score from 0 to 10. */
const SCORES: { readonly [severity: string]: string } = { critical: "9.5", high: "8.0", medium: "5.5", low: "2.0" };

/** Returns at most one annotation for each rule and file. The report lists the other resources. */
export function notes({ violations }: Report): Note[] {
  const open = masked(violations).filter(({ isKnown }) => !isKnown);
  const groups = Map.groupBy(open, ({ policy, level, source }) => JSON.stringify([policy, level, source?.file]));
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const who = members.length === 1 ? first.resource : plural(members.length, "violation");
    const lines = alike(members).map((each) =>
      members.length === 1
        ? each.first.message
        : `${each.members.map(({ resource }) => resource).join(", ")}: ${each.first.message}`,
    );
    const level = first.level === "mandatory" ? ("error" as const) : ("warning" as const);
    return [
      {
        level,
        title: `${first.policy}: ${who}`,
        lines: [...lines, ...(first.link ? [first.link] : [])],
        source: first.source,
      },
    ];
  });
}

/** Returns GitLab's Code Quality report. The merge request shows violations that are new compared with the target branch. */
export function codeQuality({ violations: found }: Report, projectFile: string): string {
  const issues = masked(found).map(({ level, policy, resource, message, link, source }, at) => ({
    description: `${resource}: ${message}${link ? ` ${link}` : ""}`,
    check_name: policy,
    fingerprint: fingerprint(found[at] as Violation),
    severity: level === "mandatory" ? "critical" : "minor",
    location: { path: source?.file ?? projectFile, lines: { begin: source?.line ?? 1 } },
  }));
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}

/** Returns GitLab's Terraform report: the number of created, updated and deleted resources. A replacement counts twice. */
export function terraform({ totals }: Report): string {
  const { create = 0, update = 0, replace = 0 } = totals;
  const deleted = totals.delete ?? 0;
  return `${JSON.stringify({ create: create + replace, update, delete: deleted + replace })}\n`;
}
